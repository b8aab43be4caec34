// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/schedule/schedule.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/engine/schedule/router_states/router_execution.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/traffic/random_relation.hpp"
#include "weft/traffic/schedule/sparse_torus/states_file.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Value cell(Result const& result, std::string const& quantity, char const* column) {
  auto const& table = result.table("schedule");
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (table.at(row, "quantity") == Value{quantity}) return table.at(row, column);
  return {};
}

std::string error_of(ScheduleVerb::Params const& request) {
  return complaint_of([&] { run<ScheduleVerb>(request); });
}

TEST(Schedule, LaunchesMatchTheTableOfTheSlide) {
  auto const result = run<ScheduleVerb>({.topology = "sparse_torus:dimensions=4,side=3"});
  auto const& table = result.table("launches");
  ASSERT_EQ(table.rows.size(), 12U);
  EXPECT_EQ(table.at(6, "slot_mod_3"), Value{0});
  EXPECT_EQ(table.at(2, "paths"), Value{"2220 0222 2022 2202"});
  EXPECT_TRUE(table.at(3, "paths").is_empty());
  EXPECT_EQ(table.at(10, "paths"), Value{"0000"});
  std::string free;
  for (std::size_t row = 0; row < 12; ++row) free += table.at(row, "free").exact_text();
  EXPECT_EQ(free, "210000000012");
}

/// The table contains executed values and closed forms for every schedule.
TEST(Schedule, ClosedFormsMatchExecution) {
  for (char const* topology : {"sparse_torus:dimensions=2,side=6", "sparse_torus:dimensions=2,side=7",
                               "sparse_torus:dimensions=3,side=6", "sparse_torus:dimensions=4,side=4",
                               "sparse_torus:dimensions=1,side=4", "sparse_torus:dimensions=5,side=2"})
    for (char const* schedule : {"general", "two_state", "split", "crossing:axes=x", "crossing:axes=both"})
      for (std::int64_t const relations : {1, 2, 3}) {
        if (std::string(schedule).starts_with("crossing") &&
            std::string(topology).find("=2,") == std::string::npos)
          continue;
        SCOPED_TRACE(std::string(topology) + " " + schedule + " " + std::to_string(relations));
        auto const result =
            run<ScheduleVerb>({.topology = topology, .schedule = schedule, .relations = relations});
        EXPECT_EQ(cell(result, "makespan", "executed"), cell(result, "makespan", "closed_form"));
        EXPECT_EQ(cell(result, "messages", "executed"), cell(result, "messages", "closed_form"));
        if (auto const closed = cell(result, "hops_per_message", "closed_form"); !closed.is_empty()) {
          EXPECT_DOUBLE_EQ(cell(result, "hops_per_message", "executed").number(), closed.number());
        }
        if (relations > 1 && !std::string(schedule).starts_with("crossing:axes=both")) {
          EXPECT_EQ(cell(result, "period", "executed").number(),
                    cell(result, "period", "closed_form").number());
        }
      }
}

TEST(Schedule, LiteralAndSymmetricExecutionAgree) {
  for (char const* schedule : {"general", "two_state", "split"}) {
    ScheduleVerb::Params request{
        .topology = "sparse_torus:dimensions=4,side=5", .schedule = schedule, .relations = 2};
    request.verify = Verification::literal;
    auto const literal = run<ScheduleVerb>(request);
    request.verify = Verification::symmetry;
    auto const symmetric = run<ScheduleVerb>(request);
    EXPECT_EQ(literal.table("schedule"), symmetric.table("schedule"));
    EXPECT_EQ(literal.table("channels"), symmetric.table("channels"));
    EXPECT_EQ(literal.table("relations"), symmetric.table("relations"));
    EXPECT_EQ(literal.table("execution").at(0, "execution"), Value{"literal"});
    EXPECT_EQ(symmetric.table("execution").at(0, "execution"), Value{"symmetry"});
    EXPECT_EQ(symmetric.table("execution").at(0, "sources"), Value{125});  // all: there are fewer than 1,000
  }
}

TEST(Schedule, ReportsOnlyClosedFormsWithoutExecution) {
  ScheduleVerb::Params request{.topology = "sparse_torus:dimensions=32,side=2", .verify = Verification::none};
  auto const result = run<ScheduleVerb>(request);
  EXPECT_TRUE(cell(result, "makespan", "executed").is_empty());
  EXPECT_EQ(cell(result, "processors", "closed_form"), Value{2147483648});
  EXPECT_EQ(result.find_table("launches"), nullptr);
}

TEST(Schedule, ShowsDetailsIfTheyAreShortOrRequested) {
  ScheduleVerb::Params request{.topology = "sparse_torus:dimensions=3,side=16"};
  EXPECT_EQ(run<ScheduleVerb>(request).find_table("launches"), nullptr);
  request.details = Details::all;
  EXPECT_EQ(run<ScheduleVerb>(request).table("launches").rows.size(), 135U);
  request.topology = "sparse_torus:dimensions=3,side=3";
  request.details = Details::none;
  EXPECT_EQ(run<ScheduleVerb>(request).find_table("launches"), nullptr);
}

std::string states_of(Experiment const& experiment) {
  for (auto const& file : experiment.attachments())
    if (file.name == "states.csv") return file.content;
  return "no states.csv";
}

TEST(Schedule, ExecutesStatesOfAFileAsWritten) {
  Scratch const scratch;
  auto const file = scratch.path() / "states.csv";
  for (char const* schedule : {"general", "two_state", "split"}) {
    ScheduleVerb::Params request{
        .topology = "sparse_torus:dimensions=4,side=4", .schedule = schedule, .relations = 2};
    auto const experiment = ScheduleVerb::assemble(request);
    auto const written = experiment->run();
    auto const states = states_of(*experiment);
    write_file(file, states);
    EXPECT_EQ(format_states(read_states(file, 4, 4), "x"), "# x" + states.substr(states.find('\n')));
    request.schedule = "states:file=" + file.string();
    request.relations = 1;
    auto const read = run<ScheduleVerb>(request);
    EXPECT_EQ(cell(read, "makespan", "executed"), cell(written, "makespan", "executed"));
    EXPECT_EQ(cell(read, "period", "executed"), cell(written, "period", "executed"));
  }
}

TEST(Schedule, RejectsAFileWithAFlippedState) {
  Scratch const scratch;
  auto const file = scratch.path() / "states.csv";
  ScheduleVerb::Params request{.topology = "sparse_torus:dimensions=3,side=4"};
  auto const experiment = ScheduleVerb::assemble(request);
  auto const written = experiment->run();
  write_file(file, states_of(*experiment));
  auto program = read_states(file, 3, 4);
  program.set_state(2, 6, static_cast<std::uint8_t>((program.state(2, 6) + 1) % 3));
  write_file(file, format_states(program, "one state flipped"));
  request.schedule = "states:file=" + file.string();
  auto const error = error_of(request);
  for (char const* part :
       {"slot 8: processor (", " takes message (0,0,0) -> (", " from channel (", "but it is for another"})
    EXPECT_NE(error.find(part), std::string::npos) << error;
}

TEST(Schedule, RejectsInvalidStatesWithTheirPosition) {
  Scratch const scratch;
  auto const file = scratch.path() / "states.csv";
  auto const rejected = [&](std::string const& text, std::string const& part) {
    std::ofstream(file) << text;
    auto const error = error_of(
        {.topology = "sparse_torus:dimensions=2,side=3", .schedule = "states:file=" + file.string()});
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  std::string const header = "slot,level0,level1,level2,send0,send1\n";
  rejected("", "the header is missing");
  rejected(header, "no slots");
  rejected("slot,level0,level1,send0,send1\n", ":1:20: unexpected column 'send0' (expected level2");
  rejected(header + "0,x,0,0,-,-\n0,x,0,0,-,-\n", ":3:1");
  rejected(header + "0,x,0,2,-,-\n", ":2:7");
  rejected(header + "0,0,x,0,-,-\n", ":2:5");
  rejected(header + "0,x,0,0,1.1,-\n", "add up to a multiple of 3");
  rejected(header + "0,x,0,0,0.0,-\n", "not all 0");
  rejected(header + "0,x,0,0,1.2.0,-\n", "offset=1.2.0");
  rejected(header + "0,x,0,0,what,-\n", "message=what (must be");
  rejected(header + "0,x,0,0,1@0,-\n", "must be a slot up to 0");
  rejected(header + "0,x,0,0,-,-,-\n", ":2:13");
  rejected(header + "0,x,0,0,1.2,-\n", "still on its way");
}

TEST(Schedule, SecondsIncludePacketTimeAndLatencyPerSlot) {
  auto const result = run<ScheduleVerb>({.topology = "sparse_torus:dimensions=3,side=4",
                                         .relations = 2,
                                         .times = {.bytes = 4096, .bandwidth = 12.5e9, .alpha = 1e-7}});
  auto const slot = 4096 / 12.5e9 + 1e-7;
  auto const slots = cell(result, "makespan", "executed").number();
  auto const seconds = cell(result, "seconds", "executed").number();
  EXPECT_DOUBLE_EQ(seconds, slots * slot);
  EXPECT_EQ(cell(result, "seconds", "closed_form"), cell(result, "seconds", "executed"));
  EXPECT_DOUBLE_EQ(cell(result, "seconds_per_relation", "closed_form").number(),
                   cell(result, "period", "closed_form").number() * slot);
  EXPECT_DOUBLE_EQ(cell(result, "bytes_per_second", "executed").number(), 2 * 15 * 4096 / seconds);
}

TEST(Schedule, ReportsNoSecondsWithoutABandwidth) {
  auto const result = run<ScheduleVerb>({.topology = "sparse_torus:dimensions=3,side=4"});
  EXPECT_TRUE(cell(result, "seconds", "executed").is_empty());
  EXPECT_NE(error_of({.times = {.bytes = 4096}}).find("needs bandwidth"), std::string::npos);
  EXPECT_NE(error_of({.topology = "torus:sides=4x4", .schedule = "cannon", .times = {.alpha = 1e-6}})
                .find("needs bandwidth"),
            std::string::npos);
}

TEST(Schedule, RejectsInvalidRequests) {
  auto const expect = [](ScheduleVerb::Params const& request, std::string const& part) {
    auto const error = error_of(request);
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  expect({.topology = "torus"}, "needs sparse_torus");
  expect({.schedule = "genral"}, "did you mean 'general'?");
  expect({.topology = "sparse_torus:dimensions=3,side=4", .schedule = "crossing"}, "for 2 dimensions");
  expect({.relations = 2, .packets = 5}, "omit relations");
  expect({.topology = "sparse_torus:dimensions=1,side=4", .packets = 5}, "the machine has one processor");
  expect({.verify = Verification::none, .sources = 5}, "add verify=symmetry");
  expect({.schedule = "states"}, "specify states:file=..");
  expect({.schedule = "states:file=x", .relations = 2}, "the file determines the messages");
  expect({.schedule = "states:file=x", .packets = 2}, "the file determines the messages");
  expect({.schedule = "states:file=x", .verify = Verification::none}, "omit verify");
  expect({.topology = "sparse_torus:dimensions=2,side=65536", .relations = 1000000}, "of memory");
}

/// Deliveries are counted one message at a time.
TEST(RandomRelation, MatchesTheTables) {
  ScheduleVerb::Params request{.topology = "sparse_torus:dimensions=3,side=4", .packets = 40};
  auto const result = run<ScheduleVerb>(request);
  auto const& table = result.table("deliveries");
  std::int64_t delivered = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    delivered += std::get<std::int64_t>(table.at(row, "delivered").content());
    EXPECT_GT(table.at(row, "delivered").number(), 0);
    EXPECT_LE(table.at(row, "filled").number(), 1);
  }
  auto const& relation = result.table("h_relation");
  EXPECT_EQ(delivered + std::get<std::int64_t>(relation.at(0, "local").content()), 40 * 16);
  EXPECT_EQ(relation.at(0, "relations"), Value{table.rows.size()});
  EXPECT_EQ(relation.at(0, "optimum"), Value{2.5});
  auto const slots = relation.at(0, "slots").number(), rounds = static_cast<double>(table.rows.size());
  EXPECT_LE(slots, cell(result, "makespan", "executed").number());
  EXPECT_GT(slots, (rounds - 1) * cell(result, "period", "closed_form").number());
  RandomRelation const again(16, 40, 1), other(16, 40, 2);
  EXPECT_EQ(again.relations(), table.rows.size());
  EXPECT_NE(again.delivered(), other.delivered());
  EXPECT_FALSE(again.last_pairs().empty());
}

/// A permutation of two processors is the identity or an exchange.
TEST(RandomRelation, TakesNoSlotsIfAllMessagesAreLocal) {
  bool local = false;
  for (std::int64_t seed = 1; seed < 20 && !local; ++seed) {
    auto const result = run<ScheduleVerb>(
        {.topology = "sparse_torus:dimensions=2,side=2", .schedule = "crossing", .packets = 1, .seed = seed});
    auto const& relation = result.table("h_relation");
    local = relation.at(0, "local") == Value{2};
    EXPECT_EQ(relation.at(0, "slots"), Value{local ? 0 : 2});
  }
  EXPECT_TRUE(local);
}

TEST(Schedule, DetailsChangeTheRunId) {
  ScheduleVerb::Params request{.topology = "sparse_torus:dimensions=4,side=3"};
  auto const shown = run<ScheduleVerb>(request);
  request.details = Details::none;
  auto const hidden = run<ScheduleVerb>(request);
  EXPECT_NE(shown.tables.size(), hidden.tables.size());
  EXPECT_NE(run_id(shown), run_id(hidden));
}

TEST(Schedule, ReadsFilesAtExecution) {
  ScheduleVerb::Params const request{.topology = "sparse_torus:dimensions=4,side=3",
                                     .schedule = "states:file=nowhere"};
  ScheduleVerb::assemble(request);
  EXPECT_THROW(run<ScheduleVerb>(request), InputError);
}

}  // namespace
}  // namespace weft::verb
