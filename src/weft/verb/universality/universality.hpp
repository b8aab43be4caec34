// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/experiment/experiment.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::verb {

/// Tree that delivers the messages.
enum class DeliveringTree : std::uint8_t { universal, own };

/// Additional tables of the result.
enum class TreeDetails : std::uint8_t { summary, channels, messages };

}  // namespace weft::verb

namespace weft {
template <>
inline constexpr EnumValue<verb::DeliveringTree> enum_values<verb::DeliveringTree>[] = {
    {"universal", verb::DeliveringTree::universal,
     "the universal fat tree of the volume in which the network is laid out"},
    {"own", verb::DeliveringTree::own,
     "the network itself, which is a tree if channels between the same routers, and routers of one level "
     "above the same leaves, are merged"}};
template <>
inline constexpr EnumValue<verb::TreeDetails> enum_values<verb::TreeDetails>[] = {
    {"summary", verb::TreeDetails::summary, "facts, levels and sets"},
    {"channels", verb::TreeDetails::channels, "also the load factor of every channel of the tree"},
    {"messages", verb::TreeDetails::messages, "also the set of every message"}};
}  // namespace weft

namespace weft::verb {

/// Delivery of a message set on a tree (Leiserson 1985): its load factor, its partition into sets of load
/// factor at most 1, and their delivery, set by set. The tree is the network itself, or the universal fat
/// tree that simulates the network in the same volume: the layout of the network is divided into a tree of
/// boxes, and its routers become the leaves. The messages come from jobs, or there is one on each channel of
/// the network, which would deliver them in one step. Tables: facts; loads by level; sets.
struct Universality {
  struct Params {
    std::string topology = "torus:sides=8x8x8";
    DeliveringTree tree = DeliveringTree::universal;
    std::string pattern = {};
    std::string mapping = default_mapping;
    Sides grid{0};
    std::int64_t ranks_per_node = 0;
    std::string jobs = {};
    double message = 0;
    double capacity = 1;
    std::string layout = {};
    TreeDetails details = TreeDetails::summary;
    FailureParams failures = {};
    std::int64_t seed = 1;
  };
  static constexpr std::string_view name = "universality";
  static constexpr std::string_view doc = "slowdown of an area-universal fat tree (Leiserson 1985)";
  static constexpr std::string_view example =
      "weft universality torus:8x8x8 --pattern halo\n"
      "weft universality leiserson_fat_tree --tree own --pattern all_to_all\n"
      "weft universality torus:sides=16x16x16 --pattern permutation";
  static constexpr std::tuple schema = std::tuple_cat(
      std::tuple{
          topology_field(&Params::topology), param("tree", &Params::tree, "tree that delivers the messages"),
          param("pattern", &Params::pattern,
                "traffic pattern of the tasks, e.g. halo, all_to_all; default: a message on every channel of "
                "the network")
              .from("communication patterns")
              .also("traffic"),
          mapping_field(&Params::mapping), grid_field(&Params::grid),
          ranks_per_node_field(&Params::ranks_per_node), jobs_field(&Params::jobs),
          param("message", &Params::message, Range{0, 1e6},
                "size of a message, relative to the traffic of the mean task: each flow is divided into "
                "messages of this size; 0: one message per flow"),
          param("capacity", &Params::capacity, Range{1e-9, 1e9},
                "tree=own: number of simultaneous messages on a channel of bandwidth 1"),
          layout_field(&Params::layout), param("details", &Params::details, "additional tables"),
          seed_field(&Params::seed)},
      group(&Params::failures, failure_schema));
  static ExperimentPtr assemble(Params const& params);
};

}  // namespace weft::verb
