// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/engine/flit/flit_params.hpp"

namespace weft::flit {

/// Conversion of the bytes of timed messages to flits and packets, and of cycles to seconds. All packets of a
/// message have packet_size flits, except the last one, which has only the flits that it needs. Each packet
/// has a header of header_bytes.
class PacketFormat {
 public:
  explicit PacketFormat(FlitParams const& params);

  /// Returns the size of a message of `bytes` bytes with its headers, in flits, at least 1. Throws InputError
  /// above 2^50 flits.
  std::uint64_t flits(double bytes) const;
  /// Returns the number of packets for `flits` flits of a message.
  std::uint64_t packets(std::uint64_t flits) const { return (flits + longest_ - 1) / longest_; }
  /// Returns the size of a full packet in flits.
  std::uint32_t longest() const { return longest_; }

  /// Returns the length of a cycle in seconds, the transmission time of a flit.
  double cycle() const { return cycle_; }
  double seconds(std::uint64_t cycles) const { return static_cast<double>(cycles) * cycle_; }
  /// Returns the first cycle that does not start before `seconds`, with a tolerance for rounding errors.
  std::uint64_t first_cycle(double seconds) const;
  /// Returns the last cycle that does not start after `seconds`, with the same tolerance.
  std::uint64_t last_cycle(double seconds) const;

 private:
  double flit_bytes_, header_bytes_, cycle_;
  std::uint32_t longest_;
};

}  // namespace weft::flit
