// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::load {

/// Sparse vector of units, indexed by router. Its memory is reused.
class RouterUnits {
 public:
  explicit RouterUnits(std::uint64_t routers) : units_(routers, 0), seen_(routers, false) {}

  void clear();
  void add(std::uint32_t router, std::uint64_t units) {
    if (!seen_[router]) {
      seen_[router] = true;
      routers_.push_back(router);
    }
    units_[router] += units;
  }
  /// Removes the units of a router.
  void drop(std::uint32_t router) { units_[router] = 0; }
  std::uint64_t operator[](std::uint32_t router) const { return units_[router]; }
  /// Returns the routers to which units were added, in that order. Some may have 0 units.
  std::span<std::uint32_t const> routers() const { return routers_; }
  bool empty() const { return routers_.empty(); }

 private:
  std::vector<std::uint64_t> units_;
  std::vector<bool> seen_;
  std::vector<std::uint32_t> routers_;
};

/// A communication placed on a network, aggregated per router.
class RouterTraffic {
 public:
  /// `placement`: the terminal of each task. The communication and the network must outlive the object.
  RouterTraffic(Communication const& communication, std::span<std::uint32_t const> placement,
                Network const& network);

  Network const& network() const { return *network_; }
  Communication const& communication() const { return *communication_; }
  /// Collects in `to` the units that the tasks on router `from` send to each other router.
  void collect_sent(RouterId from, RouterUnits& to) const;
  /// Collects in `from` the units that the tasks on router `to` receive from each other router.
  void collect_received(RouterId to, RouterUnits& from) const;
  /// Collects in `from` the units that the tasks on terminal `to` receive from each other router.
  void collect_received(TerminalId to, RouterUnits& from) const;
  /// Returns the mean number of tasks on the terminals that have tasks.
  double tasks_per_terminal() const;
  /// Returns the maximum of units / bandwidth over the injection and ejection channels of all terminals.
  double max_terminal_units() const;
  /// Returns the units that each router sends to other routers.
  std::span<std::uint64_t const> out() const { return out_; }
  std::span<std::uint64_t const> in() const { return in_; }

 private:
  /// Tasks in the order of their routers.
  struct ByRouter {
    std::vector<std::uint32_t> first, tasks;
    std::span<std::uint32_t const> of(RouterId r) const {
      return {tasks.data() + first[r.v], tasks.data() + first[r.v + std::size_t{1}]};
    }
  };
  static ByRouter by_router(std::span<std::uint32_t const> router_of, std::uint64_t routers);
  void add_totals();
  void add_received(std::uint32_t task, RouterUnits& from) const;

  Communication const* communication_;
  Network const* network_;
  std::vector<std::uint32_t> source_, target_;  // injection and ejection router of each task
  std::vector<std::uint32_t> terminal_;         // by task
  ByRouter senders_, receivers_;
  std::vector<std::uint64_t> out_, in_;
};

/// Units that a network carries from router to router: the traffic itself, or the traffic of two legs through
/// a random intermediate router, in units of 1 / scale().
class RouterDemand {
 public:
  /// `intermediate`: weight of each router as the intermediate router; empty: the traffic is direct.
  explicit RouterDemand(RouterTraffic const& traffic, std::vector<std::uint32_t> intermediate = {})
      : traffic_(&traffic), intermediate_(std::move(intermediate)) {
    if (!intermediate_.empty())
      scale_ = std::accumulate(intermediate_.begin(), intermediate_.end(), std::uint64_t{0});
  }
  RouterTraffic const& traffic() const { return *traffic_; }
  Network const& network() const { return traffic_->network(); }
  std::uint64_t scale() const { return scale_; }
  /// Returns an upper bound on the load of any channel, in units of 1 / scale().
  unsigned __int128 max_units() const {
    return static_cast<unsigned __int128>(traffic_->communication().total_units()) *
           (intermediate_.empty() ? 1 : 2 * scale_);
  }
  void collect_sent(RouterId from, RouterUnits& to) const;
  void collect_received(RouterId to, RouterUnits& from) const;

 private:
  RouterTraffic const* traffic_;
  std::vector<std::uint32_t> intermediate_;
  std::uint64_t scale_ = 1;
};

}  // namespace weft::load
