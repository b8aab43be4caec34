#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "weft/network/network.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::load {

/// A communication placed on a network, router by router.
class RouterTraffic {
 public:
  /// `placement`: the terminal of each task. The communication and the network must outlive this.
  RouterTraffic(Communication const& communication, std::span<std::uint32_t const> placement,
                Network const& network);

  Network const& network() const { return *network_; }
  Communication const& communication() const { return *communication_; }
  /// Adds the units that the tasks on router `from` send to each other router to `to`, which has an element per router.
  void add_sent(RouterId from, std::span<std::uint64_t> to) const;
  /// The units that leave each router for others, and those that arrive from others.
  std::span<std::uint64_t const> out() const { return out_; }
  std::span<std::uint64_t const> in() const { return in_; }

 private:
  Communication const* communication_;
  Network const* network_;
  std::vector<std::uint32_t> target_;              // ejection router of each task
  std::vector<std::uint32_t> first_task_, tasks_;  // by injection router
  std::vector<std::uint64_t> out_, in_;
};

}  // namespace weft::load
