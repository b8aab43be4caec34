#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// Failures: fractions drawn at random, and parts named one by one.
struct FailureParams {
  double links = 0;
  double routers = 0;
  std::int64_t seed = 1;
  std::string fail = {};  ///< links and routers in words, see failure_schema

  bool any() const { return links > 0 || routers > 0 || !fail.empty(); }
};

/// The parameters of a request whose members `failed_links`, `failed_routers` and `fail` name the failures.
template <class Params>
constexpr std::tuple failure_schema{
    param("failed_links", &Params::failed_links, Range{0, 1}, "fraction of the links that have failed"),
    param("failed_routers", &Params::failed_routers, Range{0, 1}, "fraction of the routers that have failed"),
    param(
        "fail", &Params::fail,
        "failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40")};
template <class Params>
FailureParams failures_of(Params const& params, std::int64_t seed) {
  return {params.failed_links, params.failed_routers, seed, params.fail};
}

/// Failed parts as a text names them.
struct NamedFailures {
  std::vector<std::pair<RouterId, RouterId>> links;
  std::vector<RouterId> routers;
};
/// Throws InputError for text that is not a number or pair of numbers.
NamedFailures parse_failures(std::string const& text);

/// The failed routers and channels of a topology, not stored but drawn again at each question: a part has
/// failed if the random number of (seed, part) is below the fraction. So a set depends only on the seed, and
/// the set of a larger fraction contains that of a smaller one. A failed link is both channels of a
/// bidirectional topology, one channel of others; a failed router takes its channels with it. A self loop
/// needs no cable and never fails by chance.
template <Topology T>
class Failures {
 public:
  Failures(T topology, FailureParams const& params)
      : topology_(std::move(topology)),
        seed_(static_cast<std::uint64_t>(params.seed)),
        links_(params.links),
        routers_(params.routers) {
    auto named = parse_failures(params.fail);
    failed_routers_ = std::move(named.routers);
    for (auto const r : failed_routers_) require(r);
    for (auto const& [a, b] : named.links) fail_between(a, b);
    std::ranges::sort(failed_links_);
    std::ranges::sort(failed_routers_);
  }

  bool router_failed(RouterId r) const {
    return drawn(r.v, router_block, routers_) || std::ranges::binary_search(failed_routers_, r);
  }
  /// Whether c cannot be used: its link or a router at its ends has failed.
  bool channel_failed(ChannelId c) const {
    auto const to = end(c);
    if (router_failed(c.router()) || router_failed(to.router)) return true;
    auto const name = link(c, to);
    return (to.router != c.router() && drawn(name.v, link_block, links_)) ||
           std::ranges::binary_search(failed_links_, name);
  }
  /// Whether anything may have failed.
  bool any() const {
    return links_ > 0 || routers_ > 0 || !failed_links_.empty() || !failed_routers_.empty();
  }

 private:
  static constexpr std::uint32_t link_block = 0, router_block = 1;

  void require(RouterId r) const {
    if (auto const size = topology_.num_routers(); r.v >= size)
      throw InputError{"failed router " + std::to_string(r.v), "there are " + std::to_string(size)};
  }
  /// All channels between two routers, in either direction.
  void fail_between(RouterId a, RouterId b) {
    require(a);
    require(b);
    auto const before = failed_links_.size();
    for (auto const& [from, to] : {std::pair{a, b}, std::pair{b, a}})
      for (std::uint16_t p = 0, ports = topology_.degree(from); p < ports; ++p)
        if (ChannelId const c{from, {p}}; end(c).router == to) failed_links_.push_back(link(c, end(c)));
    if (failed_links_.size() == before)
      throw InputError{"no link between routers " + std::to_string(a.v) + " and " + std::to_string(b.v),
                       "only existing parts can fail"};
  }
  Hop end(ChannelId c) const { return topology_.neighbor(c.router(), c.port()); }
  /// The same for both directions of a link.
  ChannelId link(ChannelId c, Hop end) const {
    return is_bidirectional(topology_) ? std::min(c, ChannelId{end.router, end.port}) : c;
  }
  bool drawn(std::uint64_t part, std::uint32_t block, double fraction) const {
    if (fraction <= 0) return false;
    return unit_interval(philox(seed_, Purpose::failure, part, block)[0]) < fraction;
  }

  T topology_;
  std::uint64_t seed_;
  double links_, routers_;
  std::vector<ChannelId> failed_links_;
  std::vector<RouterId> failed_routers_;
};

}  // namespace weft
