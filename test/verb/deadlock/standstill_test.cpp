#include <gtest/gtest.h>

#include "weft/verb/deadlock/deadlock.hpp"
#include "weft/verb/simulate/simulate.hpp"

/// What the analysis says is what the engine does: packets of several flits, small buffers, as much traffic as there can be.
namespace weft {
namespace {

struct Machine {
  std::string topology, routing;
  std::int64_t vcs = 1;
  std::string options = "vc_buffer=4";  ///< of the engine
};

Result run(Machine const& it) {
  return simulate({.topology = it.topology,
                   .routing = it.routing,
                   .traffic = "uniform",
                   .messages = 400,
                   .engine = "flit:injection=batch,may_deadlock=true,packet_size=4,watchdog=500,vcs=" +
                             std::to_string(it.vcs) + "," + it.options});
}

Result proof(Machine const& it) {
  return analyse_deadlock({.topology = it.topology, .routing = it.routing, .vcs = it.vcs});
}

class Refuted : public testing::TestWithParam<Machine> {};
class Proved : public testing::TestWithParam<Machine> {};

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
    testing::Values(Machine{"ring", "dimension_order"}, Machine{"torus:sides=8x8", "dimension_order"},
                    Machine{"mesh:sides=8x8", "o1turn"},
                    Machine{"torus:sides=8x8", "minimal_adaptive", 2, "vc_buffer=4,atomic_vcs=true"},
                    Machine{"petersen:concentration=3", "minimal"}, Machine{"slim_fly:q=5", "minimal"},
                    Machine{"dragonfly", "minimal"}, Machine{"dragonfly", "valiant", 2},
                    Machine{"dragonfly", "par", 3},
                    Machine{"dragonfly", "booksim_ugal:threshold=-1000000", 3},
                    Machine{"clex:m=4,levels=3", "clex_recursive"},
                    Machine{"clex:m=4,levels=3", "clex_recursive", 3}));

INSTANTIATE_TEST_SUITE_P(
    Deadlock, Proved,
    testing::Values(
        Machine{"ring", "dimension_order", 2}, Machine{"torus:sides=8x8", "dimension_order", 2},
        Machine{"torus:sides=8x8", "dimension_order:rings=bubble", 1, "vc_buffer=8,flow=cut_through"},
        Machine{"mesh:sides=8x8", "o1turn", 2},
        Machine{"torus:sides=8x8", "minimal_adaptive", 3, "vc_buffer=4,atomic_vcs=true"},
        Machine{"torus:sides=8x8", "minimal_adaptive", 3, "vc_buffer=4,flow=cut_through"},
        Machine{"torus:sides=8x8", "minimal_adaptive:rings=bubble", 2, "vc_buffer=8,flow=cut_through"},
        Machine{"hyperx", "dal", 2, "vc_buffer=4,atomic_vcs=true"},
        Machine{"petersen:concentration=3", "minimal", 2}, Machine{"petersen:concentration=3", "layered", 2},
        Machine{"slim_fly:q=5", "minimal", 2}, Machine{"dragonfly", "minimal", 2},
        Machine{"dragonfly", "valiant", 3}, Machine{"dragonfly", "par", 4}, Machine{"dragonfly", "ugal", 3},
        Machine{"clex:m=4,levels=3", "clex_recursive", 4}, Machine{"clex:m=4,levels=3", "clex_direct"}));

}  // namespace
}  // namespace weft
