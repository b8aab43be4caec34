#include "weft/study/load_curves_presentation.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/study/sweep_runs.hpp"
#include "weft/verb/show/show.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

constexpr char const* runs = R"(
title = "t"
[base]
traffic = "uniform"
verb = "sweep"
rates = "0.05x0.25x0.9"
engine = "flit:vcs=2,warm_up=300,cycles=300,most_cycles=1000"
[[run]]
label = { part = "a", panel = "uniform", curve = "ring" }
topology = "torus:sides=8"
[[run]]
label = { part = "a", panel = "uniform", curve = "complete" }
topology = "complete:routers=8"
[[run]]
label = { part = "b", panel = "shift", curve = "ring" }
topology = "torus:sides=8"
traffic = "shift:by=4"
)";

class SweepStudy : public ::testing::Test {
 protected:
  Presentation shown(std::string const& text) {
    write_file(folder_.path() / "study.toml", text);
    auto const study = read_study(folder_.path());
    return present(study, run_study(study));
  }
  std::string complaint(std::string const& text) {
    try {
      shown(text);
    } catch (InputError const& error) { return error.what(); }
    return "";
  }
  Scratch folder_;
};

TEST_F(SweepStudy, ShowsARowPerRunAndARowOfChartsPerPanel) {
  auto const it = shown(std::string(runs) + R"(
[[present]]
kind = "load_curves"
name = "all"
title = "All"
references = [["a fifth", 0.2, "shift"], ["a half", 0.5]]
)");
  ASSERT_EQ(it.tables.size(), 1u);
  auto const& table = it.tables[0];
  EXPECT_EQ(table.name, "all");
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.at(0, "curve"), Value{"ring"});
  EXPECT_NEAR(table.at(0, "idle_latency").number(), 4 * 3 + 2, 0.6);      // 2 channels on average
  EXPECT_NEAR(table.at(1, "idle_latency").number(), 4 * 1.875 + 2, 0.3);  // 1 to all but itself
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(table.at(row, "below"), Value{0.25}) << row;
    EXPECT_EQ(table.at(row, "above"), Value{0.9}) << row;
  }
  EXPECT_LT(table.at(2, "throughput").number(), 0.51);  // every packet takes 4 of the 2 channels per router
  ASSERT_EQ(it.pictures.size(), 1u);
  EXPECT_EQ(it.pictures[0].name, "all");
  for (char const* words : {"uniform", "shift", "a fifth", "a half"})
    EXPECT_NE(it.pictures[0].svg.find(words), std::string::npos) << words;
}

TEST_F(SweepStudy, ShowsOnePart) {
  auto const it = shown(std::string(runs) +
                        "[[present]]\nkind = \"load_curves\"\nname = \"b\"\ntitle = \"B\"\npart = \"b\"\n");
  ASSERT_EQ(it.tables.at(0).rows.size(), 1u);
  EXPECT_EQ(it.tables[0].at(0, "panel"), Value{"shift"});
  EXPECT_EQ(it.pictures.at(0).svg.find("complete"), std::string::npos);
}

TEST_F(SweepStudy, PricesNetworksAndWhatTheyCarry) {
  auto const it = shown(std::string(runs) +
                        "[[present]]\nkind = \"cost_of_throughput\"\nname = \"cost\"\ntitle = \"C\"\n");
  ASSERT_EQ(it.tables.size(), 2u);
  auto const &parts = it.tables[0], &prices = it.tables[1];
  ASSERT_EQ(parts.rows.size(), 2u);
  auto const cost = verb::run<verb::Show>({.topology = "torus:sides=8"}).table("cost");
  for (std::size_t row = 0; row < cost.rows.size(); ++row)
    if (cost.at(row, "fact") == Value{"price per terminal"}) {
      EXPECT_EQ(parts.at(0, "price"), cost.at(row, "value"));
    }
  ASSERT_EQ(prices.rows.size(), 3u);
  for (std::size_t row : {0u, 2u})
    EXPECT_DOUBLE_EQ(prices.at(row, "price").number() * prices.at(row, "throughput").number(),
                     parts.at(0, "price").number());
  EXPECT_EQ(it.pictures.at(0).name, "cost");
}

// 40 Gb/s is what carries a flit per cycle: telling the engine that a bandwidth of 2 does so halves the price of the cables.
TEST_F(SweepStudy, PricesChannelsByTheFlitsThatTheyCarry) {
  auto const cables = [&](std::string const& option) {
    return shown(
               "title = \"t\"\n[[run]]\nlabel = { panel = \"p\", curve = \"c\" }\ntopology = "
               "\"percs:supernodes=2,links=1\"\nrouting = \"minimal\"\nverb = \"sweep\"\nrates = 0.01\nengine = "
               "\"flit:warm_up=100,cycles=100" +
               option + "\"\n[[present]]\nkind = \"cost_of_throughput\"\nname = \"cost\"\ntitle = \"C\"\n")
        .tables.at(0)
        .at(0, "cables_price")
        .number();
  };
  auto const fastest = cables(""), half = cables(",full_bandwidth=42");
  auto const hosts = 40 * (0.5771 + 2 * 0.4079);  // each terminal's cable, of 40 Gb/s in any case
  EXPECT_NEAR((fastest - hosts) / (half - hosts), 2, 1e-9);
}

TEST_F(SweepStudy, ComplainsWhereNothingIsShown) {
  auto const present = std::string("[[present]]\nkind = \"load_curves\"\nname = \"a\"\ntitle = \"A\"\n");
  EXPECT_NE(complaint(std::string(runs) + present + "part = \"c\"\n").find("no run is a sweep"),
            std::string::npos);
  EXPECT_NE(
      complaint(
          "title = \"t\"\n[[run]]\nlabel = { curve = \"c\" }\ntopology = \"torus:sides=4\"\nverb = \"sweep\"\n"
          "rates = 0.1\nengine = \"flit:warm_up=100,cycles=100\"\n" +
          present)
          .find("without label `panel` or `curve`"),
      std::string::npos);
  EXPECT_NE(complaint(std::string(runs) + present + "references = [[0.5]]\n").find("a reference of 1 parts"),
            std::string::npos);
}

TEST_F(SweepStudy, RefusesSweepsThatCannotBeRun) {
  auto const with = [&](std::string const& lines) {
    return complaint("title = \"t\"\n[[run]]\nverb = \"sweep\"\ntopology = \"torus:sides=4\"\n" + lines);
  };
  EXPECT_NE(with("engine = \"rounds\"\n").find("sweep on engine rounds"), std::string::npos);
  EXPECT_NE(with("mapping = \"random\"\n").find("unknown key 'mapping'"), std::string::npos);
  EXPECT_NE(with("engine = \"flit:injection=batch\"\n").find("a batch has no rate"), std::string::npos);
  EXPECT_NE(with("engine = \"flit:vcs=1\"\n").find("study.toml:2:1"), std::string::npos);
}

}  // namespace
}  // namespace weft
