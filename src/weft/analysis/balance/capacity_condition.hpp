#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/analysis/balance/terminal_distances.hpp"
#include "weft/analysis/metrics.hpp"
#include "weft/core/param.hpp"
#include "weft/network/topology_facts.hpp"

namespace weft {

/// What phi and the channels of the capacity condition are.
enum class Reading : std::uint8_t {
  binding,     ///< the most demanding of mean, cut and throughput
  mean,        ///< mean distance, all channels
  cut,         ///< what must cross the bisection
  diameter,    ///< maximum distance, all channels
  throughput,  ///< what uniform traffic really gets through
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

/// The capacity condition p phi / k <= channels of a network whose p processors each send a request every k steps (Leppanen &
/// Penttonen, Sparse networks: balance of processing and communication, 2007): a request needs a channel for each of its
/// phi hops.
struct CapacityCondition {
  Reading reading = Reading::mean;
  std::string name;
  double processors = 0;
  double hops = 0;      ///< phi
  double channels = 0;  ///< requests that can move at once
  std::string how;
  bool necessary = false;   ///< uniform traffic is not carried at a lower k
  bool sufficient = false;  ///< it is carried at this one

  /// The minimum k, in steps.
  double k_min() const { return channels > 0 ? processors * hops / channels : 0; }
  /// The minimum whole k, at least 1: a processor sends one request in a step at most.
  std::uint64_t whole_k_min() const;
  /// Whether requests every `every` steps are carried.
  bool carries(std::int64_t every) const;
  /// Balanced, or sparse: every processor may send a request in every step.
  bool is_sparse() const { return whole_k_min() == 1; }
};

/// All readings of a network, those of the literature first, then mean, diameter and throughput (two bounds where it is not
/// known), cut if the bisection or a cut no wider than it is. `trips`: how often a request crosses the network, 2 with an answer. Throws InputError for a network without channels.
std::vector<CapacityCondition> capacity_conditions(TopologyFacts const& subject,
                                                   TerminalDistances const& distances, std::uint32_t trips,
                                                   MetricOptions const& options,
                                                   Progress& progress = no_progress());

/// The first condition of that reading, or null; binding: the necessary one of maximum k_min; among equal ones the cut,
/// then the throughput.
CapacityCondition const* find_reading(std::vector<CapacityCondition> const& conditions, Reading reading);

}  // namespace weft
