#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "weft/engine/load/router_traffic.hpp"
#include "weft/routing/form/shares.hpp"

namespace weft::load {

/// The destinations that a routing tells apart: all routers, or all terminals for a routing by terminal.
class TrafficTargets {
 public:
  /// Both must outlive this.
  TrafficTargets(RouterTraffic const& traffic, routing::Shares const& shares)
      : traffic_(traffic), shares_(shares), by_terminal_(shares.by_terminal()) {}

  std::uint64_t size() const {
    return by_terminal_ ? traffic_.network().num_terminals() : traffic_.network().num_routers();
  }
  std::string_view unit() const { return by_terminal_ ? "terminals" : "routers"; }
  /// The router of a destination.
  RouterId router(std::size_t to) const {
    auto const index = static_cast<std::uint32_t>(to);
    return by_terminal_ ? traffic_.network().ejection_router({index}) : RouterId{index};
  }
  /// The units that a destination receives from each router other than its own.
  void collect_received(std::size_t to, RouterUnits& from) const {
    auto const index = static_cast<std::uint32_t>(to);
    if (by_terminal_)
      traffic_.collect_received(TerminalId{index}, from);
    else
      traffic_.collect_received(RouterId{index}, from);
  }
  /// The shares of the traffic from a router to a destination, see Shares::append.
  bool append(RouterId from, std::size_t to, std::vector<routing::ChannelShare>& out) const {
    auto const index = static_cast<std::uint32_t>(to);
    return by_terminal_ ? shares_.append_to(from, router(to), {index}, out)
                        : shares_.append(from, {index}, out);
  }

 private:
  RouterTraffic const& traffic_;
  routing::Shares const& shares_;
  bool by_terminal_;
};

}  // namespace weft::load
