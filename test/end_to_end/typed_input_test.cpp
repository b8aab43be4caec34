// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "end_to_end/command.hpp"
#include "weft/io/json.hpp"

namespace weft {
namespace {

std::string typed_answer(std::string const& args) {
  auto const result = weft_command(args + " --csv");
  EXPECT_EQ(result.status, 0) << args << "\n" << result.err;
  return result.out;
}

TEST(TypedInput, AcceptsPathsAsNetworks) {
  Scratch const scratch;
  auto const path = (scratch.path() / "my-net.el").string();
  std::ofstream(path) << "0 1\n1 2\n2 3\n3 0\n";
  auto const by_name = typed_answer("show file:path=" + path + " --metrics diameter");
  EXPECT_EQ(typed_answer("show " + path + " --metrics diameter"), by_name);
  EXPECT_EQ(typed_answer("show file:" + path + " --metrics diameter"), by_name);
  EXPECT_EQ(typed_answer(path + " --metrics diameter"), by_name);
  EXPECT_NE(typed_answer("compare " + path + " torus:4x4 --metrics n_routers").find("n_routers"),
            std::string::npos);
  expect_rejected("show " + scratch.path().string(), "is a directory; specify the file of a network");
  expect_rejected("show " + path + "l",
                  "'" + path + "l' is neither a file nor a topology; did you mean '" + path + "'?");
}

TEST(TypedInput, ExploreShowsANetworkInPlaceOfAVerb) {
  auto const link = weft_command("explore torus:8x8 --no-open --idle 0.005").out;
  EXPECT_NE(link.find(";show?topology=torus:8x8"), std::string::npos) << link;
  expect_rejected("explore torus:8x-1 --no-open", "TOPOLOGY: sides=8x-1 (must be in [1, 4294967295])");
  expect_rejected("explore tours:8x8 --no-open", "unknown verb 'tours:8x8'");
}

TEST(TypedInput, AcceptsCoordinatesAndNumbersOfRouters) {
  auto const by_number = weft_command("route torus:4x4 --from 0 --to 14 --json");
  auto const route = parse_result(by_number.out, "stdout").table("route");
  for (char const* const to : {"2,3", "'(2,3)'", "r14", "t14"}) {
    auto const typed = weft_command(std::string("route torus:4x4 --from 0,0 --to ") + to + " --json");
    ASSERT_EQ(typed.status, 0) << typed.err;
    EXPECT_EQ(parse_result(typed.out, "stdout").table("route"), route) << to;
  }
  EXPECT_EQ(typed_answer("show torus:4x4 --fail '(0,0)-(0,1)' --metrics links"),
            typed_answer("show torus:4x4 --fail 0-4 --metrics links"));
  EXPECT_EQ(typed_answer("load torus:4x4 --users '(0,0)-(0,1)'"), typed_answer("load torus:4x4 --users 0-4"));
  expect_rejected("route torus:4x4 --from 0,9", "'0,9' is not a terminal; the routers are (0,0) to (3,3)");
}

TEST(TypedInput, RejectsAnOptionGivenTwice) {
  expect_rejected("route torus:4x4 --from 1 --from 2", "--from is specified more than once");
}

TEST(TypedInput, AcceptsTheOptionNameOfARelatedVerb) {
  EXPECT_EQ(typed_answer("load torus:4x4 --traffic transpose"),
            typed_answer("load torus:4x4 --pattern transpose"));
  EXPECT_EQ(weft_command("load torus:4x4 --traffic transpose --csv").err, "");
  EXPECT_EQ(typed_answer("simulate torus:4x4 --engine load --pattern halo"),
            typed_answer("simulate torus:4x4 --engine load --traffic halo"));
}

TEST(TypedInput, AcceptsOptionsOfAnEngineDirectly) {
  auto const result = weft_command("simulate torus:4x4 --rate 0.1 --traffic uniform --cycles 500 --json");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err,
            "weft: note: --rate is an option of engine flit: using --engine flit:rate=0.1,cycles=500\n");
  EXPECT_EQ(
      parse_result(result.out, "stdout").scenario,
      parse_result(
          weft_command("simulate torus:4x4 --engine flit:rate=0.1,cycles=500 --traffic uniform --json").out,
          "stdout")
          .scenario);
  EXPECT_EQ(weft_command("simulate torus:4x4 --engine flit:vcs=2 --cycles=500 --json").err, "");
  expect_rejected("simulate torus:4x4 --engine load --cycles 5", "unknown option --cycles");
}

TEST(TypedInput, AcceptsListsWithCommasAndRanges) {
  auto const rates = [](std::string const& text) {
    auto const result = weft_command("sweep torus:4x4 --engine flit:cycles=300 --json --rates " + text);
    EXPECT_EQ(result.status, 0) << result.err;
    auto const curve = parse_result(result.out, "stdout").table("curve");
    std::vector<double> all;
    for (std::size_t row = 0; row < curve.rows.size(); ++row) all.push_back(curve.at(row, "rate").number());
    return all;
  };
  EXPECT_EQ(rates("0.1,0.2,0.3"), (std::vector<double>{0.1, 0.2, 0.3}));
  EXPECT_EQ(rates("0.1..0.3x3"), (std::vector<double>{0.1, 0.2, 0.3}));
}

TEST(TypedInput, ComparesSeveralRoutings) {
  Scratch const scratch;
  auto const folder = scratch.path().string();
  auto const result = weft_command(
      "sweep torus:4x4 --engine flit:cycles=300 --rates 0.1,0.2 --routing dimension_order --routing valiant --json -o " +
      folder);
  ASSERT_EQ(result.status, 0) << result.err;
  auto const sweep = parse_result(result.out, "stdout");
  auto const curve = sweep.table("curve");
  ASSERT_EQ(curve.rows.size(), 4U);
  EXPECT_EQ(curve.at(0, "routing"), Value{"dimension_order"});
  EXPECT_EQ(curve.at(3, "routing"), Value{"valiant"});
  auto const alone = parse_result(
      weft_command("sweep torus:4x4 --engine flit:cycles=300 --rates 0.1,0.2 --routing valiant --json").out,
      "stdout");
  EXPECT_EQ(curve.at(3, "latency"), alone.table("curve").at(1, "latency"));
  auto const figure = text_of(scratch.path() / "latency.svg");
  EXPECT_NE(figure.find("dimension_order"), std::string::npos);
  EXPECT_NE(figure.find("valiant"), std::string::npos);
  auto const loads = parse_result(
      weft_command("load torus:4x4 --routing dimension_order,valiant --pattern transpose --json").out,
      "stdout");
  EXPECT_EQ(loads.table("throughput").at(0, "routing"), Value{"dimension_order"});
  auto const proofs = parse_result(
      weft_command("deadlock torus:4x4 --routing dimension_order --routing valiant --json").out, "stdout");
  EXPECT_EQ(proofs.table("verdict").rows.size(), 2U);
  auto const compared = weft_command(
      "compare torus:4x4 hypercube:4 --routing dimension_order --routing valiant --engine rounds --metrics diameter --json");
  ASSERT_EQ(compared.status, 0) << compared.err;
  EXPECT_EQ(parse_result(compared.out, "stdout").table("simulated").rows.size(), 4U);
  expect_rejected("sweep torus:4x4 --routing valiant --routing valiant", "valiant is specified twice");
  expect_rejected("map torus:4x4 --routing valiant --routing dimension_order",
                  "map supports only one routing");
}

TEST(TypedInput, SelectsMembersOfFamiliesWithinLimits) {
  auto const result =
      weft_command("compare fat_tree --terminals 2048 --radix 64 --metrics n_terminals --csv");
  EXPECT_NE(result.out.find("xgft:children=64,parents=32"), std::string::npos) << result.out << result.err;
  expect_rejected("compare torus --radix 64", "radix needs terminals");
  expect_rejected("compare torus --terminals 64 --radix 2", "no member with routers of at most 2 ports");
}

TEST(TypedInput, ConvertsABooksimConfigurationToACommand) {
  Scratch const scratch;
  auto const file = (scratch.path() / "torus44.cfg").string();
  std::ofstream(file)
      << "topology = torus; k = 4; n = 2; routing_function = dim_order;\nnum_vcs = 4; vc_buf_size = 8;\n"
         "traffic = uniform; injection_rate = 0.1;\n";
  auto const printed = weft_command("import " + file);
  ASSERT_EQ(printed.status, 0) << printed.err;
  auto const command = printed.out.substr(0, printed.out.find('\n'));
  EXPECT_EQ(command,
            "weft simulate torus:sides=4x4 --routing dimension_order --traffic uniform --engine "
            "flit:router=booksim,latency=2,vcs=4,vc_buffer=8,rate=0.1");
  auto const run = parse_result(weft_command("import " + file + " --run --json").out, "stdout"),
             typed = parse_result(weft_command(command.substr(5) + " --json").out, "stdout");
  EXPECT_EQ(run.scenario, typed.scenario);
  EXPECT_EQ(run.answer, typed.answer);
  std::ofstream(file) << "routing_function = dim_order;\nrouter = chaos;\n";
  expect_rejected("import " + file, file + ":2:1: router = chaos");
}

TEST(TypedInput, ComparesAPlacementWithTheBest) {
  auto const result =
      weft_command("load torus:8x8 --pattern halo --grid 16x4 --mapping random --against best --json");
  ASSERT_EQ(result.status, 0) << result.err;
  auto const load = parse_result(result.out, "stdout");
  auto const placements = load.table("placements");
  ASSERT_GE(placements.rows.size(), 2U);
  EXPECT_EQ(placements.at(0, "placement"), Value{"random"});
  EXPECT_LE(placements.at(0, "throughput").number(), placements.at(1, "throughput").number());
  auto const best = parse_result(
      weft_command("load torus:8x8 --pattern halo --grid 16x4 --mapping best --json").out, "stdout");
  EXPECT_EQ(placements.at(1, "throughput"), best.table("bounds").at(0, "throughput").is_number()
                                                ? best.table("candidates").at(0, "throughput")
                                                : Value());
  // Four tasks on some hosts of a fat tree: the other placement uses these hosts.
  auto const part =
      weft_command("load fat_tree:4x2 --pattern all_to_all --mapping hosts:t[0-1,4-5] --against best --json");
  ASSERT_EQ(part.status, 0) << part.err;
  EXPECT_NE(parse_result(part.out, "stdout").find_table("candidates"), nullptr);
  EXPECT_EQ(parse_result(part.out, "stdout").table("placements").at(0, "throughput"),
            parse_result(part.out, "stdout").table("placements").at(1, "throughput"));
  expect_rejected("load torus:4x4 --against nothing", "unknown mapping 'nothing'");
}

}  // namespace
}  // namespace weft
