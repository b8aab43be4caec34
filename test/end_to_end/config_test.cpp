// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "end_to_end/command.hpp"
#include "weft/io/json.hpp"

namespace weft {
namespace {

class ConfigFile : public testing::Test {
 protected:
  Scratch scratch;
  std::string const path = (scratch.path() / "weft.toml").string();

  void write(std::string const& text) const { std::ofstream(path) << text; }
  CommandResult run(std::string const& args, std::string const& more = "") const {
    return weft_command(args, "WEFT_CONFIG=" + path + " " + more);
  }
  void expect_rejection(std::string const& text, std::string const& part) const {
    SCOPED_TRACE(text);
    write(text);
    auto const result = run("show petersen");
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(path + part), std::string::npos) << result.err;
  }
};

TEST_F(ConfigFile, SetsDefaultsOfOptions) {
  write("threads = 1\n[simulate]\nengine = \"flit:cycles=500\"\ntraffic = \"uniform\"\n");
  auto const by_file = run("simulate torus:4x4 --json");
  ASSERT_EQ(by_file.status, 0) << by_file.err;
  auto const result = parse_result(by_file.out, "stdout");
  EXPECT_EQ(result.threads, 1U);
  EXPECT_NE(result.request.find("flit:cycles=500"), std::string::npos) << result.request;
  auto const typed = parse_result(
      weft_command("simulate torus:4x4 --engine flit:cycles=500 --traffic uniform --json", "WEFT_CONFIG=")
          .out,
      "stdout");
  EXPECT_EQ(result.scenario, typed.scenario);
  EXPECT_EQ(result.request, typed.request);
  auto const other = parse_result(run("simulate torus:4x4 --engine rounds --json").out, "stdout");
  EXPECT_NE(other.setting("engine").find("rounds"), std::string::npos);
  EXPECT_EQ(parse_result(run("simulate torus:4x4 --json --threads 2").out, "stdout").threads, 2U);
  EXPECT_EQ(parse_result(run("simulate torus:4x4 --json", "WEFT_THREADS=2").out, "stdout").threads, 2U);
}

TEST_F(ConfigFile, CompletesTheEngineOfTheCommandLine) {
  write("[simulate]\nengine = \"flit:vcs=8,vc_buffer=16\"\n");
  for (auto const* options : {"--rate 0.2", "--engine flit:rate=0.2"})
    EXPECT_EQ(parse_result(run(std::string("simulate torus:4x4 --json ") + options).out, "stdout").request,
              parse_result(weft_command("simulate torus:4x4 --engine flit:rate=0.2,vcs=8,vc_buffer=16 --json",
                                        "WEFT_CONFIG=")
                               .out,
                           "stdout")
                  .request);
}

TEST_F(ConfigFile, SetsTheThemeOfFigures) {
  write("theme = \"dark\"\n");
  auto const folder = (scratch.path() / "sweep").string();
  ASSERT_EQ(weft_command("sweep ring:4 --rates 0.1,0.2 -o " + folder, "WEFT_CONFIG=").status, 0);
  auto const dark = run("figure " + folder + " latency");
  ASSERT_EQ(dark.status, 0) << dark.err;
  EXPECT_EQ(dark.out, weft_command("figure " + folder + " latency --theme dark", "WEFT_CONFIG=").out);
  EXPECT_NE(dark.out, weft_command("figure " + folder + " latency", "WEFT_CONFIG=").out);
}

TEST_F(ConfigFile, SetsPrices) {
  write("[cost]\nport = 500\nrate = 100\n");
  auto const by_file = run("show torus:4x4 --cost rate=400 --csv"),
             typed = weft_command("show torus:4x4 --cost rate=400,port=500 --csv", "WEFT_CONFIG=");
  ASSERT_EQ(by_file.status, 0) << by_file.err;
  EXPECT_EQ(by_file.out, typed.out);
  EXPECT_EQ(run("show torus:4x4 --cost rate=400 --csv", "WEFT_COST=port=600").out,
            weft_command("show torus:4x4 --cost rate=400,port=600 --csv", "WEFT_CONFIG=").out);
}

TEST_F(ConfigFile, IsPrintedByTheVerbConfig) {
  write("threads = 3\n[cost]\nport = 500\n");
  auto const shown = run("config --csv", "WEFT_THEME=dark");
  ASSERT_EQ(shown.status, 0) << shown.err;
  EXPECT_NE(shown.out.find("threads,3," + path + ":1:1"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("cost,port,500," + path + ":3:1"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("theme,dark,WEFT_THEME"), std::string::npos) << shown.out;
  EXPECT_NE(shown.out.find("width,page,default"), std::string::npos) << shown.out;
  auto const home = weft_command("config", "env -u WEFT_CONFIG XDG_CONFIG_HOME=" + scratch.path().string());
  EXPECT_NE(home.out.find(path), std::string::npos) << home.out;
}

TEST_F(ConfigFile, RejectsWrongEntriesWithTheirPositions) {
  expect_rejection("treads = 3\n", ":1:1: ");
  expect_rejection("\nthreads = 5000\n", ":2:1: threads=5000");
  expect_rejection("[shwo]\nmetrics = \"diameter\"\n", ":1:");
  expect_rejection("[show]\nmetric = \"diameter\"\n", ":2:1: weft show has no option 'metric'");
  expect_rejection("[show]\nmetrics = \"diametre\"\n", ":2:1: unknown metric 'diametre'");
  expect_rejection("[cost]\nprot = 5\n", ":2:1: cost has no parameter 'prot'");
  expect_rejection("[cost]\nport = \n", ":2:");
  EXPECT_EQ(weft_command("show petersen", "WEFT_CONFIG=/nonexistent").status, 2);
}

}  // namespace
}  // namespace weft
