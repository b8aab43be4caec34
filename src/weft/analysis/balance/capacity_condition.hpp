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

/// Hops between the routers of two different terminals: of all pairs, or of the pairs seen from some routers.
struct TerminalDistances {
  std::vector<double> pairs;  ///< pairs[d]: ordered pairs at distance d that were counted
  double mean = 0;            ///< hops
  bool exact = true;          ///< all pairs were counted
  double half_width = 0;      ///< else: of the 95 % confidence interval of the mean
  std::uint64_t longest = 0;  ///< hops, of the pairs that were counted
  std::string how;            ///< the method
};

/// In closed form or by searches from all routers where that is affordable (MetricOptions::seconds, exact),
/// else by searches from 64 routers, drawn by `seed`. Throws InputError for fewer than two terminals and for
/// terminals that no path leads to.
TerminalDistances terminal_distances(TopologyFacts const& subject, MetricOptions const& options,
                                     std::uint64_t seed, Progress& progress = no_progress());

/// The reading of phi and the channels of the capacity condition.
enum class Reading : std::uint8_t {
  binding,     ///< the most demanding of mean, cut and throughput
  mean,        ///< mean distance, all channels
  cut,         ///< requests that must cross the bisection
  diameter,    ///< maximum distance, all channels
  throughput,  ///< the throughput of uniform traffic
  published,   ///< as the source of the topology counts
};
template <>
inline constexpr EnumValue<Reading> enum_values<Reading>[] = {
    {"binding", Reading::binding,
     "the most demanding of mean, cut and throughput, all of which uniform traffic must meet"},
    {"mean", Reading::mean, "the mean distance of two terminals; all channels, by their bandwidth"},
    {"cut", Reading::cut,
     "the requests that cross the middle; the channels that do, where each half has half of the terminals"},
    {"diameter", Reading::diameter,
     "the maximum distance between two terminals; all channels, by their bandwidth"},
    {"throughput", Reading::throughput,
     "the uniform throughput under optimal routing, instead of a condition"},
    {"published", Reading::published,
     "as Leppanen & Penttonen count for this topology, the first of their readings"}};

/// The capacity condition p phi / k <= channels of a network whose p processors each send a request every k
/// steps (Leppanen & Penttonen, Sparse networks: balance of processing and communication, 2007): a request
/// needs a channel for each of its phi hops.
struct CapacityCondition {
  Reading reading = Reading::mean;
  std::string name;
  double processors = 0;
  double hops = 0;      ///< phi
  double channels = 0;  ///< requests that can move at once
  std::string how;
  bool necessary = false;   ///< a lower k cannot carry uniform traffic
  bool sufficient = false;  ///< this k carries it

  /// The minimum k, in steps.
  double k_min() const { return channels > 0 ? processors * hops / channels : 0; }
  /// The minimum whole k, at least 1: a processor sends one request in a step at most.
  std::uint64_t whole_k_min() const;
  /// Whether requests every `every` steps are carried.
  bool carries(std::int64_t every) const;
};

/// All readings of a network, those of the literature first, then mean, diameter and throughput (two bounds
/// where it is not known), cut if the bisection or a cut no wider than it is. `trips`: how often a request
/// crosses the network, 2 with an answer. Throws InputError for a network without channels.
std::vector<CapacityCondition> capacity_conditions(TopologyFacts const& subject,
                                                   TerminalDistances const& distances, std::uint32_t trips,
                                                   MetricOptions const& options,
                                                   Progress& progress = no_progress());

/// The first condition of that reading, or null; binding: the necessary one of maximum k_min; among equal
/// ones the cut, then the throughput.
CapacityCondition const* find_reading(std::vector<CapacityCondition> const& conditions, Reading reading);

/// The law of Leppanen & Penttonen (Sparse networks, 2007, "Real world facts") about a machine in space:
/// signals have a limited speed, and p processors take a volume, so that their distance grows as p^(1/3).
/// The law is about meters. It bounds hops only where the length of a cable is bounded.
struct SignalLaw {
  /// Mean distance of two distinct processors, along the axes.
  double mean_meters = 0;
  /// (p x volume per processor)^(1/3), the processors of a router sharing its place: the mean distance along
  /// the axes in a cube of that volume. No arrangement of equally loaded places has a mean below 0.638 of it
  /// less a pitch: a ball has the minimum mean distance of two points, 36/35 of its radius.
  double cube_side = 0;
  /// Where it is affordable to find.
  std::optional<double> longest_cable = {};

  /// Hops that a mean request needs at least, one way: each hop leads no farther than the longest cable.
  std::optional<double> min_hops() const {
    if (!longest_cable || *longest_cable <= 0) return {};
    return mean_meters / *longest_cable;
  }
};

/// The law for one network; without value for networks too large to lay out in a second.
std::optional<SignalLaw> signal_law(AnyTopology const& topology, TopologyFacts const& facts,
                                    LayoutParams const& params);

}  // namespace weft
