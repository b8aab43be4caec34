// SPDX-License-Identifier: Apache-2.0
#include "weft/drawing/scene.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/drawing/blocks.hpp"
#include "weft/drawing/picture.hpp"
#include "weft/drawing/scene_places.hpp"
#include "weft/network/network.hpp"
#include "weft/network/picture_plan.hpp"
#include "weft/network/router_names.hpp"

namespace weft {
namespace {

constexpr std::uint64_t max_routers = 10'000'000, max_channels = std::uint64_t{1} << 23;
constexpr std::uint64_t min_for_blocks = 513;

/// Adds the terminals in the order of their routers, unless this is their numerical order.
void add_terminals(Network const& network, Scene& scene) {
  bool in_order = true;
  for (std::uint32_t r = 0; r < scene.routers && in_order; ++r) {
    auto const [first, count] = network.terminals_at({r});
    in_order = count == 0 || first.v == scene.first_terminal[r];
  }
  if (in_order) return;
  for (std::uint32_t r = 0; r < scene.routers; ++r) {
    auto const [first, count] = network.terminals_at({r});
    for (std::uint32_t i = 0; i < count; ++i) scene.terminal.push_back(first.v + i);
  }
}

void add_routers(AnyTopology const& topology, Network const& network, Scene& scene) {
  auto const routers = static_cast<std::size_t>(scene.routers);
  scene.kind.resize(routers);
  scene.first_terminal.assign(routers + 1, 0);
  for (std::uint32_t r = 0; r < routers; ++r) {
    scene.kind[r] = static_cast<std::uint8_t>(kind_of(topology, &network, {r}));
    scene.first_terminal[r + std::size_t{1}] = scene.first_terminal[r] + network.terminals_at({r}).count;
  }
  add_terminals(network, scene);
  auto const first = network.first_channels();
  scene.first_channel.assign(first.begin(), first.end());
}

void add_channels(Network const& network, Scene& scene) {
  auto const targets = network.targets();
  scene.target.assign(targets.begin(), targets.end());
  auto const classes = network.class_indices();
  scene.channel_class.assign(classes.begin(), classes.end());
  auto const channels = static_cast<std::uint32_t>(network.num_channels());
  if (scene.bidirectional) {
    scene.reverse.resize(channels);
    for (std::uint32_t c = 0; c < channels; ++c) scene.reverse[c] = network.reverse({c}).v;
  }
  if (network.has_failures()) {
    scene.channel_failed.resize(channels);
    for (std::uint32_t c = 0; c < channels; ++c)
      scene.channel_failed[c] = network.channel_failed({c}) ? 1 : 0;
  }
}

}  // namespace

void check_scene_size(AnyTopology const& topology) {
  auto const size = size_of(topology);
  if (size.routers > max_routers)
    throw InputError(fmt::format("{} routers are too many for a scene", size.routers),
                     fmt::format("the limit is {}", max_routers), "choose a smaller network")
        .about("topology");
  constexpr std::uint64_t bytes_per_router = 64, bytes_per_channel = 32;
  require_memory(size.bytes() + size.routers * bytes_per_router +
                     std::min(size.channels, max_channels) * bytes_per_channel,
                 "the scene of " + topology.spec(false), "choose a smaller network");
}

Scene scene_of(AnyTopology const& topology, Machine const& machine, SceneArrangement arrangement,
               LayoutParams const& layout, Progress& progress) {
  check_scene_size(topology);
  progress.start("network", 0);
  auto const& network = *machine.network();
  Scene scene{.topology = topology.spec(true),
              .title = topology.spec(false),
              .facts = facts_of(topology, network.num_channels(), machine.has_failures()),
              .routers = network.num_routers(),
              .terminals = network.num_terminals(),
              .channels = network.num_channels(),
              .bidirectional = network.is_bidirectional(),
              .named = RouterLabels(topology).has_names(),
              .arrangement = arrangement,
              .classes = topology.classes(),
              .whole = network.num_channels() <= max_channels};
  add_routers(topology, network, scene);
  scene.titles = part_titles(topology);
  if (scene.whole) add_channels(network, scene);
  progress.start("positions", 0);
  auto plan = picture_plan(topology);
  place_routers(topology, network, layout, plan, scene);
  if (scene.routers >= min_for_blocks) add_blocks(network, std::move(plan), scene);
  progress.finish();
  return scene;
}

namespace {

constexpr std::uint64_t max_blocks = 4096, min_blocks = 64, routers_per_block = 16;
constexpr std::size_t max_bundles = 1U << 17;
constexpr std::uint32_t inside = std::numeric_limits<std::uint32_t>::max();

/// Returns blocks of routers that are near each other in the plane.
Blocks blocks_of_places(Scene const& scene, std::uint64_t limit) {
  auto const& at = scene.position;
  auto const side = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(limit)));
  std::vector<float> low{at[0], at[1]}, high = low;
  for (std::size_t i = 0; i < at.size(); ++i)
    if (i % 3 < 2) {
      low[i % 3] = std::min(low[i % 3], at[i]);
      high[i % 3] = std::max(high[i % 3], at[i]);
    }
  auto const cell = [&](std::size_t router, std::size_t axis) {
    auto const width = std::max(high[axis] - low[axis], 1e-6F);
    auto const share = (at[3 * router + axis] - low[axis]) / width;
    return std::min(static_cast<std::uint32_t>(share * static_cast<float>(side)), side - 1);
  };
  Blocks blocks{.note = "Each circle stands for the routers near it"};
  for (std::size_t r = 0; r < scene.kind.size(); ++r) blocks.of.push_back(cell(r, 0) + side * cell(r, 1));
  return blocks;
}

Blocks blocks_within(std::uint64_t limit, PicturePlan const& plan, Scene const& scene) {
  if (!plan.structured && scene.arrangement == SceneArrangement::free) return blocks_of_places(scene, limit);
  auto const natural = std::min(limit * routers_per_block / 2, max_blocks);  // the sizes of groups are fixed
  auto const stages = plan.style == PictureStyle::stages || plan.style == PictureStyle::rings
                          ? *std::ranges::max_element(plan.parts[0]) + std::uint64_t{1}
                          : 1;
  return blocks_of(plan, {.grid = limit,
                          .groups = plan.style == PictureStyle::groups ? natural : limit,
                          .of_stage = std::max<std::uint64_t>(1, limit / stages),
                          .even = true});
}

/// The routers of each block, block by block.
struct Members {
  std::vector<std::uint32_t> first, routers;
};

Members members_of(std::vector<std::uint32_t> const& block, std::uint32_t blocks) {
  Members members{std::vector<std::uint32_t>(blocks + std::size_t{1}, 0),
                  std::vector<std::uint32_t>(block.size())};
  for (auto const b : block) ++members.first[b + std::size_t{1}];
  for (std::uint32_t b = 0; b < blocks; ++b) members.first[b + std::size_t{1}] += members.first[b];
  auto next = members.first;
  for (std::uint32_t r = 0; r < block.size(); ++r) members.routers[next[block[r]]++] = r;
  return members;
}

/// Sets the position of each block to the centroid of its routers.
void place_blocks(std::uint32_t blocks, Scene& scene) {
  std::vector<double> sum(3 * std::size_t{blocks}, 0);
  std::vector<std::uint32_t> count(blocks, 0);
  for (std::size_t r = 0; r < scene.block.size(); ++r) {
    ++count[scene.block[r]];
    for (std::size_t axis = 0; axis < 3; ++axis)
      sum[3 * std::size_t{scene.block[r]} + axis] += static_cast<double>(scene.position[3 * r + axis]);
  }
  scene.block_position.clear();
  for (std::size_t i = 0; i < sum.size(); ++i)
    scene.block_position.push_back(static_cast<float>(sum[i] / count[i / 3]));
}

/// Builder of the bundles, block by block.
class Bundling {
 public:
  Bundling(Network const& network, std::uint32_t blocks, Scene& scene)
      : network_(network),
        scene_(scene),
        classes_(network.classes().size()),
        bundle_to_(blocks, 0),
        met_by_(blocks, inside),
        counts_(blocks * classes_, 0) {
    scene_.bundle_ends.clear();
    scene_.bundle_count.clear();
    scene_.bundle_class.clear();
    scene_.bundle_of_channel.assign(scene_.whole ? static_cast<std::size_t>(network.num_channels()) : 0,
                                    inside);
  }

  /// Returns false if there are too many bundles.
  bool run() {
    auto const blocks = static_cast<std::uint32_t>(bundle_to_.size());
    auto const members = members_of(scene_.block, blocks);
    for (std::uint32_t block = 0; block < blocks; ++block) {
      auto const begin = scene_.bundle_count.size();
      for (auto i = members.first[block]; i < members.first[block + std::size_t{1}]; ++i)
        add_router(members.routers[i], block);
      if (scene_.bundle_count.size() > max_bundles) return false;
      for (auto bundle = begin; bundle < scene_.bundle_count.size(); ++bundle) finish(bundle);
    }
    return true;
  }

 private:
  void add_router(std::uint32_t router, std::uint32_t block) {
    auto const first = network_.first_channels();
    auto const targets = network_.targets();
    for (auto c = first[router]; c < first[router + std::size_t{1}]; ++c) {
      auto const other = scene_.block[targets[c]];
      if (other != block && (other > block || !network_.is_bidirectional())) add_channel({c}, block, other);
    }
  }

  void add_channel(ChannelIndex c, std::uint32_t from, std::uint32_t to) {
    bool const two_way = network_.is_bidirectional();
    if (met_by_[to] != from) {
      met_by_[to] = from;
      bundle_to_[to] = static_cast<std::uint32_t>(scene_.bundle_count.size());
      scene_.bundle_ends.insert(scene_.bundle_ends.end(), {from, to});
      scene_.bundle_count.push_back(0);
    }
    auto const bundle = bundle_to_[to];
    if (scene_.whole) {
      scene_.bundle_of_channel[c.v] = bundle;
      if (two_way) scene_.bundle_of_channel[network_.reverse(c).v] = bundle;
    }
    if (!network_.channel_failed(c)) scene_.bundle_count[bundle] += two_way ? 2 : 1;
    ++counts_[to * classes_ + network_.class_of(c).v];
  }

  /// Sets the class of a bundle to the most frequent class of its channels, and resets the counts to 0.
  void finish(std::size_t bundle) {
    auto const begin =
        counts_.begin() + static_cast<std::ptrdiff_t>(scene_.bundle_ends[2 * bundle + 1] * classes_);
    auto const end = begin + static_cast<std::ptrdiff_t>(classes_);
    scene_.bundle_class.push_back(static_cast<std::uint8_t>(std::max_element(begin, end) - begin));
    std::fill(begin, end, 0u);
  }

  Network const& network_;
  Scene& scene_;
  std::size_t classes_;
  std::vector<std::uint32_t> bundle_to_,
      met_by_;                         ///< by far block: its latest bundle, and the near block of this bundle
  std::vector<std::uint32_t> counts_;  ///< by far block and class
};

}  // namespace

void add_blocks(Network const& network, PicturePlan const& plan, Scene& scene) {
  if (plan.parts.empty()) return;
  auto limit = std::clamp(scene.routers / routers_per_block, min_blocks, max_blocks);
  for (bool few = false; !few; limit /= 2) {
    auto found = blocks_within(limit, plan, scene);
    scene.block = std::move(found.of);
    scene.block_note = std::move(found.note);
    auto const blocks = make_dense(scene.block);
    few = Bundling(network, blocks, scene).run();
    if (few) place_blocks(blocks, scene);
  }
}

}  // namespace weft
