// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/core/random.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/form/sample_params.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft::routing {

/// A permitted output port of a packet, and the phase of the packet after the hop.
struct PortOption {
  std::uint16_t port = 0, phase = 0;
};

/// Selects one of the options offered at router `at`: a random option, the first, or the one with the
/// shortest queue among several drawn at random.
class PortChoice {
 public:
  /// `queues` must outlive this object.
  PortChoice(MinimalChoice choice, SampleParams const& sample, std::uint32_t at, QueueView const& queues,
             Rng words)
      : choice_(choice),
        room_(choice == MinimalChoice::adaptive ? static_cast<std::uint32_t>(sample.samples) : 1),
        threshold_(static_cast<std::int32_t>(sample.threshold)),
        at_(at),
        queues_(queues),
        words_(words) {}

  void offer(PortOption option) {
    ++offered_;
    if (room_ == 0)
      compare(option);
    else if (offered_ <= room_)
      options_[offered_ - 1] = option;
    else if (choice_ == MinimalChoice::lowest)
      return;
    else if (auto const place = words_.below(offered_); place < room_)
      options_[place] = option;
  }
  /// Returns whether further offers cannot change the choice.
  bool is_settled() const { return choice_ == MinimalChoice::lowest && offered_ > 0; }
  /// Returns the chosen option. Requires at least one offer.
  PortOption option() {
    auto const size = std::min(offered_, room_);
    if (size <= 1) return options_[0];
    auto const first = static_cast<std::uint32_t>(words_.below(size));
    auto best = first;
    auto minimum = queue(options_[first]) - threshold_;
    for (auto i = first + 1; i < first + size; ++i) {
      auto const place = i < size ? i : i - size;
      if (auto const here = queue(options_[place]); here < minimum) {
        minimum = here;
        best = place;
      }
    }
    return options_[best];
  }

 private:
  std::int32_t queue(PortOption option) const { return queues_.local(at_, option.port); }
  void compare(PortOption option) {
    auto const here = queue(option);
    if (ties_ > 0 && here > shortest_) return;
    ties_ = ties_ > 0 && here == shortest_ ? ties_ + 1 : 1;
    shortest_ = here;
    if (ties_ == 1 || words_.below(ties_) == 0) options_[0] = option;
  }

  MinimalChoice choice_;
  std::uint32_t room_;  // 0: unlimited
  std::int32_t threshold_;
  std::uint32_t at_;
  QueueView const& queues_;
  Rng words_;
  std::uint32_t offered_ = 0, ties_ = 0;
  std::int32_t shortest_ = 0;
  std::array<PortOption, SampleParams::max_samples> options_;
};

/// For each pair of routers, the lowest productive port, and whether it is the only one. This suffices for
/// most paths in networks of small diameter. Uses 2 bytes per pair; for more than `max_routers` routers there
/// is no table, and all ports are tried.
class NextPorts {
 public:
  static constexpr std::uint32_t max_routers = 8192, max_ports = 0x7fff;

  NextPorts() = default;
  /// `visit_all(at, to, visit)` must call visit(port) for all productive ports of `at` towards `to`, in
  /// ascending order, until it returns false.
  template <class VisitAll>
  NextPorts(Network const& network, VisitAll visit_all);

  struct Start {
    std::uint16_t port = 0;  ///< lowest productive port; 0 if there is no table
    bool is_only = false;    ///< whether no other port is productive
  };
  Start start(std::uint32_t at, std::uint32_t to) const {
    if (entries_.empty()) return {};
    auto const entry = entries_[to * routers_ + at];
    return {static_cast<std::uint16_t>(entry >> 1), (entry & 1) != 0};
  }

 private:
  std::size_t routers_ = 0;
  std::vector<std::uint16_t> entries_;  // twice the port, plus 1 if no other port is productive
};

template <class VisitAll>
NextPorts::NextPorts(Network const& network, VisitAll visit_all) : routers_(network.num_routers()) {
  if (routers_ > max_routers) return;
  for (std::uint32_t r = 0; r < routers_; ++r)
    if (network.degree({r}) > max_ports) return;
  entries_.resize(routers_ * routers_);
  parallel_for(routers_, [&](std::size_t to, unsigned) {
    for (std::size_t at = 0; at < routers_; ++at) {
      auto& entry = entries_[to * routers_ + at];
      std::uint32_t found = 0;
      visit_all(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(to), [&](std::uint16_t port) {
        entry = static_cast<std::uint16_t>(found == 0 ? 2 * port + 1 : entry & ~1u);
        return ++found < 2;
      });
    }
  });
}

}  // namespace weft::routing
