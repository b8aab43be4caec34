#pragma once

#include "weft/core/random.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft::routing {

/// Picks one of the offered ports of router `at`: any, the first or the one with the shortest queue, at
/// random among several.
class PortChoice {
 public:
  PortChoice(MinimalChoice choice, std::uint32_t at, QueueView const& queues, Rng words)
      : choice_(choice), at_(at), queues_(queues), words_(words) {}

  /// Whether this port is now the chosen one.
  bool offer(std::uint16_t port) {
    auto const queue = choice_ == MinimalChoice::adaptive ? queues_.local(at_, port) : 0;
    if (ties_ > 0 && queue > least_) return false;
    if (ties_ > 0 && queue == least_) {
      if (words_.below(++ties_) != 0) return false;
    } else {
      ties_ = 1;
      least_ = queue;
    }
    port_ = port;
    return true;
  }
  /// Whether no further offer is needed.
  bool is_settled() const { return choice_ == MinimalChoice::lowest && ties_ > 0; }
  std::uint16_t port() const { return port_; }

 private:
  MinimalChoice choice_;
  std::uint32_t at_;
  QueueView const& queues_;
  Rng words_;
  std::uint32_t ties_ = 0;
  std::int32_t least_ = 0;
  std::uint16_t port_ = 0;
};

}  // namespace weft::routing
