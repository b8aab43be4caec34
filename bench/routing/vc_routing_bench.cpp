// SPDX-License-Identifier: Apache-2.0
// Nanoseconds per head of routings with virtual channels, in batches of 64 heads of random pairs along their
// whole paths.

#include <benchmark/benchmark.h>

#include "support/vc_routings.hpp"
#include "support/vc_walk.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/slim_fly.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft {
namespace {

std::vector<routing::Head> heads_of_random_pairs(Network const& network,
                                                 routing::ChannelRouting const& routing) {
  std::vector<routing::Head> heads;
  Rng rng(1, Purpose::test, 1);
  auto const ends = vc_sources(network);
  while (heads.size() < 20000) {
    auto const from = ends[rng.below(ends.size())], to = ends[rng.below(ends.size())];
    for (VcWalk walk(network, routing, from, to, heads.size()); !walk.arrived(); walk.step())
      heads.push_back(walk.head());
  }
  heads.resize(heads.size() / 64 * 64);
  return heads;
}

void run(benchmark::State& state, Machine const& machine, char const* spec) {
  auto const routing = routing::bind_channels(Spec::parse(spec), machine, {.vcs = 8});
  RandomQueues const queues(*machine.network(), 1);
  auto const heads = heads_of_random_pairs(*machine.network(), *routing);
  std::size_t const width = routing->traits().width;
  std::vector<routing::Candidate> out(64 * width);
  std::vector<std::uint16_t> count(64);
  std::size_t next = 0;
  for (auto _ : state) {
    routing->route({&heads[next], 64}, queues.view(), out, count);
    benchmark::DoNotOptimize(out.data());
    next = next + 64 < heads.size() ? next + 64 : 0;
  }
  state.SetItemsProcessed(state.iterations() * 64);
}

void mesh(benchmark::State& state, char const* spec) {
  run(state, machine_of(topology::Mesh({{64, 64}})), spec);
}
void torus(benchmark::State& state, char const* spec) {
  run(state, machine_of(topology::Torus({{16, 16, 16}})), spec);
}
void hyperx(benchmark::State& state, char const* spec) {
  run(state, machine_of(topology::Hyperx({.sides = {10, 10, 10}})), spec);
}
void dragonfly(benchmark::State& state, char const* spec) {
  run(state, machine_of(topology::Dragonfly({4, 8, 4})), spec);
}
void slim_fly(benchmark::State& state, char const* spec) {
  run(state, machine_of(topology::SlimFly({17})), spec);
}
void fat_tree(benchmark::State& state, char const* spec) {
  run(state, machine_of(topology::KaryNtree({8, 3})), spec);
}
void clex(benchmark::State& state, char const* spec) {
  run(state, machine_of(topology::Clex({16, 3})), spec);
}

BENCHMARK_CAPTURE(mesh, dimension_order, "dimension_order");
BENCHMARK_CAPTURE(mesh, minimal_adaptive, "minimal_adaptive");
BENCHMARK_CAPTURE(mesh, west_first, "turn_model");
BENCHMARK_CAPTURE(mesh, odd_even, "turn_model:model=odd_even");
BENCHMARK_CAPTURE(torus, dimension_order, "dimension_order");
BENCHMARK_CAPTURE(torus, o1turn, "o1turn");
BENCHMARK_CAPTURE(torus, romm, "romm");
BENCHMARK_CAPTURE(torus, valiant, "valiant");
BENCHMARK_CAPTURE(torus, minimal_adaptive, "minimal_adaptive");
BENCHMARK_CAPTURE(hyperx, dimension_order, "dimension_order");
BENCHMARK_CAPTURE(hyperx, ugal_local, "ugal");
BENCHMARK_CAPTURE(hyperx, ugal_global, "ugal:view=global");
BENCHMARK_CAPTURE(hyperx, dal, "dal");
BENCHMARK_CAPTURE(dragonfly, minimal, "minimal");
BENCHMARK_CAPTURE(dragonfly, valiant, "valiant");
BENCHMARK_CAPTURE(dragonfly, ugal_local, "ugal");
BENCHMARK_CAPTURE(dragonfly, ugal_global, "ugal:view=global");
BENCHMARK_CAPTURE(dragonfly, par, "par");
BENCHMARK_CAPTURE(slim_fly, minimal, "minimal");
BENCHMARK_CAPTURE(slim_fly, valiant, "valiant");
BENCHMARK_CAPTURE(slim_fly, ugal_local, "ugal");
BENCHMARK_CAPTURE(slim_fly, up_down, "up_down");
BENCHMARK_CAPTURE(slim_fly, layered, "layered:method=lash");
BENCHMARK_CAPTURE(fat_tree, nca, "nearest_common_ancestor");
BENCHMARK_CAPTURE(fat_tree, nca_adaptive, "nearest_common_ancestor:choice=adaptive");
BENCHMARK_CAPTURE(clex, direct, "clex_direct");
BENCHMARK_CAPTURE(clex, recursive, "clex_recursive");

}  // namespace
}  // namespace weft
