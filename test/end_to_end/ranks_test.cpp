// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "end_to_end/mpirun.hpp"

namespace weft {
namespace {

/// Runs test/support/ranks_program.cpp on `ranks` ranks.
CommandResult ranks_program(unsigned ranks, std::string const& how = "") {
  return shell_command(mpirun(ranks) + " " WEFT_RANKS_PROGRAM " " + how);
}

class Ranks : public NeedsMpi {};

TEST_F(Ranks, ExchangeMessagesAndCollectives) {
  for (unsigned const ranks : {1u, 2u, 3u, 7u}) {
    auto const result = ranks_program(ranks);
    EXPECT_EQ(result.status, 0) << ranks << ": " << result.err;
  }
  EXPECT_EQ(shell_command(WEFT_RANKS_PROGRAM).status, 0);  // without a launcher
}

TEST_F(Ranks, ReportAnErrorOnce) {
  auto const result = ranks_program(3, "all");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "error: wrong on all ranks\n");
}

TEST_F(Ranks, EndTogetherIfOneFails) {
  for (auto const& [how, error] :
       {std::pair{"one_in_collective", "error: rank 2: out of memory\n"},
        std::pair{"one_at_end", "error: rank 2: wrong on one rank\n"},
        std::pair{"one_while_others_compute", "error: rank 2: wrong on one rank\n"}}) {
    auto const result = ranks_program(3, how);
    EXPECT_EQ(result.status, 2) << how;
    EXPECT_NE(result.err.find(error), std::string::npos) << how << result.err;
    EXPECT_EQ(result.err.find("error: "), result.err.rfind("error: ")) << how << result.err;
  }
}

TEST_F(Ranks, ReportWrongInputOfTheCommandOnce) {
  auto const result = weft_on_ranks(3, "simulate torus:sides=0x3");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_EQ(result.out, "");
}

TEST_F(Ranks, WriteOnlyOnTheFirstRank) {
  auto const result = weft_on_ranks(3, "export petersen --format edge_list");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, weft_command("export petersen --format edge_list").out);
}

}  // namespace
}  // namespace weft
