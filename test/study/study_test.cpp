// SPDX-License-Identifier: Apache-2.0
#include "weft/study/study.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "support/verb_samples.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/study/presentation.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

class StudyFile : public ::testing::Test {
 protected:
  Study read(std::string const& text) {
    write_file(folder_.path() / "study.toml", text);
    return read_study(folder_.path());
  }
  std::string complaint(std::string const& text) {
    return complaint_of([&] { read(text); });
  }
  Scratch folder_;
  Threads const one_{1};  ///< runs are sequential
};

TEST_F(StudyFile, RunsTheProductOfTheAxes) {
  auto const study = read(R"(
title = "t"
[base]
topology = "clex:m=4,levels=2"
messages = 2
[[run]]
label = { kind = "a" }
sweep = { messages = [1, 2, 3], seed = "7..8" }
[[run]]
topology = "torus:sides=4x4"
)");
  ASSERT_EQ(study.runs.size(), 7U);
  EXPECT_EQ(study.runs[3].request.to_string(), "simulate:topology=\"clex:m=4,levels=2\",messages=2,seed=8");
  EXPECT_EQ(study.runs[3].label("kind"), "a");
  EXPECT_EQ(study.runs[6].request.to_string(), "simulate:topology=\"torus:sides=4x4\",messages=2");
}

TEST_F(StudyFile, ErrorsContainThePosition) {
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nmesages = 2\n").find("study.toml:3:1"), std::string::npos);
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nmesages = 2\n").find("did you mean 'messages'?"),
            std::string::npos);
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nsweep = { seed = [] }\n").find("an axis has no values"),
            std::string::npos);
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nsweep = { seed = \"5..4\" }\n").find("an axis has no values"),
            std::string::npos);
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nsweep = { seed = \"1..9000000000000000000\" }\n")
                .find("more than a million"),
            std::string::npos);
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\ntopology = \"tours\"\n").find("did you mean 'torus'?"),
            std::string::npos);
}

TEST_F(StudyFile, ChecksPresentationsBeforeTheFirstRun) {
  auto const present = [&](std::string const& text) {
    return complaint("title = \"t\"\n[[run]]\ntopology = \"torus:sides=4x4\"\n[[present]]\n" + text);
  };
  EXPECT_NE(present("kind = \"tabel\"\n").find("did you mean 'table'?"), std::string::npos);
  EXPECT_NE(present("kind = \"table\"\nname = \"a\"\ntitel = \"b\"\n").find("did you mean 'title'?"),
            std::string::npos);
  EXPECT_NE(present("kind = \"table\"\nname = \"a\"\ntitle = \"b\"\ncolumns = [\"mean(\"]\n")
                .find("study.toml:8:12"),
            std::string::npos);
  EXPECT_NE(
      present("kind = \"table\"\nname = \"a\"\ntitle = \"b\"\ncolumns = [{ of = \"seed\", tolerance = 1 }]\n")
          .find("needs a published value"),
      std::string::npos);
  EXPECT_NE(
      present(
          "kind = \"table\"\nname = \"a\"\ntitle = \"b\"\ncolumns = [\"seed\"]\njoin = { with = \"no.csv\", on = "
          "[\"seed\"], as = \"x\" }\n")
          .find("no.csv"),
      std::string::npos);
  EXPECT_NE(
      present(
          "kind = \"table\"\nname = \"a\"\ntitle = \"b\"\ncolumns = [\"seed\"]\njoin = { with = \"b\", on = "
          "[\"seed\"], as = \"x\" }\n")
          .find("no presentation before this one"),
      std::string::npos);
}

TEST_F(StudyFile, DetectsInvalidNamesInPresentationsEarly) {
  auto const complaint_after = [&](std::string const& present, std::size_t runs) {
    auto study = read(
        "title = \"t\"\n[[run]]\nverb = \"show\"\nlabel = { machine = \"m\" }\n"
        "sweep = { topology = [\"torus:sides=3x3\", \"petersen\"] }\n"
        "[[present]]\nkind = \"table\"\nname = \"a\"\ntitle = \"b\"\n" +
        present);
    std::size_t finished = 0;
    auto const complaint =
        complaint_of([&] { run_study(study, no_progress(), [&](Outcome const&) { ++finished; }); });
    EXPECT_EQ(finished, runs) << complaint;
    return complaint;
  };
  EXPECT_NE(complaint_after("columns = [\"machin\"]\n", 0).find("did you mean 'machine'?"),
            std::string::npos);
  EXPECT_NE(complaint_after("columns = [\"nothing\"]\n", 0).find("no run has 'nothing'"), std::string::npos);
  EXPECT_NE(complaint_after("from = \"metric\"\ncolumns = [\"key\"]\n", 1).find("did you mean 'metrics'?"),
            std::string::npos);
  EXPECT_NE(complaint_after("from = \"metrics\"\ncolumns = [\"keys\"]\n", 1).find("did you mean 'key'?"),
            std::string::npos);
  EXPECT_NE(complaint_after("columns = [\"distances.pair\"]\n", 1).find("did you mean"), std::string::npos);
  EXPECT_EQ(complaint_after("columns = [\"machine\", \"seed\", \"exact\", \"distances.pairs\"]\n", 2),
            "none");
  EXPECT_EQ(complaint_after(
                "columns = [\"topology\", { name = \"pairs\", of = \"distances.pairs\" }]\n"
                "[[present]]\nkind = \"table\"\nname = \"names\"\ntitle = \"b\"\ncolumns = [\"topology\"]\n"
                "[[present]]\nkind = \"table\"\nname = \"both\"\ntitle = \"b\"\nfrom = \"names\"\n"
                "join = { with = \"a\", on = [\"topology\"], as = \"x\" }\ncolumns = [\"x.pairs\"]\n",
                2),
            "none")
      << "the table that is joined needs both runs";
}

TEST_F(StudyFile, AcceptsANameThatOnlyTheLastRunHas) {
  auto study = read(
      "title = \"t\"\n[[run]]\nverb = \"show\"\ntopology = \"torus:sides=3x3\"\n"
      "[[run]]\nverb = \"show\"\ntopology = \"petersen\"\nlabel = { machine = \"m\" }\n"
      "[[present]]\nkind = \"table\"\nname = \"a\"\ntitle = \"b\"\ncolumns = [\"machine\"]\n");
  EXPECT_EQ(run_study(study).runs.size(), 2U);
}

TEST_F(StudyFile, TruncatesLongTextsInErrors) {
  std::string const text(100'000, 'x');
  auto const head = "title = \"t\"\n[[run]]\ntopology = \"petersen\"\n";
  auto const present = head + std::string("[[present]]\nname = \"a\"\ntitle = \"b\"\n");
  for (auto const& study :
       {present + "kind = \"" + text + "\"\n", head + ("verb = \"" + text + "\"\n"),
        head + ("sweep = { seed = \"" + text + "\" }\n"), head + (text + " = 1\n"),
        present + "kind = \"table\"\ncolumns = [\"" + text + "(1)\"]\n",
        present + "kind = \"table\"\ncolumns = [\"1 + \"]\n" + text + " = 1\n",
        present + "kind = \"table\"\njoin = { with = \"" + text + "\", on = [], as = \"a\" }\n",
        present + "kind = \"table\"\nfrom = \"" + text + ".csv\"\ncolumns = [\"a\"]\n",
        "title = \"t\"\n[[run]]\ntopology = \"" + text + "\"\n",
        "title = \"t\"\n[[run]]\nseed = \"" + text + "\"\n"}) {
    auto const said = complaint(study);
    EXPECT_NE(said, "none") << study.substr(0, 200);
    EXPECT_LT(said.size(), 1000U) << study.substr(0, 200);
  }
}

TEST_F(StudyFile, ValuesCanReferToFilesOfTheStudy) {
  write_file(folder_.path() / "job.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 7\n");
  auto const study = read(R"(
title = "t"
[[run]]
engine = "load"
topology = "torus:sides=2x2"
traffic = "matrix:file={study}/job.mtx"
)");
  EXPECT_EQ(study.runs.at(0).request.arguments.back().value,
            "matrix:file=" + (folder_.path() / "job.mtx").string());
}

TEST_F(StudyFile, ReadsAMappingWithoutRunningIt) {
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

constexpr char const* two_machines = R"(
title = "t"
[[run]]
label = { machine = "torus" }
topology = "torus:sides=4x4"
[[run]]
label = { machine = "CLEX" }
topology = "clex:m=4,levels=2"
)";

TEST_F(StudyFile, SelectsRunsByLabel) {
  auto study = read(two_machines);
  study.select_labels({"machine=CLEX"});
  ASSERT_EQ(study.runs.size(), 1U);
  EXPECT_EQ(study.runs[0].label("machine"), "CLEX");
  auto const complaint = complaint_of([&] { study.select_labels({"CLXE"}); });
  EXPECT_NE(complaint.find("did you mean 'CLEX'?"), std::string::npos) << complaint;
}

/// Records the labels of its stages.
class Stages final : public Progress {
 public:
  void start(std::string_view label, std::uint64_t, std::string_view) override { labels.emplace_back(label); }
  void finish() override {}
  std::vector<std::string> labels;

 private:
  void count(std::uint64_t) override {}
};

TEST_F(StudyFile, ReportsEachFinishedRunWithItsNumber) {
  auto study = read(two_machines);
  Stages stages;
  std::vector<std::string> finished;
  run_study(study, stages, [&](Outcome const& it) { finished.push_back(it.run.label("machine")); });
  EXPECT_EQ(finished, (std::vector<std::string>{"torus", "CLEX"}));
  ASSERT_FALSE(stages.labels.empty());
  EXPECT_TRUE(stages.labels.front().starts_with("1 of 2: ")) << stages.labels.front();
  EXPECT_TRUE(stages.labels.back().starts_with("2 of 2: ")) << stages.labels.back();
}

TEST_F(StudyFile, UsesTheVerbOfEachRun) {
  auto study = read(R"(
title = "t"
[base]
verb = "show"
[[run]]
topology = "torus:sides=4x4"
[[run]]
verb = "draw"
topology = "petersen"
)");
  study.pictures = true;
  auto const outcomes = run_study(study).runs;
  ASSERT_EQ(outcomes.size(), 2U);
  EXPECT_NE(outcomes[0].result.find_table("metrics"), nullptr);
  EXPECT_FALSE(outcomes[1].pictures.empty());
  EXPECT_NE(complaint("title = \"t\"\n[[run]]\nverb = \"shwo\"\n").find("did you mean 'show'?"),
            std::string::npos);
  EXPECT_NE(
      complaint("title = \"t\"\n[[run]]\nverb = \"show\"\ntraffic = \"uniform\"\n").find("study.toml:4:1"),
      std::string::npos);
}

TEST_F(StudyFile, AssemblesEachRunOnce) {
  auto study = read("title = \"t\"\n[[run]]\ntopology = \"torus:sides=4x4\"\n");
  auto const* const read_one = study.runs[0].experiment.get();
  EXPECT_NE(read_one, nullptr);
  EXPECT_EQ(run_study(study).runs[0].run.experiment, nullptr) << "it ran, and is gone";
  EXPECT_EQ(run_study(study).runs.size(), 1U) << "a second time it is assembled again";
}

TEST_F(StudyFile, RunsEveryVerb) {
  std::string text = "title = \"t\"\n";
  for (auto const& request : test::verb_samples()) {
    text += "[[run]]\nverb = \"" + request.name + "\"\n";
    for (auto const& [key, value] : request.arguments) text += key + " = \"" + value + "\"\n";
  }
  auto study = read(text);
  study.pictures = true;
  auto const outcomes = run_study(study).runs;
  ASSERT_EQ(outcomes.size(), verb::verb_docs().size());
  for (auto const& it : outcomes)
    EXPECT_TRUE(!it.result.tables.empty() || !it.pictures.empty()) << it.run.request.name;
}

}  // namespace
}  // namespace weft::study
