// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contract/routing_variants.hpp"
#include "support/complaint.hpp"
#include "support/routings.hpp"
#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "support/walk.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/forms_of.hpp"

/// Hosts do not forward: no path of any routing, in any form, passes through one.
namespace weft {
namespace {

struct Ground {
  std::string name;
  Machine machine;
};

/// Networks with hosts as vertices, with and without failed links. Some have hosts with two or three links to
/// switches that are not linked otherwise.
std::vector<Ground> grounds() {
  std::vector<Ground> all;
  auto const add = [&](std::string const& topology, std::string const& fail) {
    all.push_back({topology + " without " + fail, Machine(make_topology(topology), {.fail = fail})});
  };
  add("xgft:children=4x2,parents=2x2", "");
  add("xgft:children=4x2,parents=2x2", "0-8+1-9");  // host 0 has a link in one plane, host 1 in the other
  add("xgft:children=3x2,parents=3x2", "0-6+1-7+2-8");
  add("xgft:children=2x2x2,parents=2x1x2", "0-8+8-16");
  add("xgft:children=2x2x3,parents=1x2x2", "12-18");
  add("xgft:children=4x4,parents=1x4", "");
  add("binary_tree:height=3", "");
  add("leiserson_fat_tree:leaves=8", "");
  add("coated_mesh:side=3", "0-1");
  // b and c are 4 hops apart through host a, 5 through the switches
  add("file:path=" WEFT_SOURCE_DIR "/test/data/graphs/hosts.graphml", "");
  return all;
}

void expect_no_host_between(Network const& network, std::vector<std::uint32_t> const& routers) {
  for (std::size_t i = 1; i + 1 < routers.size(); ++i)
    EXPECT_FALSE(network.is_host({routers[i]})) << "through host " << routers[i];
}

/// Calls visit(network, machine, spec) for every routing of the catalog that has the form on the machine and
/// can be bound.
template <class Bind, class Visit>
void for_each_routing(routing::Form form, Bind bind, Visit visit) {
  for (auto const& [name, machine] : grounds())
    Routings::for_each([&]<class R>(std::type_identity<R>) {
      if (needs_file(R::name) || !routing::serves_in<R>(form, machine)) return;
      for (auto const& spec : variants_of<R>()) {
        SCOPED_TRACE(name + " " + spec.to_string());
        try {
          visit(machine, bind(spec, machine));
        } catch (InputError const&) { continue; }  // the form is not supported, or a pair has no path
      }
    });
}

TEST(HostsContract, NoChannelsPassThroughAHost) {
  int walks = 0;
  for_each_routing(
      routing::Form::channels,
      [](Spec const& spec, Machine const& machine) {
        return routing::bind_channels(spec, machine, {.vcs = 8, .allow_deadlock = true});
      },
      [&](Machine const& machine, routing::ChannelRoutingPtr const& routing) {
        auto const& network = *machine.network();
        for (auto const from : vc_sources(network))
          for (auto const to : vc_destinations(network))
            for (std::uint64_t seed = 0; seed < 8; ++seed) {
              if (from == to || !routing->reaches(from, to)) continue;
              VcWalk walk(network, *routing, from, to, seed);
              ASSERT_TRUE(walk.finish(routing->traits().hop_bound)) << from << " -> " << to;
              expect_no_host_between(network, walk.routers());
              ++walks;
            }
      });
  EXPECT_GT(walks, 10000);
}

TEST(HostsContract, NoPacketsPassThroughAHost) {
  int walks = 0;
  for_each_routing(
      routing::Form::packets,
      [](Spec const& spec, Machine const& machine) { return routing::bind_packets(spec, machine); },
      [&](Machine const& machine, PacketRoutingPtr const& routing) {
        auto const& network = *machine.network();
        for (auto const from : vc_sources(network))
          for (auto const to : vc_destinations(network))
            for (std::uint64_t seed = 0; seed < 8; ++seed) {
              std::uint32_t address = to;
              routing->encode({&address, 1});
              if (from == to || !routing->reaches({from}, address)) continue;
              Walk walk(network, *routing, {from}, {to}, seed);
              ASSERT_TRUE(walk.finish(routing->traits().hop_bound)) << from << " -> " << to;
              EXPECT_EQ(walk.at(), RouterId{to});
              expect_no_host_between(network, walk.routers());
              ++walks;
            }
      });
  EXPECT_GT(walks, 10000);
}

TEST(HostsContract, NoSharesPassThroughAHost) {
  int pairs = 0;
  for_each_routing(
      routing::Form::shares,
      [](Spec const& spec, Machine const& machine) { return routing::bind_shares(spec, machine); },
      [&](Machine const& machine, routing::SharesPtr const& shares) {
        auto const& network = *machine.network();
        for (auto const from : vc_sources(network))
          for (auto const to : vc_destinations(network)) {
            std::vector<routing::ChannelShare> found;
            try {
              shares->append_to({from}, {to}, {first_ejected_at(network, to)}, found);
            } catch (InputError const&) { continue; }  // disconnected by failures
            for (auto const& [channel, numerator] : found) {
              auto const target = network.target(channel), source = network.source(channel);
              EXPECT_TRUE(target.v == to || !network.is_host(target)) << from << " -> " << to;
              EXPECT_TRUE(source.v == from || !network.is_host(source)) << from << " -> " << to;
            }
            ++pairs;
          }
      });
  EXPECT_GT(pairs, 1000);
}

/// xgft:children=4x2,parents=2x2: hosts 0..7 (0..3 below switches 8 and 9, one in each plane). If 0-8 and 1-9
/// have failed, host 0 is connected to plane 1 only and host 1 to plane 0 only: they share no plane.
TEST(HostsContract, NoPathJoinsHostsInDifferentPlanes) {
  Machine const machine(make_topology("xgft:children=4x2,parents=2x2"), {.fail = "0-8+1-9"});
  for (auto const* const name : {"minimal", "nearest_common_ancestor", "up_down", "valiant", "layered"}) {
    SCOPED_TRACE(name);
    auto const routing =
        routing::bind_channels(Spec::parse(name), machine, {.vcs = 8, .allow_deadlock = true});
    EXPECT_FALSE(routing->reaches(0, 1));
    EXPECT_TRUE(routing->reaches(0, 2));
    EXPECT_TRUE(routing->reaches(1, 2));
  }
}

/// The four switches 16 to 19, to which hosts are linked, are equally frequent as intermediate routers; hosts
/// never are.
TEST(HostsContract, IntermediateRoutersAreSwitches) {
  Machine const machine(make_topology("xgft:children=4x4,parents=1x4"));
  auto const valiant = bind_vc(machine, "valiant");
  std::vector<int> count(machine.num_routers());
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    if (auto const intermediate =
            VcWalk(*machine.network(), *valiant, 0, 12, seed).candidates().front().intermediate;
        intermediate != routing::no_intermediate)
      ++count[intermediate];
  for (std::uint32_t r = 0; r < count.size(); ++r) {
    bool const leaf = r >= 16 && r < 20;
    EXPECT_GE(count[r], leaf ? 850 : 0) << r;  // 1000 expected, standard deviation 27
    EXPECT_LE(count[r], leaf ? 1150 : 0) << r;
  }
}

}  // namespace
}  // namespace weft
