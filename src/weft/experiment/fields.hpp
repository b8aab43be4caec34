// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "weft/core/param.hpp"

/// Parameters of several verbs.
namespace weft {

/// Level of detail about channels in a result.
enum class ChannelDetails : std::uint8_t { summary, channels };

template <>
inline constexpr EnumValue<ChannelDetails> enum_values<ChannelDetails>[] = {
    {"summary", ChannelDetails::summary, "no values of individual channels"},
    {"channels", ChannelDetails::channels, "a table with a row for every channel"}};

template <class Params>
constexpr auto topology_field(std::string Params::*member) {
  return param("topology", member, "network, e.g. torus:sides=8x8x8")
      .positional("TOPOLOGY")
      .required()
      .from("topologies");
}

template <class Params>
constexpr auto seed_field(std::int64_t Params::*member) {
  return param("seed", member, Range{0, 9007199254740992.0}, "random seed");
}

template <class Params>
constexpr auto layout_field(std::string Params::*member) {
  return param("layout", member, "layout of the machine in space, e.g. pitch=0.8,folding=plain")
      .from("layout");
}

template <class Params>
constexpr auto cost_field(std::string Params::*member) {
  return param("cost", member, "cost of routers and cables, e.g. rate=100,port=500").from("cost");
}

template <class Params>
constexpr auto energy_field(std::string Params::*member) {
  return param("energy", member,
               "engine flit: bits of a flit, and the energy of individual events, e.g. "
               "flit_bits=128,link_energy=6; empty: no energy is computed")
      .from("energy");
}

template <class Params>
constexpr auto metrics_field(std::string Params::*member) {
  return param("metrics", member,
               "keys of the metrics to compute, e.g. diameter,bisection; see weft list metrics")
      .from("metrics");
}

template <class Params>
constexpr auto exact_field(bool Params::*member) {
  return param("exact", member, "compute exact values if a method exists, even a slow one");
}

/// Name of the default mapping.
inline constexpr char const* default_mapping = "linear";

template <class Params>
constexpr auto mapping_field(std::string Params::*member) {
  return param("mapping", member,
               "task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings")
      .from("mappings");
}

template <class Params>
constexpr auto grid_field(Sides Params::*member) {
  return param("grid", member, Range{0, 4294967296.0},
               "task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the "
               "terminals allow");
}

template <class Params>
constexpr auto ranks_per_node_field(std::int64_t Params::*member) {
  return param(
      "ranks_per_node", member, Range{0, 1e6},
      "tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each "
      "terminal");
}

template <class Params>
constexpr auto jobs_field(std::string Params::*member) {
  return param("jobs", member,
               "several simultaneous jobs, each on its own part of the machine, with a pattern, mapping "
               "and grid: NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; "
               "weft help job")
      .repeated("job")
      .from("jobs");
}

template <class Params>
constexpr auto classes_field(std::string Params::*member) {
  return param("classes", member,
               "engine flit: several simultaneous traffic patterns, each with a rate, packet sizes, "
               "virtual channels and a priority: NAME:traffic=..,rate=..,vcs=..,priority=..; weft help "
               "class")
      .repeated("class")
      .from("classes");
}

template <class Params>
constexpr auto details_field(ChannelDetails Params::*member) {
  return param("details", member, "additional tables");
}

template <class Params>
constexpr auto output_field(std::string Params::*member) {
  return param("output", member, "output file; default: standard output");
}

}  // namespace weft
