// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace weft::routing {

/// Form of a routing that an engine needs: the next port of packets, ports with virtual channels, traffic
/// shares, or forwarding tables of switches.
enum class Form : std::uint8_t { packets, channels, shares, tables };

/// Returns a description of the components that use a form.
constexpr std::string_view user_of(Form form) {
  switch (form) {
    case Form::packets: return "engine rounds";
    case Form::channels: return "engine flit";
    case Form::tables: return "a switch with forwarding tables (judge, export)";
    case Form::shares: break;
  }
  return "an exact load (load, map, collective, compare)";
}

/// Returns the predicate for a routing that lacks the form, as used in messages.
constexpr std::string_view lacks(Form form) {
  switch (form) {
    case Form::packets: return "cannot run on engine rounds";
    case Form::channels: return "cannot run on engine flit";
    case Form::tables: return "has no forwarding tables";
    case Form::shares: break;
  }
  return "has no exact loads";
}

constexpr std::string_view name_of(Form form) {
  switch (form) {
    case Form::packets: return "packets";
    case Form::channels: return "channels";
    case Form::tables: return "tables";
    case Form::shares: break;
  }
  return "shares";
}

}  // namespace weft::routing
