// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/simgrid_routes.hpp"

#include <fmt/format.h>

#include "weft/engine/flow/message_paths.hpp"
#include "weft/interop/simgrid_platform.hpp"

namespace weft {
namespace {

/// Paths of all pairs of terminals, drawn with two seeds.
class PairRoutes {
 public:
  PairRoutes(RoutedMachine const& machine, std::uint64_t seed)
      : channels_(machine.machine().network(), 1, flow::TerminalChannels::free),
        terminals_(static_cast<std::uint32_t>(machine.terminals())),
        written_(paths_by(machine, seed)),
        others_(paths_by(machine, seed + 1)),
        paths_(terminals_),
        other_paths_(terminals_) {}

  std::vector<TerminalRoute> from(TerminalId from) {
    std::vector<flow::Message> messages;
    for (std::uint32_t to = 0; to < terminals_; ++to)
      messages.push_back(
          {.index = std::uint64_t{from.v} * terminals_ + to, .from = from.v, .to = to, .bytes = 1});
    written_->find(messages, paths_);
    others_->find(messages, other_paths_);
    std::vector<TerminalRoute> routes;
    for (std::uint32_t to = 0; to < terminals_; ++to) {
      if (to == from.v) continue;
      if (!paths_[to].reaches) {
        ++unreached_;
        continue;
      }
      auto const taken = channels_of(paths_[to]);
      several_ = several_ || taken != channels_of(other_paths_[to]);
      routes.push_back({{to}, taken});
    }
    return routes;
  }
  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    if (several_)
      notes.emplace_back(
          "the routing has several paths for a pair of terminals; the file contains the path drawn by the "
          "seed");
    if (unreached_ > 0) notes.push_back(fmt::format("no route for {} pairs of terminals", unreached_));
    return notes;
  }

 private:
  std::unique_ptr<flow::MessagePaths> paths_by(RoutedMachine const& machine, std::uint64_t seed) const {
    return flow::paths_of(channels_, machine.topology().layout({}), {}, machine.routing(), machine.machine(),
                          seed);
  }
  static std::vector<ChannelIndex> channels_of(flow::Path const& path) {
    std::vector<ChannelIndex> channels;
    for (auto const& hop : path.hops) channels.push_back({hop.channel});
    return channels;
  }

  flow::FlowChannels channels_;
  std::uint32_t terminals_;
  std::unique_ptr<flow::MessagePaths> written_, others_;
  std::vector<flow::Path> paths_, other_paths_;
  bool several_ = false;
  std::uint64_t unreached_ = 0;
};

}  // namespace

std::vector<std::string> write_routed_platform(RoutedMachine const& machine, SimgridUnits const& units,
                                               std::uint64_t seed,
                                               std::function<void(std::string_view)> const& take) {
  PairRoutes routes(machine, seed);
  write_simgrid_routes(
      machine.network(), units, [&](TerminalId from) { return routes.from(from); }, take);
  return routes.notes();
}

}  // namespace weft
