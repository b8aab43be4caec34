// SPDX-License-Identifier: Apache-2.0
#include "weft/network/hosts.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {

void PartNames::add(std::string name, std::uint32_t part) {
  auto& matches = parts_[std::move(name)];
  if (matches.empty() || matches.back() != part) matches.push_back(part);
}

std::span<std::uint32_t const> PartNames::find(std::string_view name) const {
  auto const found = parts_.find(name);
  if (found == parts_.end()) return {};
  return found->second;
}

std::string first_word(std::string const& text) { return text.substr(0, text.find_first_of(" \t")); }

namespace {

/// Returns the names of an adapter: its description, its host, its id, and `host/adapter`.
std::vector<std::string> names_of_adapter(Device const& device) {
  auto const& title = device.title();
  auto const host = first_word(title);
  std::vector<std::string> names{title, host, device.id};
  if (host.size() < title.size())
    names.push_back(fmt::format("{}/{}", host, std::string_view(title).substr(host.size() + 1)));
  return names;
}

/// Returns the name of a host without its domain; empty if there is no domain, or if the rest is a number.
std::string_view without_domain(std::string_view name) {
  auto const dot = name.find('.');
  auto const label = name.substr(0, dot);
  bool const number = label.find_first_not_of("0123456789") == std::string_view::npos;
  return dot == std::string_view::npos || number ? std::string_view{} : label;
}

}  // namespace

bool Hosts::are_named(AnyTopology const& topology) {
  auto const* const file = topology.get_if<topology::File>();
  return file != nullptr && (file->fabric() != nullptr || !file->names().empty());
}

Hosts::Hosts(TopologyPtr const& topology, HostKind kind) : num_terminals_(topology->num_terminals()) {
  if (kind != HostKind::automatic && are_named(*topology))
    throw InputError(fmt::format("node={}", detail::write_value(kind)), "the hosts of the file are named",
                     "omit node", "node");
  auto const* const file = topology->get_if<topology::File>();
  if (file != nullptr && file->fabric() != nullptr) {
    slots_.set_factory([slots = gathered(add_devices(fabric_of(*topology)))] { return slots; });
    return;
  }
  add_names(*topology);
  bool const at_routers =
      kind == HostKind::automatic ? named() || topology->routers_are_nodes() : kind == HostKind::router;
  slots_.set_factory([topology, at_routers] {
    return gathered(at_routers ? slots_at_routers(*topology) : slots_of_terminals(topology->num_terminals()));
  });
}

std::vector<HostSlot> Hosts::add_devices(NumberedFabric const& fabric) {
  auto const& ports = fabric.numbers.terminals();
  auto const device_of_host = device_hosts(*fabric.fabric);
  constexpr std::uint32_t none = 0xffffffff;
  std::vector<std::uint32_t> host_of(fabric.fabric->devices.size(), none), used;
  std::vector<HostSlot> slots;
  for (std::uint32_t t = 0; t < ports.size(); ++t) {
    auto const& device = fabric.fabric->devices[ports[t].device];
    auto& host = host_of[device_of_host[ports[t].device]];
    if (host == none) {
      host = static_cast<std::uint32_t>(names_.size());
      names_.push_back(first_word(device.title()));
      used.push_back(0);
    }
    slots.push_back({host, used[host]++});
    for (auto const& name : names_of_adapter(device)) {
      by_name_.add(name, t);
      by_name_.add(fmt::format("{}[{}]", name, ports[t].port), t);
    }
    add_without_domain(names_[host], t);
  }
  return slots;
}

void Hosts::add_names(AnyTopology const& topology) {
  auto const names = topology.names();
  if (names.empty()) return;
  names_are_numbers_ = to_number(names.front()).has_value();
  std::optional<RouterId> before;
  for (std::uint32_t t = 0; t < num_terminals_; ++t) {
    auto const router = topology.injection_router({t});
    if (router != before) names_.push_back(names[router.v]);
    before = router;
    by_name_.add(names_.back(), t);
    add_without_domain(names_.back(), t);
  }
}

void Hosts::add_without_domain(std::string_view name, std::uint32_t terminal) {
  if (auto const label = without_domain(name); !label.empty()) by_label_.add(std::string(label), terminal);
}

std::vector<HostSlot> Hosts::slots_at_routers(AnyTopology const& topology) {
  std::vector<HostSlot> slots;
  std::optional<RouterId> before;
  for (std::uint32_t t = 0; t < topology.num_terminals(); ++t) {
    auto const router = topology.injection_router({t});
    if (!before)
      slots.push_back({0, 0});
    else if (router == *before)
      slots.push_back({slots.back().host, slots.back().slot + 1});
    else
      slots.push_back({slots.back().host + 1, 0});
    before = router;
  }
  return slots;
}

std::vector<HostSlot> Hosts::slots_of_terminals(std::uint64_t terminals) {
  std::vector<HostSlot> slots(terminals);
  for (std::uint32_t t = 0; t < terminals; ++t) slots[t].host = t;
  return slots;
}

std::shared_ptr<Hosts::Slots const> Hosts::gathered(std::vector<HostSlot> of_terminal) {
  auto slots = std::make_shared<Slots>();
  auto& first = slots->first;
  first.push_back(0);
  for (auto const& [host, slot] : of_terminal) {
    if (host + 2 > first.size()) first.resize(host + 2, 0);
    ++first[host + 1];
  }
  for (std::size_t h = 1; h < first.size(); ++h) first[h] += first[h - 1];
  slots->terminals.resize(of_terminal.size());
  for (std::uint32_t t = 0; t < of_terminal.size(); ++t)
    slots->terminals[first[of_terminal[t].host] + of_terminal[t].slot] = t;
  slots->of_terminal = std::move(of_terminal);
  return slots;
}

std::vector<std::uint32_t> Hosts::find(std::string_view text) const {
  if (auto const matches = by_name_.find(text); !matches.empty()) return {matches.begin(), matches.end()};
  if (auto const label = without_domain(text); named() && !label.empty())
    if (auto const matches = by_name_.find(label); !matches.empty()) return {matches.begin(), matches.end()};
  if (auto const matches = by_label_.find(text); !matches.empty()) return {matches.begin(), matches.end()};
  bool const with_letter = text.starts_with('t');
  auto const number = to_number(with_letter ? text.substr(1) : text);
  if (!number || *number >= num_terminals() || (names_are_numbers_ && !with_letter)) return {};
  return {static_cast<std::uint32_t>(*number)};
}

TerminalId Hosts::find_unique(std::string_view text) const {
  auto const matches = find(text);
  if (matches.empty()) throw InputError(fmt::format("'{}' is not a terminal", shown(text)), "", hint(text));
  auto const host = [&](std::uint32_t terminal) { return slot_of({terminal}).host; };
  if (matches.size() > 1 && std::ranges::any_of(matches, [&](auto t) { return host(t) != host(matches[0]); }))
    throw InputError(fmt::format("'{}' matches {} terminals of several hosts", shown(text), matches.size()),
                     "", fmt::format("specify one of them, such as {}", matches[0]));
  return {matches[0]};
}

std::string Hosts::unique_name(TerminalId terminal) const {
  auto const number = std::to_string(terminal.v);
  if (!named()) return number;
  std::vector<std::string> const texts{names_[slot_of(terminal).host], number, "t" + number};
  auto const alone = [&](std::string const& text) {
    auto const matches = find(text);
    return !matches.empty() && matches[0] == terminal.v &&
           std::ranges::all_of(matches, [&](auto t) { return slot_of({t}).host == slot_of(terminal).host; });
  };
  auto const first = std::ranges::find_if(texts, alone);
  return first == texts.end() ? texts.back() : *first;
}

std::string Hosts::hint(std::string_view text) const {
  if (!named()) return fmt::format("terminals are in [t0, t{}]", num_terminals() - 1);
  auto const near = nearest(text, names_);
  return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

}  // namespace weft
