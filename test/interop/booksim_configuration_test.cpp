// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/booksim_configuration.hpp"

#include <gtest/gtest.h>

#include "support/complaint.hpp"

namespace weft {
namespace {

std::string imported(std::string const& text) {
  return import_booksim(parse_booksim(text, "f")).request.to_string();
}
std::string refusal(std::string const& text) {
  return complaint_of([&] { import_booksim(parse_booksim(text, "f")); });
}

TEST(Booksim, ReadsSettings) {
  auto const settings =
      parse_booksim("// a comment\nk = 8; n=2;\n  traffic = \"uniform\"; // more\nk = 4;\n", "f");
  ASSERT_EQ(settings.size(), 3U);
  EXPECT_EQ(settings[0].key, "k");
  EXPECT_EQ(settings[0].value, "4");
  EXPECT_EQ(settings[0].place, "f:4:1");
  EXPECT_EQ(settings[1].place, "f:2:8");
  EXPECT_EQ(settings[2].value, "uniform");
}

TEST(Booksim, RefusesOtherText) {
  auto const refused = [](std::string const& text) {
    return complaint_of([&] { parse_booksim(text, "f"); });
  };
  EXPECT_EQ(refused("k 8;"), "f:1:3: expected '=' after 'k' (a setting is key = value;)");
  EXPECT_EQ(refused("k = 8\nn = 2;"),
            "f:1:5: expected a value and ';' on the same line (a setting is key = value;)");
  EXPECT_EQ(refused("n = 2;\n= 8;"), "f:2:1: expected a key (a setting is key = value;)");
  EXPECT_EQ(refused("k = ;"), "f:1:5: expected a value (a setting is key = value;)");
}

/// The example of docs/how-to/come-from-booksim.md, with the defaults of BookSim.
TEST(Booksim, BecomesARequest) {
  EXPECT_EQ(
      imported("topology = torus; k = 8; n = 2; routing_function = dim_order; num_vcs = 4; vc_buf_size = 8;\n"
               "traffic = uniform; injection_rate = 0.2;"),
      "simulate:topology=\"torus:sides=8x8\",routing=dimension_order,traffic=uniform,"
      "engine=\"flit:router=booksim,latency=2,vcs=4,vc_buffer=8,rate=0.2\"");
}

TEST(Booksim, CountsFlitsAndSeeds) {
  auto const text = imported(
      "topology = mesh; k = 4; n = 3; c = 2; routing_function = dor; packet_size = 4; injection_rate = 0.05;\n"
      "sw_allocator = islip(3); wait_for_tail_credit = 1; priority = age; seed = 7; sample_period = 1000;");
  for (char const* const part :
       {"topology=\"mesh:sides=4x4x4,concentration=2\"", "rate=0.2", "packet_size=4",
        "allocator=islip,iterations=3", "atomic_vcs=true", "arbitration=age", "seed=7"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(Booksim, EverySettingHasARow) {
  auto const import =
      import_booksim(parse_booksim("routing_function = valiant; k = 4; max_samples = 10;", "f"));
  ASSERT_EQ(import.settings.size(), 3U);
  EXPECT_EQ(import.settings[0].becomes, "valiant");
  EXPECT_EQ(import.settings[2].note, "of the program");
}

TEST(Booksim, RefusesWhatWouldChangeResults) {
  std::string const routing = "routing_function = dor;\n";
  EXPECT_EQ(
      refusal(routing + "router = chaos;"),
      "f:2:1: router = chaos (there is no counterpart for this value); see docs/how-to/come-from-booksim.md");
  EXPECT_EQ(refusal(routing + "noq = 1;").substr(0, 14), "f:2:1: noq = 1");
  EXPECT_EQ(refusal(routing + "buffers = 3;").substr(0, 18), "f:2:1: buffers = 3");
  EXPECT_EQ(refusal("routing_function = chaos;").substr(0, 31), "f:1:1: routing_function = chaos");
  EXPECT_EQ(refusal("k = 8;").substr(0, 27), "routing_function is missing");
  EXPECT_EQ(refusal(routing + "num_vcs = many;").substr(0, 20), "f:2:1: num_vcs=many ");
}

}  // namespace
}  // namespace weft
