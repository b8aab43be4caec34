// SPDX-License-Identifier: Apache-2.0
#include "weft/io/toml.hpp"

#include <functional>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

constexpr char const* study = R"(# a study
title = "Tables"
seeds = [1, 2]

[base]
topology = "clex:m=32"
loss = 0.05
dense = true
rounds = 1e6

[sweep]
zebra = 1
apple = 2

[[axes]]
key = "m"
[[axes]]
key = "levels"
values = [3, "x"]
)";

std::string toml_complaint(std::function<void(Toml const&)> const& ask, std::string_view text = study) {
  return complaint_of([&] { ask(Toml::parse(text, "study.toml")); });
}

TEST(TomlTest, ReadsEveryKindOfValue) {
  Toml const toml = Toml::parse(study, "study.toml");
  EXPECT_EQ(toml.at("title").as_text(), "Tables");
  EXPECT_EQ(toml.at("seeds").as_list().at(1).as_integer(), 2);
  Toml const& base = toml.at("base");
  EXPECT_EQ(base.at("loss").as_number(), 0.05);
  EXPECT_TRUE(base.at("dense").as_bool());
  EXPECT_EQ(toml.at("seeds").as_list().at(0).as_number(), 1);
  EXPECT_EQ(toml.find("nothing"), nullptr);
  EXPECT_EQ(base.at("loss").as_argument(), "0.05");
  EXPECT_EQ(base.at("rounds").as_argument(), "1000000");
  EXPECT_EQ(base.at("dense").as_argument(), "true");
  EXPECT_EQ(base.at("topology").as_argument(), "clex:m=32");
}

TEST(TomlTest, PreservesTheOrderOfTheFile) {
  Toml const toml = Toml::parse(study, "study.toml");
  std::string keys;
  for (auto const& member : toml.as_table()) keys += member.key + " ";
  for (auto const& member : toml.at("sweep").as_table()) keys += member.key + " ";
  EXPECT_EQ(keys, "title seeds base sweep axes zebra apple ");
}

TEST(TomlTest, ReportsPathsAndPositions) {
  Toml const toml = Toml::parse(study, "study.toml");
  Toml const& value = toml.at("axes").as_list().at(1).at("values").as_list().at(1);
  EXPECT_EQ(value.path(), "axes[1].values[1]");
  EXPECT_EQ(value.place(), "study.toml:19:14");
  EXPECT_EQ(toml.at("base").at("loss").place(), "study.toml:7:8");
}

TEST(TomlTest, ErrorsContainThePosition) {
  EXPECT_EQ(toml_complaint([](Toml const& toml) { toml.at("base").at("loss").as_text(); }),
            "study.toml:7:8: base.loss is not a text");
  EXPECT_EQ(toml_complaint([](Toml const& toml) { toml.at("base").at("rounds").as_integer(); }),
            "study.toml:9:10: base.rounds is not a whole number");
  EXPECT_EQ(toml_complaint([](Toml const& toml) { toml.at("seeds").as_table(); }),
            "study.toml:3:9: seeds is not a table");
  EXPECT_EQ(toml_complaint([](Toml const& toml) { toml.at("seeds").as_argument(); }),
            "study.toml:3:9: seeds is not a single value");
  EXPECT_EQ(toml_complaint([](Toml const& toml) { toml.at("base").at("engine"); }),
            "study.toml:5:1: base: key 'engine' is missing");
  EXPECT_EQ(toml_complaint([](Toml const& toml) {
              toml.at("base").allow_keys({"topology", "losses", "dense", "rounds"});
            }),
            "study.toml:7:1: unknown key 'loss' in base; did you mean 'losses'?");
  EXPECT_EQ(toml_complaint([](Toml const& toml) {
              toml.allow_keys({"title", "seeds", "base", "sweeps", "axes"});
            }),
            "study.toml:11:2: unknown key 'sweep'; did you mean 'sweeps'?");
}

TEST(TomlTest, RejectsMalformedToml) {
  auto const nothing = [](Toml const&) {};
  EXPECT_TRUE(toml_complaint(nothing, "a = 1\nb = \n").starts_with("study.toml:2:5: "));
  EXPECT_TRUE(toml_complaint(nothing, "a = 1\na = 2\n").starts_with("study.toml:2:"));
  EXPECT_EQ(toml_complaint(nothing, "a = 1\nb = 2024-01-01\n"),
            "study.toml:2:5: b is a date or a time (not supported); put it in quotes");
  EXPECT_TRUE(toml_complaint(nothing, "a = 1\n[=]\n").starts_with("study.toml:2:2: "))
      << toml_complaint(nothing, "a = 1\n[=]\n");
  EXPECT_TRUE(toml_complaint(nothing, "a = 1\nb = 9é\n").starts_with("study.toml:2:"));
  EXPECT_TRUE(toml_complaint(nothing, "a = 1\n[\ufe3f]\n").starts_with("study.toml:2:2: "));
  EXPECT_TRUE(toml_complaint(nothing, "a = 1\n\ufe3f = 1\n").starts_with("study.toml:2:1: "));
  EXPECT_EQ(toml_complaint(nothing, ""), "none");
}

TEST(TomlTest, AcceptsAnyLetterInQuotesAndComments) {
  std::string_view const text =
      "\xef\xbb\xbf# Größe\na = \"é\\\"é\" # ⚠\ufe0f\nb = '\ufe3f\\'\nc = \"\"\"é\n\"é\"\"\"\"\"\nd = "
      "\'\'\'é'\n\'\'\'\n\"ü\" = 1\n";
  Toml const toml = Toml::parse(text, "study.toml");
  EXPECT_EQ(toml.at("a").as_text(), "é\"é");
  EXPECT_EQ(toml.at("b").as_text(), "\ufe3f\\");
  EXPECT_EQ(toml.at("c").as_text(), "é\n\"é\"\"");
  EXPECT_EQ(toml.at("d").as_text(), "é'\n");
  EXPECT_EQ(toml.at("ü").as_integer(), 1);
}

TEST(TomlTest, ReadsFiles) {
  Scratch const scratch;
  write_file(scratch / "a.toml", "a = 1\n");
  EXPECT_EQ(Toml::read(scratch / "a.toml").at("a").as_integer(), 1);
  EXPECT_THROW(Toml::read(scratch / "b.toml"), InputError);
}

TEST(TomlTest, RejectsKeysWithManyParts) {
  std::string key = "a";
  for (int part = 1; part < 100'000; ++part) key += ".a";
  for (auto const& text : {key + " = 1\n", "[" + key + "]\n", "x = {" + key + " = 1}\n", "# note\n" + key})
    EXPECT_EQ(rejection_of([&] { Toml::parse(text, "file"); }).value().problem,
              "a key has more than 64 parts");
}

TEST(TomlTest, AcceptsDotsOutsideOfKeys) {
  std::string const dots(200, '.');
  auto const text = "# " + dots + "\na = \"" + dots + "\\\"" + dots + "\" # " + dots + "\nb = '" + dots +
                    "'\nc = \"\"\"\n" + dots + "\n\"\"\"\nd.e.f = [1.5, 2.5]\n\"" + dots + "\".g = 1";
  EXPECT_EQ(Toml::parse(text, "file").at("d").at("e").at("f").as_list().size(), 2u);
}

// A resumed study is read again.
TEST(Toml, RejectsPipes) {
  Scratch const scratch;
  auto const pipe = scratch / "study.toml";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THROW(Toml::read(pipe), InputError);
}

}  // namespace
}  // namespace weft
