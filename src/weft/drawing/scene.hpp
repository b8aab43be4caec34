// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/network/any_topology.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/network/part_titles.hpp"
#include "weft/network/picture_plan.hpp"

namespace weft {

/// Arrangement of the routers of a scene.
enum class SceneArrangement : std::uint8_t { structure, room, free };

template <>
inline constexpr EnumValue<SceneArrangement> enum_values<SceneArrangement>[] = {
    {"structure", SceneArrangement::structure, "as the topology is built: grid, stages, groups"},
    {"room", SceneArrangement::room, "as the machine stands in its machine room, in three dimensions"},
    {"free", SceneArrangement::free, "from the links alone, without the structure"}};

/// A network as arrays for drawing. The members are explained at Scene and SceneHeader in
/// web/src/engine/protocol.ts; arrays that a scene does not have are empty.
struct Scene {
  std::string topology, title, facts;
  std::uint64_t routers = 0, terminals = 0, channels = 0;
  bool bidirectional = true;
  bool named = false;  ///< whether routers have names, which may be numbers
  SceneArrangement arrangement = SceneArrangement::structure;
  std::string style = "free";
  std::uint8_t dimensions = 2;
  std::vector<ChannelClass> classes = {};
  std::vector<std::string> part_names = {};
  std::string block_note = {};
  bool whole = true;

  std::vector<float> position = {};
  std::vector<std::uint8_t> kind = {};
  std::vector<std::uint32_t> first_terminal = {}, terminal = {}, first_channel = {};
  std::vector<std::uint32_t> target = {}, reverse = {};
  std::vector<std::uint8_t> channel_class = {}, channel_failed = {};
  std::vector<float> bend = {}, cut_end = {};
  std::vector<std::uint32_t> part = {}, rack = {};
  std::vector<std::uint32_t> block = {};
  std::vector<float> block_position = {};
  std::vector<std::uint32_t> bundle_ends = {}, bundle_count = {};
  std::vector<std::uint8_t> bundle_class = {};
  std::vector<std::uint32_t> bundle_of_channel = {};
  PartTitles titles = {};

  std::uint64_t blocks() const { return block_position.size() / 3; }
};

/// Throws InputError for a topology that is too large for a scene: with more than 10^7 routers, or one that
/// does not fit in memory. Does not build the network.
void check_scene_size(AnyTopology const& topology);

/// Returns the scene of a topology. `machine`: the topology with its failures. Networks with more than 512
/// routers have blocks, at most 4,096; networks with more than 2^23 channels have no arrays per channel.
/// Throws InputError for networks that are too large, or too large for a free arrangement.
Scene scene_of(AnyTopology const& topology, Machine const& machine, SceneArrangement arrangement,
               LayoutParams const& layout = {}, Progress& progress = no_progress());

/// Adds blocks of routers to a scene with router positions, and bundles of the channels between blocks: one
/// per pair of blocks, for both directions if every channel has a reverse. Adds nothing if `plan` has no
/// parts.
void add_blocks(Network const& network, PicturePlan const& plan, Scene& scene);

}  // namespace weft
