// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/engine/flit/flit_params.hpp"

namespace weft::flit {

/// How the bytes of timed messages become flits and packets, and cycles become seconds. All packets of a
/// message have packet_size flits but the last one, which has as many as it needs. Each has header_bytes that
/// carry none of the message.
class PacketFormat {
 public:
  explicit PacketFormat(FlitParams const& params);

  /// The flits of a message, at least one, with those that its headers take. Throws InputError beyond 2^50.
  std::uint64_t flits(double bytes) const;
  /// The packets that so many flits of a message form.
  std::uint64_t packets(std::uint64_t flits) const { return (flits + longest_ - 1) / longest_; }
  /// Flits of a full packet.
  std::uint32_t longest() const { return longest_; }

  /// The length of a cycle in seconds: a channel carries a flit in it.
  double cycle() const { return cycle_; }
  double seconds(std::uint64_t cycles) const { return static_cast<double>(cycles) * cycle_; }
  /// The first cycle that does not begin before that time. Rounding errors of a whole number of cycles are
  /// forgiven.
  std::uint64_t first_cycle(double seconds) const;
  /// The last cycle that does not begin after that time, likewise.
  std::uint64_t last_cycle(double seconds) const;

 private:
  double flit_bytes_, header_bytes_, cycle_;
  std::uint32_t longest_;
};

}  // namespace weft::flit
