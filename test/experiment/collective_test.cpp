#include "weft/experiment/collective.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"

namespace weft {
namespace {

TEST(Collective, AllgatherGivesEveryDivisionOfTheBandwidth) {
  auto const pipelined = collective_allgather({"clex:m=32,levels=4"});
  auto const& runs = pipelined.table("allgather");
  ASSERT_EQ(runs.rows.size(), 2u);
  EXPECT_EQ(runs.at(0, "rounds").number(), 32768);
  EXPECT_DOUBLE_EQ(runs.at(0, "lower_bound").number(), 1048575.0 / 128);
  EXPECT_LT(runs.at(1, "ratio").number(), 2);
  EXPECT_EQ(pipelined.table("channels").rows.size(), 8u);
  EXPECT_EQ(collective_allgather({"clex", rounds::Stages::barrier}).table("allgather").rows.size(), 3u);
}

TEST(Collective, AllgatherSaysWhatItCannotDivide) {
  auto const result = collective_allgather({"mesh:sides=32x32x32"});
  EXPECT_EQ(result.table("allgather").rows.size(), 1u);
  ASSERT_EQ(result.notes.size(), 1u);
}

TEST(Collective, ExchangeByHand) {
  // A clique of 4: every channel but the loops carries one message. A ring of 4: 4 (1 + 1 + 2) hops over 8 channels.
  auto const clique = collective_exchange({"clex:m=4,levels=1"});
  EXPECT_EQ(clique.table("exchange").at(0, "messages").number(), 12);
  EXPECT_EQ(clique.table("exchange").at(0, "rounds").number(), 1);
  auto const ring = collective_exchange({"torus:sides=4"});
  EXPECT_DOUBLE_EQ(ring.table("exchange").at(0, "lower_bound").number(), 2);
  EXPECT_DOUBLE_EQ(ring.table("exchange").at(0, "hops_per_message").number(), 16.0 / 12);
}

TEST(Collective, ExchangeNeverBeatsItsBounds) {
  for (char const* spec : {"clex:m=4,levels=2", "clex:m=3,levels=3", "clex:m=3,levels=3,landing=high",
                           "clex:m=4,levels=3,links=single", "torus:sides=4x4x4", "torus:sides=5x3",
                           "mesh:sides=4x5", "torus:sides=4x2,concentration=2"}) {
    SCOPED_TRACE(spec);
    auto const result = collective_exchange({spec});
    EXPECT_GE(result.table("exchange").at(0, "ratio").number(), 1);
  }
}

TEST(Collective, ThreadsDoNotMatter) {
  std::vector<Table> tables;
  for (unsigned const threads : {1, 2, 7}) {
    Threads const limit(threads);
    tables.push_back(collective_exchange({"clex:m=4,levels=3", 5}).table("exchange"));
  }
  EXPECT_EQ(tables[1], tables[0]);
  EXPECT_EQ(tables[2], tables[0]);
}

TEST(Collective, RefusesInOneLine) {
  EXPECT_THROW(collective_allgather({"clxe"}), InputError);
  EXPECT_THROW(collective_allgather({"clex:m=32,levels=4,landing=high"}), InputError);
  EXPECT_THROW(collective_exchange({"clex:m=32,levels=4"}), InputError);
  EXPECT_THROW(collective_exchange({"clex:bandwidth=2"}), InputError);
}

}  // namespace
}  // namespace weft
