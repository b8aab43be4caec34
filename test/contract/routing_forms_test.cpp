// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contract/routing_variants.hpp"
#include "contract/vc_samples.hpp"
#include "support/complaint.hpp"
#include "support/machine_of.hpp"
#include "support/routings.hpp"
#include "support/sanitized.hpp"
#include "support/vc_walk.hpp"
#include "support/walk.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/form/derived_forms.hpp"
#include "weft/routing/forms_of.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_nfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/leiserson_fat_tree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/percs.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/xgft.hpp"

/// All forms of a routing are consistent: the shares of a pair are the frequencies with which its packets and
/// flits use each channel.
namespace weft::routing {
namespace {

using ByChannel = std::map<std::uint32_t, double>;

constexpr std::uint64_t packets_of_pair = sanitized ? 50 : 2000;
constexpr std::uint64_t packets_of_path = 20;  // for a pair with one path, which all packets must use

/// Returns one or two small networks for each structure that routings support.
std::vector<Machine> machines() {
  return {machine_of(topology::Ring({.routers = 4})),
          machine_of(topology::Ring({.routers = 5})),
          machine_of(topology::Torus({.sides = {4, 4}})),
          machine_of(topology::Torus({.sides = {2, 3}, .doubled = true})),
          machine_of(topology::Mesh({.sides = {3, 3}})),
          machine_of(topology::Hyperx({.sides = {3, 2}, .parallel = 2})),
          machine_of(topology::Dragonfly({.p = 1, .a = 2, .h = 1})),
          machine_of(topology::Dragonfly({.p = 1, .a = 4, .h = 2, .groups = 3})),
          machine_of(topology::KaryNtree({.arity = 2, .levels = 3})),
          machine_of(topology::Xgft({{2, 2, 3}, {1, 2, 2}})),
          machine_of(topology::LeisersonFatTree({8})),
          machine_of(topology::KaryNfly({2, 3})),
          machine_of(topology::Clex({.m = 3, .levels = 2})),
          machine_of(topology::Clex({.m = 2, .levels = 3, .landing = topology::Landing::high})),
          machine_of(topology::Clex({.m = 3, .levels = 3, .links = topology::Links::single})),
          machine_of(topology::Percs({.supernodes = 3, .links = 4})),
          machine_of(topology::Petersen({}))};
}

/// Returns the result of `bind`; null if it throws InputError.
template <class Bind>
auto if_bound(Bind bind) -> decltype(bind()) {
  try {
    return bind();
  } catch (InputError const&) { return nullptr; }
}

/// Returns the shares of a pair; for a routing by terminal, to the first terminal of `to`, which is also the
/// destination of VcWalk.
ByChannel by_channel(Network const& network, Shares const& shares, std::uint32_t from, std::uint32_t to) {
  std::vector<ChannelShare> found;
  shares.append_to({from}, {to}, {first_ejected_at(network, to)}, found);
  ByChannel result;
  for (auto const& [channel, numerator] : found)
    result[channel.v] += static_cast<double>(numerator) / static_cast<double>(shares.denominator());
  return result;
}

/// Returns how often each channel is used per packet. `walk(seed)` returns the channels of a packet.
template <class Walk>
ByChannel frequencies(std::uint64_t packets, Walk walk) {
  ByChannel result;
  for (std::uint64_t seed = 1; seed <= packets; ++seed)
    for (auto const channel : walk(seed)) result[channel.v] += 1;
  for (auto& [channel, frequency] : result) frequency /= static_cast<double>(packets);
  return result;
}

/// Returns the tolerance for a frequency over many packets: by Bernstein's inequality, a larger deviation has
/// a probability below 2 exp(-15) = 6 10^-7. `crossings`: maximum number of times that a packet uses the
/// channel. The seeds are fixed.
double bound_of(double share, double crossings) {
  constexpr double exponent = 15, packets = packets_of_pair;
  auto const variance = crossings > 1 ? crossings * share : share * (1 - share);
  auto const linear = exponent * crossings / 3;
  return (linear + std::sqrt(linear * linear + 2 * exponent * packets * variance)) / packets;
}

/// Expects that frequencies are within their tolerances; if a pair has a single path, every packet must use
/// it, and a few packets suffice. `walk(seed)` returns the channels of a packet.
template <class Walk>
void expect_frequencies(Spec const& spec, ByChannel const& shares, std::string const& where,
                        double min_crossings, Walk walk) {
  bool const is_path = spec.name != "valiant" && spec.name != "romm" && spec.name != "clex_recursive" &&
                       std::ranges::all_of(shares, [](auto const& it) { return it.second == 1; });
  double const crossings = spec.name == "clex_recursive"                   ? 4
                           : spec.name == "valiant" || spec.name == "romm" ? 2
                                                                           : min_crossings;
  auto const counted = frequencies(is_path ? packets_of_path : packets_of_pair, walk);
  for (auto const& [channel, frequency] : counted)
    EXPECT_TRUE(shares.contains(channel)) << where << ": channel " << channel << " carries " << frequency;
  for (auto const& [channel, share] : shares) {
    auto const found = counted.contains(channel) ? counted.at(channel) : 0;
    EXPECT_NEAR(found, share, is_path ? 1e-9 : bound_of(share, crossings))
        << where << ": channel " << channel;
  }
}

/// Calls visit for some pairs of a machine that have traffic.
template <class Visit>
void for_some_pairs(Machine const& machine, Visit visit) {
  auto const& network = *machine.network();
  auto const terminals = static_cast<std::uint32_t>(network.num_terminals());
  for (std::uint32_t e = 0; e < terminals; e += 1 + terminals / 3)
    for (std::uint32_t f = 0; f < terminals; f += 1 + terminals / 5)
      if (auto const from = network.injection_router({e}).v, to = network.ejection_router({f}).v; from != to)
        visit(from, to);
}

/// Calls visit(spec, machine) for all variants of all routings of the catalog, on all machines that they
/// support.
template <class Visit>
void for_each_case(Visit visit) {
  auto const all = machines();
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if (needs_file(R::name)) return;
    for (auto const& machine : all)
      if (R(typename R::Params{}).serves(machine))
        for (auto const& spec : variants_of<R>()) visit(spec, machine);
  });
}

std::string text(Spec const& spec, Machine const& machine, std::uint32_t from, std::uint32_t to) {
  return spec.to_string() + " on " + machine.spec() + ", " + std::to_string(from) + " to " +
         std::to_string(to);
}

/// Collects the routings of the catalog that a test has compared; the test fails if it misses one.
class Compared {
 public:
  void add(Spec const& spec) { names_.insert(spec.name); }
  /// Expects that all routings have been compared for which `should(std::type_identity<R>)` returns true.
  template <class Should>
  void expect_all(Should should) const {
    Routings::for_each([&]<class R>(std::type_identity<R> routing) {
      if (!needs_file(R::name) && should(routing)) {
        EXPECT_TRUE(names_.contains(std::string(R::name))) << R::name << " was compared nowhere";
      }
    });
  }

 private:
  std::set<std::string> names_;
};

/// The network is idle, so packets that compare queues use their first choice.
TEST(RoutingForms, SharesMatchTheChannelFrequenciesOfPackets) {
  Compared compared;
  for_each_case([&](Spec const& spec, Machine const& machine) {
    auto const shares = if_bound([&] { return bind_shares(spec, machine); });
    auto const routing = if_bound([&] { return bind_packets(spec, machine); });
    if (!shares || !routing) return;
    compared.add(spec);
    for_some_pairs(machine, [&](std::uint32_t from, std::uint32_t to) {
      expect_frequencies(spec, by_channel(*machine.network(), *shares, from, to),
                         text(spec, machine, from, to), 1, [&](std::uint64_t seed) {
                           Walk walk(*machine.network(), *routing, {from}, {to}, seed);
                           walk.find_queues_empty();
                           EXPECT_TRUE(walk.finish(routing->traits().hop_bound))
                               << text(spec, machine, from, to);
                           return walk.channels();
                         });
    });
  });
  compared.expect_all([]<class R>(std::type_identity<R>) {
    return !is_adaptive<R> && has_form<R>(Form::packets) && has_form<R>(Form::shares);
  });
}

TEST(RoutingForms, SharesMatchTheChannelFrequenciesOfFlits) {
  Compared compared;
  for_each_case([&](Spec const& spec, Machine const& machine) {
    auto const shares = if_bound([&] { return bind_shares(spec, machine); });
    auto const routing = if_bound([&] { return bind_channels(spec, machine, {4, true}); });
    if (!shares || !routing || !routing->traits().oblivious) return;
    compared.add(spec);
    for_some_pairs(machine, [&](std::uint32_t from, std::uint32_t to) {
      expect_frequencies(spec, by_channel(*machine.network(), *shares, from, to),
                         text(spec, machine, from, to), 1, [&](std::uint64_t seed) {
                           VcWalk walk(*machine.network(), *routing, from, to, seed);
                           EXPECT_TRUE(walk.finish(routing->traits().hop_bound))
                               << text(spec, machine, from, to);
                           return walk.channels();
                         });
    });
  });
  compared.expect_all([]<class R>(std::type_identity<R>) {
    return !is_adaptive<R> && HasChannels<R> && has_form<R>(Form::shares);
  });
}

/// On a detour around failures, a packet may use a channel twice.
TEST(RoutingForms, SharesMatchTheChannelFrequenciesOfFlitsAroundFailures) {
  std::set<std::string> compared;
  for (auto const& [name, machine] : failed_samples())
    Routings::for_each([&]<class R>(std::type_identity<R>) {
      if (needs_file(R::name) || !serves_in<R>(Form::channels, machine)) return;
      for (auto const& spec : variants_of<R>()) {
        SCOPED_TRACE(name);
        auto const shares = if_bound([&] { return bind_shares(spec, machine); });
        auto const routing = if_bound([&] { return bind_channels(spec, machine, {4, true}); });
        if (!shares || !routing || !routing->traits().oblivious) continue;
        compared.insert(spec.name);
        for_some_pairs(machine, [&](std::uint32_t from, std::uint32_t to) {
          if (!routing->reaches(from, to)) {
            EXPECT_THROW(by_channel(*machine.network(), *shares, from, to), InputError);
            return;
          }
          ASSERT_NO_THROW(by_channel(*machine.network(), *shares, from, to)) << text(spec, machine, from, to);
          expect_frequencies(spec, by_channel(*machine.network(), *shares, from, to),
                             text(spec, machine, from, to), 1, [&](std::uint64_t seed) {
                               VcWalk walk(*machine.network(), *routing, from, to, seed);
                               EXPECT_TRUE(walk.finish(routing->traits().hop_bound));
                               return walk.channels();
                             });
        });
      }
    });
  for (auto const* name : {"dimension_order", "nearest_common_ancestor", "clex_direct", "minimal", "valiant"})
    EXPECT_TRUE(compared.contains(name)) << name;
}

/// Adaptive routings have no shares: each port that a packet may use must be a port that a flit may use.
TEST(RoutingForms, AdaptivePacketsUsePortsThatFlitsMayUse) {
  Compared compared;
  for_each_case([&](Spec const& spec, Machine const& machine) {
    auto const routing = if_bound([&] { return bind_packets(spec, machine); });
    auto const channels = if_bound([&] { return bind_channels(spec, machine, {4, true}); });
    if (!routing || !channels || channels->traits().oblivious) return;
    compared.add(spec);
    for_some_pairs(machine, [&](std::uint32_t from, std::uint32_t to) {
      Walk walk(*machine.network(), *routing, {from}, {to}, 1);
      for (auto at = walk.at().v; walk.step(); at = walk.at().v) {
        Possible possible;
        channels->possible({.at = at, .target = to, .to = to}, possible);
        for (auto const port : walk.candidates())
          EXPECT_TRUE(std::ranges::any_of(possible.candidates,
                                          [&](auto const& candidate) { return candidate.port == port.v; }))
              << text(spec, machine, from, to) << ": port " << port.v << " of router " << at;
      }
    });
  });
  compared.expect_all([]<class R>(std::type_identity<R>) { return is_adaptive<R> && HasPackets<R>; });
}

TEST(RoutingForms, OwnSharesMatchSharesDerivedFromChannels) {
  for_each_case([&](Spec const& spec, Machine const& machine) {
    auto const own = if_bound([&] { return bind_shares(spec, machine); });
    auto const channels = if_bound([&] { return bind_channels(spec, machine, {4, true}); });
    if (!own || !channels || !channels->traits().oblivious) return;
    auto const derived = shares_from_channels(machine.network(), channels);
    for_some_pairs(machine, [&](std::uint32_t from, std::uint32_t to) {
      auto const one = by_channel(*machine.network(), *own, from, to),
                 other = by_channel(*machine.network(), *derived, from, to);
      EXPECT_EQ(one.size(), other.size()) << text(spec, machine, from, to);
      for (auto const& [channel, share] : one) {
        ASSERT_TRUE(other.contains(channel)) << text(spec, machine, from, to) << ": channel " << channel;
        EXPECT_NEAR(share, other.at(channel), 1e-7) << text(spec, machine, from, to);
      }
    });
  });
}

/// Halfway around a ring of four, packets use both directions: a pair loads four channels by one half each,
/// not two channels by one.
TEST(RoutingForms, UseBothDirectionsHalfwayAroundARingOfFour) {
  auto const ring = machine_of(topology::Ring({.routers = 4}));
  auto const shares = bind_shares(Spec::parse("dimension_order"), ring);
  EXPECT_EQ(by_channel(*ring.network(), *shares, 0, 2).size(), 4u);
  for (auto const& [channel, share] : by_channel(*ring.network(), *shares, 0, 2))
    EXPECT_DOUBLE_EQ(share, 0.5);
  auto const plus = bind_shares(Spec::parse("dimension_order:tie=plus"), ring);
  EXPECT_EQ(by_channel(*ring.network(), *plus, 0, 2).size(), 2u);
}

TEST(RoutingForms, EveryRoutingHasAFormThatAnEngineUses) {
  Routings::for_each([]<class R>(std::type_identity<R>) {
    EXPECT_TRUE(has_form<R>(Form::packets) || has_form<R>(Form::channels) || has_form<R>(Form::shares))
        << R::name;
  });
}

TEST(RoutingForms, ErrorsForMissingFormsSuggestRoutingsThatHaveThem) {
  auto const torus = machine_of(topology::Torus({.sides = {4, 4}}));
  auto const rejection = rejection_of([&] { bind_channels(Spec::parse("all_minimal"), torus, {1, true}); });
  ASSERT_TRUE(rejection);
  EXPECT_EQ(rejection->problem, "all_minimal cannot run on engine flit");
  EXPECT_NE(rejection->suggestion.find("dimension_order"), std::string::npos);
  EXPECT_THROW(bind_packets(Spec::parse("ugal"), machine_of(topology::Dragonfly({}))), InputError);
  EXPECT_THROW(bind_shares(Spec::parse("dimension_order:rings=bubble"), torus), InputError);
}

TEST(RoutingForms, TheDefaultIsTheFirstSupportedRouting) {
  auto const name = [](Machine const& machine, Form form) { return default_routing(machine, form); };
  for (auto const form : {Form::packets, Form::channels, Form::shares}) {
    EXPECT_EQ(name(machine_of(topology::Torus({.sides = {4, 4}})), form), "dimension_order");
    EXPECT_EQ(name(machine_of(topology::KaryNtree({.arity = 2, .levels = 3})), form),
              "nearest_common_ancestor");
    EXPECT_EQ(name(machine_of(topology::KaryNfly({2, 3})), form), "destination_tag");
    EXPECT_EQ(name(machine_of(topology::Petersen({})), form), "minimal");
    EXPECT_EQ(name(machine_of(topology::Clex({.m = 3, .levels = 2})), form),
              form == Form::packets ? "clex_recursive" : "clex_direct");
    EXPECT_EQ(name(machine_of(topology::Percs({.supernodes = 3, .links = 4})), form),
              form == Form::shares ? "percs_direct" : "minimal");
  }
  for (auto const form : {Form::packets, Form::channels, Form::shares})
    EXPECT_EQ(name(machine_of(topology::Torus({.sides = {4, 4}}), FailureParams{.links = 0.3}), form),
              form == Form::channels ? "minimal" : "dimension_order");
  EXPECT_EQ(default_routing(machine_of(topology::Torus({.sides = {4, 4}}), FailureParams{.links = 0.3}),
                            Form::channels, 2),
            "dimension_order")
      << "minimal needs more virtual channels";
}

}  // namespace
}  // namespace weft::routing
