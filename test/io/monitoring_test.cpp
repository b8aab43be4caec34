// SPDX-License-Identifier: Apache-2.0
#include "weft/io/monitoring.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

std::string monitoring_complaint(std::string_view text) {
  return complaint_of([&] { parse_monitoring(text, "run.0.prof"); });
}

TEST(Monitoring, ReadsLinesOfEveryKind) {
  auto const found = parse_monitoring(
      "# POINT TO POINT\nE\t0\t1\t108 bytes\t3 msgs sent\t0,0,3\nI\t0\t2\t60 bytes\t2 msgs sent\n"
      "# OSC\nS\t0\t3\t8 bytes\t1 msgs sent\nR\t0\t4\t9 bytes\t1 msgs sent\n"
      "# COLLECTIVES\nC\t0\t1\t5 bytes\t1 msgs sent\nD\tMPI COMMUNICATOR #4 DUP FROM 0\tprocs: 0,1,7\nA2A\t0\t60 bytes\t4 msgs sent\n",
      "run.0.prof");
  EXPECT_EQ(found.ranks, 8U);
  EXPECT_EQ(found.traffic, (std::vector<MonitoredTraffic>{{'E', 0, 1, 108, 3},
                                                          {'I', 0, 2, 60, 2},
                                                          {'S', 0, 3, 8, 1},
                                                          // the data flows to the rank that got it
                                                          {'R', 4, 0, 9, 1},
                                                          {'C', 0, 1, 5, 1}}));
}

TEST(Monitoring, ReportsThePositionOfTheError) {
  EXPECT_EQ(monitoring_complaint("X\t0\t1\n"),
            "run.0.prof:1:1: unknown kind of line 'X' (must be E, I, S, R, C, D, O2A, A2O or A2A)");
  EXPECT_EQ(monitoring_complaint("E\t0\tone\t"), "run.0.prof:1:5: other rank=one (must be a whole number)");
  EXPECT_EQ(monitoring_complaint("E\t0\t1\t-8 bytes\t1 msgs sent\n"),
            "run.0.prof:1:7: number of bytes=-8 (must be in [0, 9007199254740992])");
  EXPECT_EQ(monitoring_complaint("E\t0\t1\tnan bytes\t1 msgs sent\n"),
            "run.0.prof:1:7: number of bytes=nan (must be a whole number)");
  EXPECT_EQ(monitoring_complaint("E\t0\t1\t8 octets\t1 msgs sent\n"),
            "run.0.prof:1:9: expected 'bytes', not 'octets'");
  EXPECT_EQ(
      monitoring_complaint("E\t0\t1\t8 bytes\n"),
      "run.0.prof:1:14: the field 'number of messages' is missing: the line is incomplete (KIND from to N bytes M msgs sent [histogram])");
  EXPECT_EQ(monitoring_complaint("E\t0\t1\t8 bytes\t1 msgs sent\t1;2\n"),
            "run.0.prof:1:27: the histogram is invalid (expected numbers separated by commas)");
  EXPECT_EQ(monitoring_complaint("D\tWORLD\tprocs: 0,x\n"),
            "run.0.prof:1:16: the list of ranks is invalid (expected numbers separated by commas)");
}

/// Returns all prefixes of a file that end within its last line.
std::vector<std::string> cuts_of(std::string const& before, std::string const& last) {
  std::vector<std::string> cuts;
  for (std::size_t size = 1; size < last.size(); ++size) cuts.push_back(before + last.substr(0, size));
  return cuts;
}

// The last line may lack a newline, so truncation is detected only if the line is incomplete. Two truncations
// lose no data that is read: without the histogram, and within its last number.
TEST(Monitoring, DetectsATruncatedLastLine) {
  std::string const first = "E\t0\t1\t108 bytes\t3 msgs sent\t0,0,13\n",
                    last = "E\t0\t2\t9 bytes\t3 msgs sent\t0,0,13";
  EXPECT_EQ(monitoring_complaint(first + last), "none");
  auto const whole = parse_monitoring(first + last + "\n", "run.0.prof");
  for (auto const& text : cuts_of(first, last)) {
    bool const harmless = text.ends_with("sent") || text.ends_with("sent\t") || text.ends_with("0,0,1");
    EXPECT_EQ(monitoring_complaint(text) == "none", harmless) << text;
    if (harmless) { EXPECT_EQ(parse_monitoring(text, "run.0.prof").traffic, whole.traffic) << text; }
  }
  EXPECT_EQ(
      monitoring_complaint(first + "E\t0\t2\t9 bytes\t3 msgs sent\t0,0"),
      "run.0.prof:2:27: the histogram has 2 numbers (earlier histograms have 3; is the line truncated?)");
}

// The rank 17 truncated to 1 is a valid rank, so a communicator must be followed by its sums, which end every
// real file.
TEST(Monitoring, DetectsATruncatedCommunicator) {
  std::string const communicator = "D\tMPI COMM WORLD\tprocs: 0,1,17", sum = "A2A\t0\t60 bytes\t4 msgs sent";
  EXPECT_EQ(monitoring_complaint(communicator + "\n" + sum), "none");
  for (auto const& text : cuts_of("", communicator)) EXPECT_NE(monitoring_complaint(text), "none") << text;
  EXPECT_EQ(
      monitoring_complaint(communicator),
      "run.0.prof:1:1: the sums of the communicator are missing (lines O2A, A2O and A2A must follow; is the file truncated?)");
  for (auto const& text : cuts_of(communicator + "\n", sum))
    EXPECT_NE(monitoring_complaint(text), "none") << text;
}

/// Four ranks under Open MPI 4.1.4: each sends 100 + rank bytes to the next; rank 0 puts 80 bytes to rank 2,
/// rank 3 gets 160 from rank 1; rank 3 is in MPI_COMM_WORLD.
TEST(Monitoring, ReadsARealRun) {
  auto const found = read_monitoring(WEFT_SOURCE_DIR "/test/data/monitoring");
  EXPECT_EQ(found.ranks, 4U);
  for (std::uint32_t rank = 0; rank < 4; ++rank)
    EXPECT_EQ(std::ranges::count(found.traffic, MonitoredTraffic{'E', rank, (rank + 1) % 4, 100 + rank, 1}),
              1);
  EXPECT_EQ(std::ranges::count(found.traffic, 'E', &MonitoredTraffic::kind), 4);
  EXPECT_EQ(std::ranges::count(found.traffic, MonitoredTraffic{'S', 0, 2, 80, 1}), 1);
  EXPECT_EQ(std::ranges::count(found.traffic, MonitoredTraffic{'R', 1, 3, 160, 1}), 1);
  EXPECT_EQ(read_monitoring(WEFT_SOURCE_DIR "/test/data/monitoring/run.*.prof").traffic, found.traffic);
  EXPECT_EQ(read_monitoring(WEFT_SOURCE_DIR "/test/data/monitoring/run.3.prof").ranks, 4U);
}

TEST(Monitoring, DetectsAMissingFile) {
  Scratch const scratch;
  std::string const line = "E\t0\t3\t1 bytes\t1 msgs sent\n";
  write_file(scratch.path() / "run.0.prof", line);
  write_file(scratch.path() / "run.1.prof", line);
  write_file(scratch.path() / "run.3.prof", line);
  write_file(scratch.path() / "other.2.prof.old", line);
  EXPECT_THROW(read_monitoring(scratch.path()), InputError);
  write_file(scratch.path() / "run.2.prof", line);
  EXPECT_EQ(read_monitoring(scratch.path()).traffic.size(), 4U);
  EXPECT_THROW(read_monitoring(scratch.path() / "walk.*.prof"), InputError);
  EXPECT_THROW(read_monitoring(scratch.path() / "run.4.prof"), InputError);
}

RC_GTEST_PROP(Monitoring, ReadsOrRejectsAnyText, (std::string const& text)) {
  try {
    parse_monitoring(text, "file");
  } catch (InputError const& error) { RC_ASSERT(std::string(error.what()).find('\n') == std::string::npos); }
}

}  // namespace
}  // namespace weft
