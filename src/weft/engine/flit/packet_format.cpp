// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/packet_format.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"

namespace weft::flit {
namespace {

constexpr double max_flits = 0x1p50, max_cycles = 0x1p62;

/// Returns a tolerance in cycles, well above the rounding error of a product and a quotient, and well below a
/// cycle.
double tolerance(double cycles) { return 1e-9 + cycles * 1e-15; }

}  // namespace

PacketFormat::PacketFormat(FlitParams const& params)
    : flit_bytes_(params.flit_bytes),
      header_bytes_(params.header_bytes),
      cycle_(params.flit_bytes / (params.flit_rate > 0 ? params.flit_rate : params.bandwidth)),
      longest_(static_cast<std::uint32_t>(params.packet_size[0])) {}

std::uint64_t PacketFormat::flits(double bytes) const {
  auto const of_message = longest_ * flit_bytes_ - header_bytes_;  // message bytes of a full packet
  if (bytes / of_message * longest_ > max_flits)
    throw InputError("a message of " + format_number(bytes) + " bytes is too long",
                     "messages have at most 2^50 flits", "use engine=flow, or increase flit_bytes", "engine");
  auto const full = std::max(1.0, std::ceil(bytes / of_message)) - 1;
  auto const rest = bytes - full * of_message + header_bytes_;
  auto const last = std::clamp(std::ceil(rest / flit_bytes_), 1.0, static_cast<double>(longest_));
  return static_cast<std::uint64_t>(full) * longest_ + static_cast<std::uint64_t>(last);
}

std::uint64_t PacketFormat::first_cycle(double seconds) const {
  auto const cycles = seconds / cycle_;
  return static_cast<std::uint64_t>(std::clamp(std::ceil(cycles - tolerance(cycles)), 0.0, max_cycles));
}

std::uint64_t PacketFormat::last_cycle(double seconds) const {
  auto const cycles = seconds / cycle_;
  return static_cast<std::uint64_t>(std::clamp(std::floor(cycles + tolerance(cycles)), 0.0, max_cycles));
}

}  // namespace weft::flit
