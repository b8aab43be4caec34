// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "weft/verb/deadlock/deadlock.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

/// The analysis agrees with the flit engine: packets of several flits, small buffers, maximum load.
namespace weft::verb {
namespace {

struct StandstillCase {
  std::string topology, routing;
  std::int64_t vcs = 1;
  std::string options = "vc_buffer=4";  ///< options of the engine
};

Result simulated(StandstillCase const& it) {
  return run<Simulate>({.topology = it.topology,
                        .routing = it.routing,
                        .traffic = "uniform",
                        .messages = 400,
                        .engine = "flit:injection=batch,allow_deadlock=true,packet_size=4,watchdog=500,vcs=" +
                                  std::to_string(it.vcs) + "," + it.options});
}

Result proof(StandstillCase const& it) {
  return run<Deadlock>({.topology = it.topology, .routing = it.routing, .vcs = it.vcs});
}

class Refuted : public testing::TestWithParam<StandstillCase> {};
class Proved : public testing::TestWithParam<StandstillCase> {};

TEST_P(Refuted, Deadlocks) {
  EXPECT_FALSE(is_free_of_deadlock(proof(GetParam())));
  auto const result = simulated(GetParam());
  EXPECT_TRUE(result.answer.starts_with("deadlock at cycle")) << result.answer;
}

TEST_P(Proved, DeliversAll) {
  EXPECT_TRUE(is_free_of_deadlock(proof(GetParam())));
  auto const result = simulated(GetParam());
  EXPECT_TRUE(result.answer.starts_with("all ")) << result.answer;
}

INSTANTIATE_TEST_SUITE_P(
    Deadlock, Refuted,
    testing::Values(StandstillCase{"ring", "dimension_order"},
                    StandstillCase{"torus:sides=8x8", "dimension_order"},
                    StandstillCase{"mesh:sides=8x8", "o1turn"},
                    StandstillCase{"torus:sides=8x8", "minimal_adaptive", 2, "vc_buffer=4,atomic_vcs=true"},
                    StandstillCase{"petersen:concentration=3", "minimal"},
                    StandstillCase{"slim_fly:q=5", "minimal"}, StandstillCase{"dragonfly", "minimal"},
                    StandstillCase{"dragonfly", "valiant", 2}, StandstillCase{"dragonfly", "par", 3},
                    StandstillCase{"dragonfly", "booksim_ugal:threshold=-1000000", 3},
                    StandstillCase{"clex:m=4,levels=3", "clex_recursive"},
                    StandstillCase{"clex:m=4,levels=3", "clex_recursive", 3}));

INSTANTIATE_TEST_SUITE_P(
    Deadlock, Proved,
    testing::Values(
        StandstillCase{"ring", "dimension_order", 2}, StandstillCase{"torus:sides=8x8", "dimension_order", 2},
        StandstillCase{"torus:sides=8x8", "dimension_order:rings=bubble", 1, "vc_buffer=8,flow=cut_through"},
        StandstillCase{"mesh:sides=8x8", "o1turn", 2},
        StandstillCase{"torus:sides=8x8", "minimal_adaptive", 3, "vc_buffer=4,atomic_vcs=true"},
        StandstillCase{"torus:sides=8x8", "minimal_adaptive", 3, "vc_buffer=4,flow=cut_through"},
        StandstillCase{"torus:sides=8x8", "minimal_adaptive:rings=bubble", 2, "vc_buffer=8,flow=cut_through"},
        StandstillCase{"hyperx", "dal", 2, "vc_buffer=4,atomic_vcs=true"},
        StandstillCase{"petersen:concentration=3", "minimal", 2},
        StandstillCase{"petersen:concentration=3", "layered", 2},
        StandstillCase{"slim_fly:q=5", "minimal", 2}, StandstillCase{"dragonfly", "minimal", 2},
        StandstillCase{"dragonfly", "valiant", 3}, StandstillCase{"dragonfly", "par", 4},
        StandstillCase{"dragonfly", "ugal", 3}, StandstillCase{"clex:m=4,levels=3", "clex_recursive", 4},
        StandstillCase{"clex:m=4,levels=3", "clex_direct"}));

}  // namespace
}  // namespace weft::verb
