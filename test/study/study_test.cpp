#include "weft/study/study.hpp"

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/study/presentation.hpp"

namespace weft {
namespace {

class StudyFile : public ::testing::Test {
 protected:
  Study read(std::string const& text) {
    write_file(folder_.path() / "study.toml", text);
    return read_study(folder_.path());
  }
  std::string complaint(std::string const& text) {
    try {
      read(text);
    } catch (InputError const& error) { return error.what(); }
    return "";
  }
  Scratch folder_;
};

TEST_F(StudyFile, AxesMultiply) {
  auto const study = read(R"(
title = "t"
[base]
topology = "clex:m=4,levels=2"
messages = 2
[[run]]
label = { kind = "a" }
sweep = { messages = [1, 2, 3], seed = [7, 8] }
[[run]]
topology = "torus:sides=4x4"
)");
  ASSERT_EQ(study.runs.size(), 7U);
  EXPECT_EQ(study.runs[3].scenario.messages, 2);
  EXPECT_EQ(study.runs[3].scenario.seed, 8);
  EXPECT_EQ(study.runs[3].label("kind"), "a");
  EXPECT_EQ(study.runs[6].scenario.topology, "torus:sides=4x4");
  EXPECT_EQ(study.runs[6].scenario.messages, 2);
}

TEST_F(StudyFile, ComplaintsNameThePlace) {
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nmesages = 2\n").find("study.toml:3:1"), std::string::npos);
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nmesages = 2\n").find("did you mean 'messages'?"),
            std::string::npos);
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nsweep = { seed = [] }\n").find("without values"),
            std::string::npos);
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\ntopology = \"tours\"\n").find("did you mean 'torus'?"),
            std::string::npos);
}

TEST_F(StudyFile, SummaryPresentsCellsRunByRun) {
  auto const study = read(R"(
title = "t"
[[run]]
label = { machine = "torus" }
topology = "torus:sides=4x4"
[[run]]
label = { machine = "clex" }
topology = "clex:m=4,levels=2"
[[present]]
kind = "summary"
name = "both"
title = "Both"
columns = ["summary.messages", "levels[2].avg_hops"]
chart = true
)");
  auto const shown = present(study, run_study(study));
  ASSERT_EQ(shown.tables.size(), 1U);
  auto const& table = shown.tables[0];
  EXPECT_EQ(table.rows[0], (std::vector<Value>{"torus", 16, Value{}}));
  EXPECT_EQ(table.rows[1], (std::vector<Value>{"clex", 16, 1.0}));
  EXPECT_EQ(shown.pictures.size(), 1U);
}

}  // namespace
}  // namespace weft
