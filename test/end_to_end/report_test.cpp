// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "end_to_end/command.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

TEST(Reports, AreWrittenByEveryVerbWithAResult) {
  Scratch const scratch;
  auto const file = (scratch.path() / "report.html").string();
  for (std::string const verb :
       {"list", "show ring:routers=4", "compare ring:routers=4 torus:sides=4x4",
        "route ring:routers=4 --from 0 --to 2", "simulate ring:routers=4", "load torus:sides=4x4",
        "deadlock torus:sides=4x4 --vcs 1", "collective broadcast ring:routers=8", "draw ring:routers=4"}) {
    SCOPED_TRACE(verb);
    auto const result = weft_command(verb + " --report " + file);
    EXPECT_EQ(result.status, 0) << result.err;
    auto const page = text_of(file);
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    EXPECT_NE(page.find("weft " + verb.substr(0, verb.find(' '))), std::string::npos) << "the command";
    std::filesystem::remove(file);
  }
}

TEST(Reports, RejectAResultChangedByAnotherProgram) {
  Scratch const scratch;
  auto const folder = scratch.path().string();
  ASSERT_EQ(weft_command("load torus:sides=4x4 -o " + folder + "/load").status, 0);
  auto text = text_of(folder + "/load/result.json");
  auto const seed = text.find("\"seed\": ");
  ASSERT_NE(seed, std::string::npos);
  text.replace(seed, 9, "\"seed\": 9");
  write_file(folder + "/load/result.json", text);
  auto const made = weft_command("report " + folder + "/load -o " + folder + "/report.html");
  EXPECT_EQ(made.status, 2);
  EXPECT_NE(made.err.find("load/result.json: changed after weft wrote it"), std::string::npos) << made.err;
  EXPECT_FALSE(std::filesystem::exists(folder + "/report.html"));
}

TEST(Reports, ShowSavedResultsSideBySide) {
  Scratch const scratch;
  auto const folder = scratch.path().string();
  ASSERT_EQ(weft_command("load torus:sides=4x4 -o " + folder + "/load").status, 0);
  ASSERT_EQ(weft_command("show ring:routers=4 -o " + folder + "/show,again").status, 0);
  auto const made = weft_command("report " + folder + "/load " + folder + "/show,again/result.json -o " +
                                 folder + "/both.html --title Both");
  ASSERT_EQ(made.status, 0) << made.err;
  auto const page = text_of(folder + "/both.html");
  EXPECT_NE(page.find("<h1>Both</h1>"), std::string::npos);
  EXPECT_NE(page.find("href=\"#part-2\""), std::string::npos);
  auto const plain = weft_command("report " + folder + "/load -o " + folder + "/plain.html --no-scripts");
  ASSERT_EQ(plain.status, 0) << plain.err;
  EXPECT_EQ(text_of(folder + "/plain.html").find("script-src"), std::string::npos);
}

TEST(Reports, ShowThePicturesWrittenByRunsOfAStudy) {
  Scratch const scratch;
  auto const folder = scratch.path().string();
  std::ofstream(folder + "/study.toml")
      << "title = \"t\"\n[[run]]\nverb = \"load\"\ntopology = \"torus:sides=4x4\"\n";
  auto const page_of_run = [&](std::string const& options) {
    auto const made = weft_command("run " + folder + " -o " + folder + "/out" + options);
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(weft_command("report " + folder + "/out -o " + folder + "/x.html").status, 0);
    return text_of(folder + "/x.html");
  };
  EXPECT_EQ(page_of_run("").find("Load of the channels"), std::string::npos) << "arrays are not stored";
  EXPECT_NE(page_of_run(" --pictures").find("Load of the channels"), std::string::npos);
}

TEST(Figures, ShowTheTablesOfARunOfAStudy) {
  Scratch const scratch;
  auto const folder = scratch.path().string();
  std::ofstream(folder + "/study.toml")
      << "title = \"t\"\n[[run]]\nverb = \"show\"\ntopology = \"ring:routers=5\"\n";
  ASSERT_EQ(weft_command("run " + folder + " -o " + folder + "/out --pictures").status, 0);
  auto const runs = folder + "/out/runs/";
  auto const id = std::filesystem::directory_iterator(runs)->path().filename().string();
  auto const listed = weft_command("figure " + runs + id + " --csv");
  EXPECT_EQ(listed.status, 0) << listed.err;
  EXPECT_NE(listed.out.find("distances"), std::string::npos);
  expect_rejected("figure " + runs + "0123", "no run '0123'");
}

TEST(Reports, ShowTheQuestionChartsAndRunsOfASavedStudy) {
  Scratch const scratch;
  auto const folder = scratch.path().string();
  std::ofstream(scratch.path() / "study.toml") << R"toml(title = "small"
[[run]]
topology = "clex:m=4,levels=2"
messages = 3
sweep = { seed = [1, 2] }
[[present]]
kind = "curves"
name = "rounds"
title = "Rounds of a level"
from = "levels"
x = { of = "level", title = "level" }
y = { of = "mean(avg_rounds)", title = "rounds" }
values = [{ of = "mean(avg_rounds)" }]
)toml";
  std::ofstream(scratch.path() / "README.md") << "# Small\n\nHow *many* rounds?\n";
  ASSERT_EQ(weft_command("run " + folder + " -o " + folder + "/out").status, 0);
  auto const made = weft_command("report " + folder + "/out -o " + folder + "/x.html");
  ASSERT_EQ(made.status, 0) << made.err;
  auto const page = text_of(folder + "/x.html");
  for (auto const* text : {"How <em>many</em> rounds?", "class=\"chart\"", "id=\"part-1-run-2\""})
    EXPECT_NE(page.find(text), std::string::npos) << text;
  ASSERT_EQ(weft_command("report " + folder + "/out --brief -o " + folder + "/brief.html").status, 0);
  EXPECT_EQ(text_of(folder + "/brief.html").find("<details class=\"run\""), std::string::npos);
  expect_rejected("report " + folder + "/out --brief --full -o " + folder + "/y.html",
                  "--brief conflicts with --full");
}

TEST(Reports, RejectOtherFilesAndUnwritablePaths) {
  Scratch const scratch;
  auto const folder = scratch.path().string();
  ASSERT_EQ(weft_command("show ring:routers=4 -o " + folder + "/show").status, 0);
  std::filesystem::create_directory(folder + "/empty");
  expect_rejected("report " + folder + "/empty -o " + folder + "/x.html",
                  "did you mean " + folder + "/show?");
  std::ofstream(folder + "/bad.json") << "{\"run\": ";
  expect_rejected("report " + folder + "/bad.json -o " + folder + "/x.html", "line 1");
  expect_rejected("load torus:sides=4x4 --report " + folder + "/nowhere/x.html", "nowhere");
  expect_rejected("load torus:sides=4x4 --report " + folder, "the path is a directory");
  expect_rejected("export torus:sides=4x4 --report " + folder + "/x.html", "unknown option --report");
  EXPECT_FALSE(std::filesystem::exists(folder + "/x.html"));
}

}  // namespace
}  // namespace weft
