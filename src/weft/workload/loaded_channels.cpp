// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/loaded_channels.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/engine/load/percs/load.hpp"

namespace weft {
namespace {

constexpr std::uint32_t nodes = load::supernode_nodes, inner_channels = nodes * (nodes - 1);

/// Stores PERCS loads, indexed by channel: for each supernode, the channels between its nodes, then the
/// channels to each supernode.
class LoadsByPosition final : public load::PercsLoadVisitor {
 public:
  explicit LoadsByPosition(std::uint32_t supernodes)
      : channel(std::uint64_t{supernodes} * (inner_channels + supernodes)), supernodes_(supernodes) {}
  void inner(std::uint32_t a, load::NodePairs const& load) override {
    auto next = first_of(a);
    for (std::uint32_t u = 0; u < nodes; ++u)
      for (std::uint32_t v = 0; v < nodes; ++v)
        if (v != u) channel[next++] = load[u][v];
  }
  void between(std::uint32_t a, std::span<std::uint64_t const> load) override {
    std::ranges::copy(load, channel.begin() + static_cast<std::ptrdiff_t>(first_of(a) + inner_channels));
  }
  std::vector<std::uint64_t> channel;

 private:
  std::size_t first_of(std::uint32_t a) const { return std::size_t{a} * (inner_channels + supernodes_); }
  std::uint32_t supernodes_;
};

}  // namespace

/// A PERCS channel: from node u to node v of supernode a, or the first D link from supernode a to b.
struct LoadedChannels::PercsPlace {
  std::uint32_t a, b, u, v;
  bool between;
};

LoadedChannels::LoadedChannels(RoutedMachine const& machine)
    : machine_(&machine), names_(machine.topology()) {}

LoadedChannels::PercsPlace LoadedChannels::place(std::uint64_t channel) const {
  auto const& paths = *machine_->percs_paths();
  auto const of_supernode = inner_channels + paths.supernodes();
  auto const a = static_cast<std::uint32_t>(channel / of_supernode);
  auto const rest = static_cast<std::uint32_t>(channel % of_supernode);
  if (rest >= inner_channels) {
    auto const b = rest - inner_channels;
    return {a, b, b % paths.width(), a % paths.width(), true};
  }
  auto const u = rest / (nodes - 1), other = rest % (nodes - 1);
  return {a, a, u, other + (other >= u), false};
}

std::uint64_t LoadedChannels::position(RouterId from, RouterId to) const {
  auto const of_supernode = inner_channels + machine_->percs_paths()->supernodes();
  auto const a = from.v / nodes, b = to.v / nodes, u = from.v % nodes, v = to.v % nodes;
  auto const inner = u * (nodes - 1) + v - (v > u ? 1 : 0);
  return std::uint64_t{a} * of_supernode + (a == b ? inner : inner_channels + b);
}

std::uint64_t LoadedChannels::size() const {
  auto const& paths = machine_->percs_paths();
  return paths ? std::uint64_t{paths->supernodes()} * (inner_channels + paths->supernodes())
               : machine_->network().num_channels();
}

std::size_t LoadedChannels::class_of(std::uint64_t channel) const {
  if (!machine_->percs_paths()) return machine_->network().group_of({static_cast<std::uint32_t>(channel)});
  auto const location = place(channel);
  return location.between                                                                           ? 0
         : location.u / PercsCounts::nodes_per_drawer == location.v / PercsCounts::nodes_per_drawer ? 2
                                                                                                    : 1;
}

std::uint64_t LoadedChannels::alike(std::uint64_t channel) const {
  auto const& paths = machine_->percs_paths();
  return paths && place(channel).between ? paths->links() : 1;
}

bool LoadedChannels::is_built(std::uint64_t channel) const {
  if (machine_->percs_paths()) return source(channel) != target(channel);
  return !machine_->network().channel_failed({static_cast<std::uint32_t>(channel)});
}

RouterId LoadedChannels::source(std::uint64_t channel) const {
  if (!machine_->percs_paths()) return machine_->network().source({static_cast<std::uint32_t>(channel)});
  auto const location = place(channel);
  return {location.a * nodes + location.u};
}

RouterId LoadedChannels::target(std::uint64_t channel) const {
  if (!machine_->percs_paths()) return machine_->network().target({static_cast<std::uint32_t>(channel)});
  auto const location = place(channel);
  return {location.b * nodes + location.v};
}

std::string LoadedChannels::name(std::uint64_t channel) const {
  if (machine_->percs_paths()) {
    auto const location = place(channel);
    return fmt::format("{}.{} -> {}.{}", location.a, location.u, location.b, location.v);
  }
  auto const id = machine_->network().id({static_cast<std::uint32_t>(channel)});
  return fmt::format("{} -> {} (port {})", names_.of(id.router()), names_.of(target(channel)),
                     names_.port_number(id.router(), id.port()));
}

ChannelLoads LoadedChannels::by(LoadJob const& job, Progress& progress) const {
  if (machine_->percs_paths()) return by_percs(job);
  load::RouterTraffic const traffic(job.communication, job.placement, machine_->network());
  auto found = machine_->loads(traffic, progress);
  return {std::move(found.loads), std::move(found.channel), found.exact};
}

ChannelLoads LoadedChannels::by_percs(LoadJob const& job) const {
  auto const& paths = *machine_->percs_paths();
  load::PlacedTasks const tasks(job.communication, job.placement, paths.supernodes());
  LoadsByPosition channels(paths.supernodes());
  auto loads = load::percs_loads_and_visit(paths, tasks, channels);
  return {std::move(loads), std::move(channels.channel), true};
}

}  // namespace weft
