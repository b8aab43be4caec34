#include <gtest/gtest.h>

#include "weft/experiment/deadlock/deadlock.hpp"
#include "weft/experiment/simulate.hpp"

/// What the analysis says is what the engine does: packets of several flits, small buffers, as much traffic as there can be.
namespace weft {
namespace {

struct StillMachine {
  std::string topology, routing;
  std::int64_t vcs = 1;
  std::string options = "vc_buffer=4";  ///< of the engine
};

Result run(StillMachine const& it) {
  return simulate({.topology = it.topology,
                   .routing = it.routing,
                   .traffic = "uniform",
                   .messages = 400,
                   .engine = "flit:injection=batch,may_deadlock=true,packet_size=4,watchdog=500,vcs=" +
                             std::to_string(it.vcs) + "," + it.options});
}

Result proof(StillMachine const& it) {
  return analyse_deadlock({.topology = it.topology, .routing = it.routing, .vcs = it.vcs});
}

class Refuted : public testing::TestWithParam<StillMachine> {};
class Proved : public testing::TestWithParam<StillMachine> {};

TEST_P(Refuted, StandsStill) {
  EXPECT_FALSE(is_free_of_deadlock(proof(GetParam())));
  auto const result = run(GetParam());
  EXPECT_TRUE(result.answer.starts_with("deadlock at cycle")) << result.answer;
}

TEST_P(Proved, DeliversAll) {
  EXPECT_TRUE(is_free_of_deadlock(proof(GetParam())));
  auto const result = run(GetParam());
  EXPECT_TRUE(result.answer.starts_with("all ")) << result.answer;
}

INSTANTIATE_TEST_SUITE_P(
    Deadlock, Refuted,
    testing::Values(StillMachine{"ring", "dimension_order"},
                    StillMachine{"torus:sides=8x8", "dimension_order"},
                    StillMachine{"mesh:sides=8x8", "o1turn"},
                    StillMachine{"torus:sides=8x8", "minimal_adaptive", 2, "vc_buffer=4,atomic_vcs=true"},
                    StillMachine{"petersen:concentration=3", "minimal"},
                    StillMachine{"slim_fly:q=5", "minimal"}, StillMachine{"dragonfly", "minimal"},
                    StillMachine{"dragonfly", "valiant", 2}, StillMachine{"dragonfly", "par", 3},
                    StillMachine{"dragonfly", "booksim_ugal:threshold=-1000000", 3},
                    StillMachine{"clex:m=4,levels=3", "clex_recursive"},
                    StillMachine{"clex:m=4,levels=3", "clex_recursive", 3}));

INSTANTIATE_TEST_SUITE_P(
    Deadlock, Proved,
    testing::Values(
        StillMachine{"ring", "dimension_order", 2}, StillMachine{"torus:sides=8x8", "dimension_order", 2},
        StillMachine{"torus:sides=8x8", "dimension_order:rings=bubble", 1, "vc_buffer=8,flow=cut_through"},
        StillMachine{"mesh:sides=8x8", "o1turn", 2},
        StillMachine{"torus:sides=8x8", "minimal_adaptive", 3, "vc_buffer=4,atomic_vcs=true"},
        StillMachine{"torus:sides=8x8", "minimal_adaptive", 3, "vc_buffer=4,flow=cut_through"},
        StillMachine{"torus:sides=8x8", "minimal_adaptive:rings=bubble", 2, "vc_buffer=8,flow=cut_through"},
        StillMachine{"hyperx", "dal", 2, "vc_buffer=4,atomic_vcs=true"},
        StillMachine{"petersen:concentration=3", "minimal", 2},
        StillMachine{"petersen:concentration=3", "layered", 2}, StillMachine{"slim_fly:q=5", "minimal", 2},
        StillMachine{"dragonfly", "minimal", 2}, StillMachine{"dragonfly", "valiant", 3},
        StillMachine{"dragonfly", "par", 4}, StillMachine{"dragonfly", "ugal", 3},
        StillMachine{"clex:m=4,levels=3", "clex_recursive", 4},
        StillMachine{"clex:m=4,levels=3", "clex_direct"}));

}  // namespace
}  // namespace weft
