// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/analysis/metrics.hpp"
#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft {

/// Hops between the routers of two distinct terminals: over all pairs, or over the pairs that start at a
/// sample of routers.
struct TerminalDistances {
  std::vector<double> pairs;  ///< pairs[d]: number of counted ordered pairs at distance d
  double mean = 0;            ///< hops
  bool exact = true;          ///< all pairs were counted
  double half_width = 0;      ///< of the 95 % confidence interval of the mean, if not exact
  std::uint64_t longest = 0;  ///< maximum hops over the counted pairs
  std::string how;            ///< the method
};

/// Counts the pairs with a closed form or by searches from all routers if affordable (MetricOptions::seconds,
/// exact), otherwise by searches from 64 routers drawn with `seed`. Throws InputError for fewer than two
/// terminals and for unreachable terminals.
TerminalDistances terminal_distances(TopologyFacts const& subject, MetricOptions const& options,
                                     std::uint64_t seed, Progress& progress = no_progress());

/// Interpretation of phi and of the channels in the capacity condition.
enum class Reading : std::uint8_t {
  binding,     ///< the most demanding of mean, cut and throughput
  mean,        ///< mean distance, all channels
  cut,         ///< requests that must cross the bisection
  diameter,    ///< maximum distance, all channels
  throughput,  ///< the throughput of uniform traffic
  published,   ///< counted as in the source of the topology
};
template <>
inline constexpr EnumValue<Reading> enum_values<Reading>[] = {
    {"binding", Reading::binding,
     "the most demanding of mean, cut and throughput, all of which uniform traffic must satisfy"},
    {"mean", Reading::mean,
     "demand: the mean terminal distance; capacity: all channels, weighted by bandwidth"},
    {"cut", Reading::cut,
     "demand: requests that cross a bisection of the terminals; capacity: the channels across it"},
    {"diameter", Reading::diameter,
     "demand: the maximum terminal distance; capacity: all channels, weighted by bandwidth"},
    {"throughput", Reading::throughput,
     "the uniform throughput under optimal routing, instead of a condition"},
    {"published", Reading::published,
     "processors, hops and channels as Leppanen & Penttonen count them for this topology, in their "
     "first variant"}};

/// The capacity condition p phi / k <= channels of a network with p processors that each send a request every
/// k steps (Leppanen & Penttonen, Sparse networks: balance of processing and communication, 2007): a request
/// uses a channel for each of its phi hops.
struct CapacityCondition {
  Reading reading = Reading::mean;
  std::string name;
  double processors = 0;
  double hops = 0;      ///< phi
  double channels = 0;  ///< requests that can move simultaneously
  std::string how;
  bool necessary = false;   ///< a lower k cannot carry uniform traffic
  bool sufficient = false;  ///< this k carries uniform traffic

  /// Returns the minimum k, in steps.
  double k_min() const { return channels > 0 ? processors * hops / channels : 0; }
  /// Returns the minimum integer k, at least 1, because a processor sends at most one request per step.
  std::uint64_t whole_k_min() const;
  /// Returns whether the network can carry one request per processor every `every` steps.
  bool carries(std::int64_t every) const;
};

/// Returns the capacity condition under every reading: as published for the topology, mean distance,
/// diameter, cut (if the bisection or an upper bound on it is known), and throughput (two bounds if it is
/// unknown). `trips`: number of times that a request crosses the network, 2 with a reply. Throws InputError
/// for a network without channels.
std::vector<CapacityCondition> capacity_conditions(TopologyFacts const& subject,
                                                   TerminalDistances const& distances, std::uint32_t trips,
                                                   MetricOptions const& options,
                                                   Progress& progress = no_progress());

/// Returns the first condition with the given reading, or null; for `binding`, the necessary condition with
/// the maximum k_min. Among equal maxima, prefers the cut, then the throughput.
CapacityCondition const* find_reading(std::vector<CapacityCondition> const& conditions, Reading reading);

/// The law of Leppanen & Penttonen (Sparse networks, 2007, "Real world facts") about machines in physical
/// space: signals have a limited speed, and p processors occupy a volume, so that their distance grows as
/// p^(1/3). The law applies to meters; it bounds hops only if cable lengths are bounded.
struct SignalLaw {
  /// Mean distance of two distinct processors, along the axes.
  double mean_meters = 0;
  /// (p x volume per processor)^(1/3), where the processors of a router share its position: the mean distance
  /// along the axes in a cube of this volume. The mean over any arrangement of equally loaded positions is at
  /// least 0.638 cube_side minus a pitch, because a ball has the minimum mean distance of two points, 36/35
  /// of its radius.
  double cube_side = 0;
  /// Length of the longest cable; unset if it is too expensive to compute.
  std::optional<double> longest_cable = {};

  /// Returns a lower bound on the mean number of hops of a request, one way, since no hop is longer than the
  /// longest cable.
  std::optional<double> min_hops() const {
    if (!longest_cable || *longest_cable <= 0) return {};
    return mean_meters / *longest_cable;
  }
};

/// Returns the law for a network, or nullopt if the network is too large to be laid out in about a second.
std::optional<SignalLaw> signal_law(AnyTopology const& topology, TopologyFacts const& facts,
                                    LayoutParams const& params);

}  // namespace weft
