#include "weft/routing/forwarding/lane_dependencies.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "weft/core/parallel.hpp"
#include "weft/routing/forwarding/destination_tree.hpp"

namespace weft::routing {
namespace {

/// Sets bits of a shared word.
void set_bits(std::uint16_t& word, std::uint16_t bits) {
  std::atomic_ref shared{word};
  if ((shared.load(std::memory_order_relaxed) & bits) != bits)
    shared.fetch_or(bits, std::memory_order_relaxed);
}

/// Calls `visit(i)` for each bit i of a word.
template <class Visit>
void for_each_bit(std::uint16_t word, Visit visit) {
  for (; word != 0; word = static_cast<std::uint16_t>(word & (word - 1)))
    visit(static_cast<std::uint8_t>(std::countr_zero(word)));
}

class LaneSearch {
 public:
  LaneSearch(DestinationRoutes const& routes, Network const& network, Lanes const& lanes,
             PairLevels const& levels)
      : routes_(routes),
        network_(network),
        lanes_(lanes),
        levels_(levels),
        first_(network.num_channels() + 1, 0),
        used_(network.num_channels(), 0),
        ends_at_(network.num_routers()) {
    for (std::uint32_t c = 0; c < network.num_channels(); ++c)
      first_[c + std::size_t{1}] =
          first_[c] + std::size_t{network.degree(network.target({c}))} * num_service_levels;
    wanted_.resize(first_.back(), 0);
    for (std::uint32_t end = 0; end < routes.num_ends(); ++end) ends_at_[routes.router(end)].push_back(end);
  }

  LaneDependencies run() {
    std::vector<Scratch> scratch(num_threads(), Scratch(network_.num_routers()));
    parallel_for(routes_.num_ends(), [&](std::size_t end, unsigned worker) {
      search(static_cast<std::uint32_t>(end), scratch[worker]);
    });
    return dependencies();
  }

 private:
  /// The lanes that packets of each service level use on the channel by which they leave a router.
  using LanesByLevel = std::array<std::uint16_t, num_service_levels>;
  struct Scratch {
    explicit Scratch(std::size_t routers) : tree(routers), lanes(routers) {}
    DestinationTree tree;
    std::vector<LanesByLevel> lanes;
  };

  void search(std::uint32_t end, Scratch& scratch) {
    auto const next = routes_.to(end);
    scratch.tree.follow(next, network_);
    std::ranges::fill(scratch.lanes, LanesByLevel{});
    for (auto const r : scratch.tree.order()) {
      if (!next[r].is_channel()) continue;
      auto const channel = next[r].channel();
      auto& lanes = scratch.lanes[r];
      for (auto const source : ends_at_[r]) {
        if (source == end) continue;
        auto const level = levels_(source, end);
        lanes[level] |= static_cast<std::uint16_t>(1U << lanes_.injected(source, channel, level));
      }
      for (auto const word : lanes) set_bits(used_[channel.v], word);
      auto const far = network_.target(channel).v;
      if (next[far].is_channel()) pass_on(lanes, channel, next[far].channel(), scratch.lanes[far]);
    }
  }

  /// The packets that hold lanes of a channel want lanes of the next one.
  void pass_on(LanesByLevel const& held, ChannelIndex from, ChannelIndex to, LanesByLevel& lanes) {
    auto const port = to.v - network_.channel(network_.target(from), {0}).v;
    for (std::uint8_t level = 0; level < num_service_levels; ++level) {
      auto const kept = static_cast<std::uint16_t>(held[level] & ~(1U << dropping_lane));
      if (kept == 0) continue;
      auto const bit = static_cast<std::uint16_t>(1U << lanes_.after(from, to, level));
      lanes[level] |= bit;
      if (bit == 1U << dropping_lane) continue;
      for_each_bit(kept, [&](std::uint8_t lane) {
        set_bits(wanted_[first_[from.v] + std::size_t{port} * num_service_levels + lane], bit);
      });
    }
  }

  /// Calls `visit(held, wanted)` for each dependency, in the order of `held`.
  template <class Visit>
  void for_each_dependency(Visit visit) const {
    for (std::uint32_t c = 0; c < network_.num_channels(); ++c) {
      auto const next = network_.channel(network_.target({c}), {0}).v;
      auto const ports = (first_[c + std::size_t{1}] - first_[c]) / num_service_levels;
      for (std::uint8_t lane = 0; lane < dropping_lane; ++lane)
        for (std::uint32_t p = 0; p < ports; ++p)
          for_each_bit(wanted_[first_[c] + std::size_t{p} * num_service_levels + lane],
                       [&](std::uint8_t other) {
                         visit(VirtualChannel{{c}, lane}, VirtualChannel{{next + p}, other});
                       });
    }
  }

  LaneDependencies dependencies() const {
    LaneDependencies result;
    for (auto const word : used_) {
      result.used |= word & static_cast<std::uint16_t>(~(1U << dropping_lane));
      result.dropped += word >> dropping_lane & 1U;
    }
    std::vector<Vertex> vertex(network_.num_channels() * num_service_levels, 0);
    auto const index = [&](VirtualChannel it) {
      return std::size_t{it.channel.v} * num_service_levels + it.vc;
    };
    for_each_dependency([&](auto held, auto wanted) { vertex[index(held)] = vertex[index(wanted)] = 1; });
    for (std::size_t i = 0; i < vertex.size(); ++i) {
      if (vertex[i] == 0) continue;
      vertex[i] = static_cast<Vertex>(result.lanes.size());
      result.lanes.push_back({{static_cast<std::uint32_t>(i / num_service_levels)},
                              static_cast<std::uint8_t>(i % num_service_levels)});
    }
    std::vector<Arc> arcs;
    for_each_dependency(
        [&](auto held, auto wanted) { arcs.emplace_back(vertex[index(held)], vertex[index(wanted)]); });
    result.waits = Graph::from_arcs(result.lanes.size(), arcs);
    return result;
  }

  DestinationRoutes const& routes_;
  Network const& network_;
  Lanes const& lanes_;
  PairLevels const& levels_;
  std::vector<std::size_t> first_;     // of each channel, in wanted_: by output port of its target, then lane
  std::vector<std::uint16_t> wanted_;  // a bit for each lane
  std::vector<std::uint16_t> used_;    // of each channel, a bit for each lane
  std::vector<std::vector<std::uint32_t>> ends_at_;
};

}  // namespace

LaneDependencies lane_dependencies(DestinationRoutes const& routes, Network const& network,
                                   Lanes const& lanes, PairLevels const& levels) {
  return LaneSearch(routes, network, lanes, levels).run();
}

}  // namespace weft::routing
