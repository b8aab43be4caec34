// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/flit/tables.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace weft {
namespace {

/// A run of two packets with latencies 10 and 30 and a confidence interval of plus or minus `half_width`.
flit::Outcome outcome_of(double half_width, double precision = 0.02) {
  flit::Outcome outcome;
  outcome.half_width = half_width;
  outcome.precision = precision;
  outcome.tally.latency.add(10);
  outcome.tally.latency.add(30);
  return outcome;
}

std::string note(std::vector<RatedOutcome> const& runs) {
  auto const notes = notes_of(runs);
  return notes.size() == 1 ? notes[0] : std::to_string(notes.size()) + " notes";
}

TEST(FlitMessages, FormatRatesConcisely) {
  EXPECT_EQ(format_rate(0.19687500000000002), "0.19688");
  EXPECT_EQ(format_rate(0.3), "0.3");
}

TEST(FlitMessages, ReportMissedPrecision) {
  flit::FlitParams params;
  params.rate = 0.42000000000000004;
  auto const good = outcome_of(0.4), poor = outcome_of(3), worse = outcome_of(5);
  EXPECT_EQ(format_ending(good), "measured");
  EXPECT_EQ(answer_of(params, good),
            "latency 20.00 +- 0.40 cycles at rate 0.42, 0.0000 flits per cycle and terminal accepted");
  EXPECT_EQ(format_ending(poor), "measured to 15 %");
  EXPECT_NE(answer_of(params, poor).find("+- 3.00 cycles (to 15 %, requested: 2 %) at"), std::string::npos);
  EXPECT_EQ(note({{0.1, &good}}), "0 notes");
  EXPECT_EQ(
      note({{0.1, &good}, {0.2, &poor}}),
      "at rate 0.2 the mean latency has a precision of 15 %, less than the requested 2 %; raise max_cycles");
  EXPECT_EQ(
      note({{0.1, &poor}, {0.2, &worse}, {0.3, &poor}}),
      "at 3 rates the mean latency has a precision of 25 % at worst, at rate 0.2, less than the requested 2 %; "
      "raise max_cycles");
}

TEST(FlitMessages, OmitThePrecisionOfFixedCycles) {
  auto const unknown = std::numeric_limits<double>::infinity();
  auto const fixed = outcome_of(unknown, 0);
  EXPECT_EQ(format_ending(fixed), "measured");
  EXPECT_EQ(note({{0.1, &fixed}}), "0 notes");
  EXPECT_EQ(format_ending(outcome_of(unknown)), "measured to an unknown precision");
}

TEST(FlitMessages, AddOneNoteForAllPacketsWithoutAPath) {
  auto one = outcome_of(0), other = outcome_of(0);
  one.tally.unreachable = 5;
  other.tally.unreachable = 7;
  EXPECT_EQ(note({{0.1, &one}, {0.2, &other}}),
            "12 packets had no path to their destination and were not sent");
}

TEST(FlitMessages, NoteThatLatenciesOfSaturatedRunsCoverArrivals) {
  auto saturated = outcome_of(0);
  saturated.ending = flit::Ending::saturated;
  EXPECT_NE(note({{0.1, &saturated}}).find("packets that arrived before the run ended"), std::string::npos);
  saturated.tally.latency = {};
  EXPECT_EQ(note({{0.1, &saturated}}), "0 notes");
}

}  // namespace
}  // namespace weft
