// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "support/routings.hpp"
#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/forms_of.hpp"
#include "weft/verb/deadlock/deadlock.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// A routing that the analysis proves deadlock-free never deadlocks, for any topology, virtual channels,
/// buffers and packets.
namespace weft::verb {
namespace {

std::vector<std::string> const topologies{"ring:routers=6",
                                          "torus:sides=4x4",
                                          "torus:sides=3x3x3",
                                          "mesh:sides=4x5",
                                          "hypercube:dimensions=4",
                                          "hyperx:sides=4x4",
                                          "dragonfly",
                                          "slim_fly:q=5",
                                          "petersen",
                                          "clex:m=3,levels=3",
                                          "kary_ntree:k=3,levels=3",
                                          "percs:supernodes=4,links=4",
                                          "jellyfish:routers=20,degree=4"};

struct DrawnMachine {
  std::string topology, routing, options;
  std::int64_t vcs;
  bool cut_through, atomic;
};

DrawnMachine random_machine(Rng& rng) {
  std::vector<std::string> routings;
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if (routing::HasChannels<R>) routings.push_back(quick_spec<R>().to_string());
  });
  DrawnMachine it;
  it.topology = topologies[rng.below(topologies.size())];
  it.routing = routings[rng.below(routings.size())];
  it.vcs = static_cast<std::int64_t>(1 + rng.below(8));
  it.cut_through = rng.below(2) == 0;
  it.atomic = rng.below(2) == 0;
  auto const packet = 1 + rng.below(6), buffer = (it.cut_through ? 2 * packet : 1) + rng.below(6);
  it.options = ",packet_size=" + std::to_string(packet) + ",vc_buffer=" + std::to_string(buffer);
  if (it.routing == "deflection") return it;  // its routers have no buffers
  it.options += ",shared_buffer=" + std::to_string(rng.below(2) * rng.below(8)) +
                (it.cut_through ? ",flow=cut_through" : "") + (it.atomic ? ",atomic_vcs=true" : "");
  return it;
}

/// Returns whether the routing supports the topology and is proved deadlock-free for the flow control of the
/// machine.
bool is_proved(DrawnMachine const& it) {
  try {
    auto const result = run<Deadlock>({.topology = it.topology, .routing = it.routing, .vcs = it.vcs});
    if (!is_free_of_deadlock(result)) return false;
    auto const& proof = result.table("verdict").at(0, "proof").exact_text();
    bool const alone = proof.find("one packet at a time") != std::string::npos;
    bool const whole = proof.find("cut-through") != std::string::npos;
    return !whole || it.cut_through || (alone && it.atomic);
  } catch (InputError const&) { return false; }
}

TEST(RandomMachinesSlow, ProvedMachinesNeverDeadlock) {
  std::size_t runs = 0;
  for (std::uint64_t i = 0; runs < 100; ++i) {
    ASSERT_LT(i, 5000) << "hardly any machine is proved";
    Rng rng(1, Purpose::test, i);
    auto const it = random_machine(rng);
    if (!is_proved(it)) continue;
    ++runs;
    auto const result = run<Simulate>(
        {.topology = it.topology,
         .routing = it.routing,
         .traffic = "uniform",
         .messages = 60,
         .engine = "flit:injection=batch,allow_deadlock=true,watchdog=200,vcs=" + std::to_string(it.vcs) +
                   it.options,
         .seed = static_cast<std::int64_t>(i)});
    EXPECT_TRUE(result.answer.starts_with("all "))
        << it.topology << ' ' << it.routing << " vcs=" << it.vcs << it.options << ": " << result.answer;
  }
}

}  // namespace
}  // namespace weft::verb
