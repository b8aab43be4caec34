// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/quantity.hpp"
#include "weft/core/result.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/network.hpp"

namespace weft {

/// Converts slots and steps, or units of load, to seconds. A channel of bandwidth 1 transfers a packet of
/// `bytes` bytes in bytes / bandwidth seconds; each step (for loads: each hop) takes an additional time
/// `alpha` (R. W. Hockney, Parallel Computing 20, 1994).
struct LinkTimes {
  double bytes = 0, bandwidth = 0, alpha = 0;
  friend bool operator==(LinkTimes const&, LinkTimes const&) = default;

  /// Returns whether times are requested.
  bool are_requested() const { return bandwidth > 0; }
  /// Returns the time in seconds in which a channel of bandwidth 1 transfers `packets` packets.
  double transfer_seconds(double packets) const { return packets * bytes / bandwidth; }
  double seconds(double steps, double slots) const { return alpha * steps + transfer_seconds(slots); }
};

/// Throws InputError for a rate so low that times would overflow; 0 means no rate.
inline void check_bandwidth(double bandwidth) {
  constexpr double min_bandwidth = 1e-3;
  if (bandwidth != 0 && bandwidth < min_bandwidth)
    throw InputError("bandwidth=" + format_number(bandwidth), "must be 0 or in [0.001, 1e18] bytes/s", "",
                     "bandwidth");
}

/// Returns the schema for a verb that computes no times by default. `of_bytes`, `of_alpha`: help texts.
constexpr auto time_schema(std::string_view of_bytes, std::string_view of_alpha) {
  return std::tuple{
      param("bytes", &LinkTimes::bytes, Range{0, 1e18}, of_bytes, "bytes"),
      param("bandwidth", &LinkTimes::bandwidth, Range{0, 1e18},
            "rate of a channel of bandwidth 1, e.g. 100Gb/s; the result then also contains times in "
            "seconds; 0: no times",
            "bytes/s"),
      param("alpha", &LinkTimes::alpha, Range{0, 1e9}, of_alpha, "seconds")};
}

/// Returns the times of a request, a struct with the group `times`, on a network. Channels have the rates in
/// the file of the network, or `bandwidth` per unit of bandwidth if the file specifies none. Throws
/// InputError for bytes or alpha without a rate.
template <class Params>
LinkTimes link_times(Params const& params, AnyTopology const& topology) {
  LinkTimes const defaults = Params{}.times, &times = params.times;
  check_bandwidth(times.bandwidth);
  if (times.bandwidth > 0 || times.bytes != defaults.bytes)
    if (auto const rate = topology.unit_rate(times.bandwidth); rate > 0)
      return {times.bytes, rate, times.alpha};
  for (auto const& [name, given] :
       {std::pair{"bytes", times.bytes != defaults.bytes}, std::pair{"alpha", times.alpha != defaults.alpha}})
    if (given && times.bandwidth == 0)
      throw needs(name, "bandwidth", "times are computed from the rate of a channel",
                  "specify bandwidth, e.g. bandwidth=100Gb/s")
          .at(name);
  return times;
}

/// Adds a note if the rate of a request has no effect because the file of the topology specifies rates.
/// `given`: the rate as the request specifies it, if not as `bandwidth`.
inline void add_rate_note(AnyTopology const& topology, double bandwidth, Result& result,
                          std::string const& given = {}) {
  if (auto const rate = topology.unit_rate(bandwidth); rate != bandwidth)
    result.notes.push_back("channel rates are taken from the file: " + format_byte_rate(rate) +
                           " for a channel of bandwidth 1, not " +
                           (given.empty() ? "bandwidth=" + format_number(bandwidth) : given));
}

/// Adds a note if the file of the network specifies latencies, which are in cycles, for engines that do not
/// support latencies of individual channels.
inline void add_latency_note(Network const& network, Result& result) {
  if (network.has_latencies())
    result.notes.emplace_back("the latencies of the file are in cycles: only engine flit uses them");
}

/// Adds the times to the settings of a request, if times are requested.
inline void add_times(LinkTimes const& times, std::vector<Setting>& settings) {
  if (!times.are_requested()) return;
  settings.push_back({"bytes", format_number(times.bytes)});
  settings.push_back({"bandwidth", format_number(times.bandwidth)});
  settings.push_back({"alpha", format_number(times.alpha)});
}

}  // namespace weft
