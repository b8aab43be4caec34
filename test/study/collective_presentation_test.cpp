#include "weft/study/collective_presentation.hpp"

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

constexpr char const* study_file = R"(
title = "t"
[[run]]
label = { operation = "broadcast", machine = "ring", terminals = "8" }
topology = "torus:sides=8"
verb = "collective"
operation = "broadcast"
bytes = "1k..1M"
algorithm = "[arc_disjoint_trees,single_tree]"
[[run]]
label = { operation = "broadcast", machine = "cube", terminals = "8" }
topology = "hypercube:dimensions=3"
verb = "collective"
operation = "broadcast"
bytes = "1k..1M"
[[present]]
kind = "collectives"
bytes = [1000, 1000000]
panels = "8"
)";

TEST(CollectivePresentation, NamesTheFastestOfEachRun) {
  Scratch const folder;
  write_file(folder.path() / "study.toml", study_file);
  auto const study = read_study(folder.path());
  auto const outcomes = run_study(study);
  auto const shown = present(study, outcomes);
  ASSERT_EQ(shown.tables.size(), 2u);
  auto const& fastest = shown.tables[0];
  ASSERT_EQ(fastest.rows.size(), 4u);
  EXPECT_EQ(fastest.at(0, "machine"), Value{"ring"});
  EXPECT_EQ(fastest.at(0, "algorithm"), Value{"single_tree"});
  EXPECT_EQ(fastest.at(1, "algorithm"), Value{"arc_disjoint_trees"});
  EXPECT_EQ(fastest.at(3, "machine"), Value{"cube"});
  for (std::size_t row = 0; row < 4; ++row) {
    EXPECT_GE(fastest.at(row, "ratio").number(), 1);
    auto const& result = outcomes[row / 2].result.table("collective");
    for (std::size_t r = 0; r < result.rows.size(); ++r)
      if (result.at(r, "bytes") == fastest.at(row, "bytes")) {
        EXPECT_LE(fastest.at(row, "time").number(), result.at(r, "time").number());
      }
  }
  EXPECT_GT(shown.tables[1].rows.size(), 8u);
  ASSERT_EQ(shown.pictures.size(), 1u);
  EXPECT_EQ(shown.pictures[0].name, "broadcast");
}

TEST(CollectiveStudy, RefusesWhatTheVerbDoesNotKnow) {
  Scratch const folder;
  for (auto const* line :
       {"traffic = \"uniform\"", "operation = \"sum\"", "root = 64", "engine = \"collective\""}) {
    write_file(
        folder.path() / "study.toml",
        std::string(
            "title = \"t\"\n[base]\ntopology = \"torus:sides=8x8\"\nverb = \"collective\"\n[[run]]\n") +
            line + "\n");
    EXPECT_THROW(read_study(folder.path()), InputError) << line;
  }
  write_file(folder.path() / "study.toml", "title = \"t\"\n[[run]]\nverb = \"collective\"\n");
  EXPECT_EQ(read_study(folder.path()).runs.size(), 1u);
}

}  // namespace
}  // namespace weft
