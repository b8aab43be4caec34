// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "weft/core/ids.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"

namespace weft::rounds {

/// A CLEX and the set of its working nodes and channels, one bit each.
///
/// A channel works if it has not failed and both its ends work. A node always reaches itself: over its self
/// loop or, with single links, with no channel. Replies (grants, acknowledgments) return along the channel of
/// the message and need no channel in the reverse direction.
class SurvivingClex {
 public:
  using RouterFailed = std::function<bool(RouterId)>;
  using ChannelFailed = std::function<bool(ChannelId)>;

  /// Creates a CLEX that has no failures.
  explicit SurvivingClex(topology::Clex const& clex);
  /// Creates a CLEX with failures. Calls `router_failed` and `channel_failed` once for every router and
  /// channel, from several threads.
  SurvivingClex(topology::Clex const& clex, RouterFailed const& router_failed,
                ChannelFailed const& channel_failed);

  topology::Clex const& clex() const { return *clex_; }
  ClexMachine const& machine() const { return machine_; }
  bool whole() const { return nodes_.empty(); }

  bool node_works(std::uint32_t node) const { return whole() || bit(nodes_, node); }
  bool channel_works(ChannelId c) const {
    return whole() || bit(channels_, std::uint64_t{c.router().v} * degree_ + c.port().v);
  }
  /// Returns whether `node` reaches node w of its clique in one hop.
  bool clique_link_works(std::uint32_t node, std::uint32_t w) const {
    return whole() || (node % machine_.m == w ? node_works(node) : channel_works({{node}, port(node, 1, w)}));
  }
  /// Returns whether edge w of `node` at `level` >= 2 works; with single links, one link represents all m
  /// edges.
  bool edge_works(std::uint32_t node, std::uint32_t level, std::uint32_t w) const {
    return channel_works({{node}, port(node, level, w)});
  }
  std::uint32_t landing(std::uint32_t node, std::uint32_t level, std::uint32_t w) const;
  std::uint32_t landing(ChannelId channel) const;
  /// Returns whether any edge of `node` at `level` >= 2 works.
  bool leads_on(std::uint32_t node, std::uint32_t level) const;
  /// Returns whether `node` reaches node `target` of its clique, directly or over one relay.
  bool clique_connects(std::uint32_t node, std::uint32_t target) const;

 private:
  static bool bit(std::vector<std::uint64_t> const& bits, std::uint64_t at) {
    return bits[at / 64] >> at % 64 & 1;
  }
  PortId port(std::uint32_t node, std::uint32_t level, std::uint32_t w) const;

  std::shared_ptr<topology::Clex const> clex_;
  ClexMachine machine_;
  std::uint32_t degree_;
  std::vector<std::uint64_t> nodes_, channels_;
};

}  // namespace weft::rounds
