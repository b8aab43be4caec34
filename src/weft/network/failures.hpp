// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/network/router_names.hpp"
#include "weft/topology/topology.hpp"

namespace weft {

/// Failures: random fractions of the parts, and parts specified by name.
struct FailureParams {
  double links = 0;
  double routers = 0;
  std::int64_t seed = 1;  ///< seed of the random fractions; failures_of() sets the seed of the request
  std::string fail = {};  ///< names of links and routers, see failure_schema

  bool any() const { return links > 0 || routers > 0 || !fail.empty(); }
  friend bool operator==(FailureParams const&, FailureParams const&) = default;
};

/// The fractions of failed links and routers, as parameters of a request.
inline constexpr std::tuple failed_fractions_schema{
    param("failed_links", &FailureParams::links, Range{0, 1}, "fraction of the links that have failed"),
    param("failed_routers", &FailureParams::routers, Range{0, 1},
          "fraction of the routers that have failed")};

/// The fractions of failed parts, and the failed parts by name.
inline constexpr std::tuple failure_schema = std::tuple_cat(
    failed_fractions_schema,
    std::tuple{param(
        "fail", &FailureParams::fail,
        "failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and "
        "router 40; in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between "
        "two switches")});

/// Returns the failures of a request, with `seed`.
template <class Params>
FailureParams failures_of(Params const& params, std::int64_t seed) {
  auto failures = params.failures;
  failures.seed = seed;
  return failures;
}

/// Value that requests every link in turn instead of names; for the verb `judge`.
inline constexpr std::string_view all_links = "each";

/// A router, or one of its output ports.
struct LinkEnd {
  RouterId router;
  std::optional<PortId> port = {};
};
/// The link at a port, or all links between two routers or ports.
struct NamedLinks {
  std::string text;
  LinkEnd from;
  std::optional<LinkEnd> to;
};
/// Failed parts specified by name.
struct NamedFailures {
  std::vector<RouterId> routers;
  std::vector<NamedLinks> links;
};
/// Parses the names of failed parts. Throws InputError for names that do not exist.
NamedFailures parse_failures(std::string const& text, RouterNames& names);

/// The failed routers and channels of a topology, recomputed on each query instead of stored: a part has
/// failed if the random number of (seed, part) is below the fraction. The set thus depends only on the seed
/// and the fraction, and the set of a larger fraction contains the set of a smaller fraction. A failed link
/// is both channels of a link in a bidirectional topology, and one channel in other topologies; all channels
/// of a failed router fail too. Self loops have no cable and never fail at random.
template <Topology T>
class Failures {
 public:
  Failures(T topology, FailureParams const& params)
      : topology_(std::move(topology)),
        seed_(static_cast<std::uint64_t>(params.seed)),
        links_(params.links),
        routers_(params.routers) {
    if (!params.fail.empty()) at_place("fail", [&] { fail_named(params.fail); });
  }

  bool router_failed(RouterId r) const {
    return drawn(r.v, router_block, routers_) || std::ranges::binary_search(failed_routers_, r);
  }
  /// Returns whether c is unusable, because its link or a router at one of its ends has failed.
  bool channel_failed(ChannelId c) const {
    auto const to = end(c);
    if (router_failed(c.router()) || router_failed(to.router)) return true;
    auto const name = link(c, to);
    return (to.router != c.router() && drawn(name.v, link_block, links_)) ||
           std::ranges::binary_search(failed_links_, name);
  }
  /// Returns whether failures are possible.
  bool any() const {
    return links_ > 0 || routers_ > 0 || !failed_links_.empty() || !failed_routers_.empty();
  }

 private:
  static constexpr std::uint32_t link_block = 0, router_block = 1;

  static RouterNames names_of(T const& topology) {
    std::vector<std::string> names;
    if constexpr (requires { topology.names(); }) names = topology.names();
    std::shared_ptr<Fabric const> fabric;
    if constexpr (requires { topology.fabric(); }) fabric = topology.fabric();
    return {topology.num_routers(), std::move(names), std::move(fabric)};
  }
  void fail_named(std::string const& text) {
    auto names = names_of(topology_);
    auto named = parse_failures(text, names);
    failed_routers_ = std::move(named.routers);
    for (auto const& links : named.links) fail_links(links);
    std::ranges::sort(failed_links_);
    std::ranges::sort(failed_routers_);
  }
  void fail_links(NamedLinks const& named) {
    auto const before = failed_links_.size();
    fail_from(named.from, named.to);
    if (named.to) fail_from(*named.to, named.from);
    if (failed_links_.size() == before)
      throw InputError("no link '" + shown(named.text) + "'", "only existing parts can fail");
  }
  /// Marks as failed all links from `from` or, if `to` is specified, only the links from `from` to `to`.
  void fail_from(LinkEnd const& from, std::optional<LinkEnd> const& to) {
    for (std::uint16_t p = 0, ports = topology_.degree(from.router); p < ports; ++p) {
      if (from.port && from.port->v != p) continue;
      ChannelId const c{from.router, {p}};
      auto const far = end(c);
      if (!to || (to->router == far.router && to->port.value_or(far.port) == far.port))
        failed_links_.push_back(link(c, far));
    }
  }
  Hop end(ChannelId c) const { return topology_.neighbor(c.router(), c.port()); }
  /// Returns the channel that identifies the link of c, the same for both directions.
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

/// A topology with its failed parts as one text: `failed:topology=[torus:sides=4x4],fail=0-1+5`. Requests
/// accept it as a topology, so that each of several topologies can have its own failures.
struct FailedTopology {
  static constexpr std::string_view name = "failed";

  std::string topology;   ///< the topology without its failures
  std::string fail = {};  ///< names of links and routers, see failure_schema; empty: no failures

  /// Returns the text; if there are no failures, the text of the topology.
  std::string text() const;
};

/// Parses a topology with or without failures. Throws InputError for invalid parameters of `failed`.
FailedTopology read_failed_topology(std::string const& text);

/// Returns the failures of both strings, joined with +.
std::string join_failures(std::string const& one, std::string const& other);

}  // namespace weft
