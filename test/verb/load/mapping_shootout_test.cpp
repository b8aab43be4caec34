// SPDX-License-Identifier: Apache-2.0
// Local search compared with Scotch under the default routings, on jobs of studies/mapping-shootout.
#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/mapping/scotch_library.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

struct Case {
  char const* topology;
  std::string pattern;
  Sides grid = {0};
};

std::string matrix(char const* name) {
  return std::string("matrix:file=") + WEFT_SOURCE_DIR "/studies/mapping-shootout/" + name;
}

std::vector<Case> cases() {
  return {{"torus:sides=4x4x4", matrix("hpcc-64.mtx")},
          {"slim_fly:q=5", matrix("lammps-lj-64.mtx")},
          {"slim_fly:q=5", matrix("hpcc-64.mtx")},
          {"dragonfly:p=2,a=4,h=2", matrix("lammps-lj-64.mtx")},
          {"dragonfly:p=2,a=4,h=2", matrix("hpcc-64.mtx")},
          {"kary_ntree:arity=4,levels=3", matrix("lammps-lj-64.mtx")},
          {"kary_ntree:arity=4,levels=3", matrix("hpcc-64.mtx")},
          {"percs:supernodes=4,links=1", matrix("lammps-lj-64.mtx")},
          {"percs:supernodes=4,links=1", matrix("hpcc-64.mtx")},
          {"torus:sides=6x6x6", matrix("lammps-lj-216.mtx")},
          {"slim_fly:q=7,concentration=3", "halo", {6, 6, 6}},
          {"dragonfly:p=2,a=4,h=2", "transpose", {8, 8}},
          {"kary_ntree:arity=8,levels=2", "transpose", {8, 8}},
          {"torus:sides=8x8", "transpose", {8, 8}},
          {"torus:sides=16x16", "halo", {16, 16}}};
}

double congestion(Case const& it, std::string const& mapping) {
  auto const result =
      run<Load>({.topology = it.topology, .pattern = it.pattern, .mapping = mapping, .grid = it.grid});
  auto const& table = result.table("throughput");
  double maximum = 0;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    maximum = std::max(maximum, table.at(r, "max_load").number() / table.at(r, "bandwidth").number());
  return maximum;
}

TEST(MappingShootoutSlow, LocalSearchIsNeverWorseThanTenScotchSeeds) {
  if (!mapping::has_scotch()) GTEST_SKIP() << "built without Scotch";
  for (auto const& it : cases())
    EXPECT_LE(congestion(it, "local_search:moves=50000"), congestion(it, "scotch:tries=10") * (1 + 1e-12))
        << it.topology << " " << it.pattern;
}

TEST(MappingShootoutSlow, LocalSearchFromScotchIsNeverWorseThanScotch) {
  if (!mapping::has_scotch()) GTEST_SKIP() << "built without Scotch";
  for (auto const& it : cases())
    EXPECT_LE(congestion(it, "local_search:moves=5000,from=[scotch:tries=2]"),
              congestion(it, "scotch:tries=2") * (1 + 1e-12))
        << it.topology << " " << it.pattern;
}

/// A search that would not end if assembly ran it.
TEST(CheckLoad, DoesNotRunTheSearch) {
  Load::Params request{.topology = "percs:supernodes=16,links=8",
                       .mapping = "percs_annealing:moves=1000000000000000"};
  Load::assemble(request);
  request.mapping = "percs_annealing:moves=0";
  EXPECT_THROW(Load::assemble(request), InputError);
}

}  // namespace
}  // namespace weft::verb
