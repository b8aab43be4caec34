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

TEST_F(StudyFile, ValuesMayNameFilesOfTheStudy) {
  write_file(folder_.path() / "job.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 7\n");
  auto const study = read(R"(
title = "t"
[[run]]
engine = "load"
topology = "torus:sides=2x2"
traffic = "matrix:file={study}/job.mtx"
)");
  EXPECT_EQ(study.runs.at(0).scenario.traffic, "matrix:file=" + (folder_.path() / "job.mtx").string());
}

TEST_F(StudyFile, ReadingOneDoesNotPlaceItsTasks) {
  auto const study = read(R"(
title = "t"
[[run]]
engine = "load"
topology = "torus:sides=4x4"
traffic = "halo"
mapping = "local_search:seconds=1000000"
)");
  EXPECT_EQ(study.runs.size(), 1U);
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nengine = \"load\"\ntopology = \"torus:sides=4x4\"\ntraffic = "
                      "\"halo\"\nmapping = \"gredy\"\n")
                .find("did you mean 'greedy'?"),
            std::string::npos);
}

constexpr char const* shootout = R"(
title = "t"
[[run]]
engine = "load"
label = { machine = "ring", job = "halo" }
topology = "ring:routers=8"
traffic = "halo"
grid = "8"
sweep = { mapping = ["linear", "linear:order=rows", "random"] }
[[present]]
kind = "mapping_shootout"
)";

TEST_F(StudyFile, ShootoutComparesMappingsCaseByCase) {
  auto const study = read(std::string(shootout) + R"(
names = [["linear", "A"], ["linear:order", "B"], ["random", "C"]]
baseline = "B"
judged = ["A", "C"]
)");
  auto const shown = present(study, run_study(study));
  auto const& table = shown.tables.at(0);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.at(0, "mapping"), Value{"A"});
  EXPECT_EQ(table.at(1, "mapping"), Value{"B"});
  EXPECT_EQ(table.at(0, "congestion"), Value{0.5});
  EXPECT_EQ(table.at(0, "hops"), Value{1.0});
  EXPECT_EQ(table.at(0, "ratio"), Value{1.0});
  EXPECT_GT(table.at(2, "ratio").number(), 1);
  EXPECT_FALSE(table.at(2, "time").is_empty());
  ASSERT_EQ(shown.notes.size(), 2U);
  EXPECT_NE(shown.notes[0].find("better in 0 cases, equal in 1, worse in 0"), std::string::npos);
  EXPECT_NE(shown.notes[1].find("better in 0 cases, equal in 0, worse in 1"), std::string::npos);
  EXPECT_EQ(shown.pictures.size(), 1U);
}

TEST_F(StudyFile, ShootoutRefusesNamesThatItIsNotTold) {
  auto const shown = [&](std::string const& options) {
    auto const study = read(std::string(shootout) + options);
    return present(study, run_study(study));
  };
  EXPECT_THROW(shown("names = [[\"linear\", \"A\"]]\nbaseline = \"B\"\n"), InputError);
  EXPECT_THROW(shown("names = [[\"linear\", \"A\"]]\nbaseline = \"A\"\njudged = [\"C\"]\n"), InputError);
  EXPECT_THROW(shown("names = [[\"linear\"]]\nbaseline = \"A\"\n"), InputError);
}

}  // namespace
}  // namespace weft
