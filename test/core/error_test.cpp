// SPDX-License-Identifier: Apache-2.0
#include "weft/core/error.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(InputErrorTest, IsOneSafeLineForAnyQuotedInput) {
  EXPECT_STREQ(InputError("unexpected 'n\n'", "a\tb\x1b[2J\xff").what(),
               R"(unexpected 'n\n' (a\tb\x1b[2J\xff))");
}

TEST(InputErrorTest, OmitsEmptyParts) {
  EXPECT_STREQ(InputError("sides=1").what(), "sides=1");
  EXPECT_STREQ(InputError("sides=1", "must be in [2, 4096]").what(), "sides=1 (must be in [2, 4096])");
  EXPECT_STREQ(InputError("unknown topology 'clxe'", "", "did you mean 'clex'?").what(),
               "unknown topology 'clxe'; did you mean 'clex'?");
  EXPECT_STREQ(InputError("p", "w", "s", "study.toml:3:1").what(), "study.toml:3:1: p (w); s");
}

TEST(InputErrorTest, HelpersIncludeBothSettings) {
  EXPECT_STREQ(conflict("rate=1", "jobs", "each job has its own").what(),
               "rate=1 conflicts with jobs (each job has its own); omit rate");
  EXPECT_STREQ(conflict("a", "b", "w", "omit b").what(), "a conflicts with b (w); omit b");
  EXPECT_STREQ(needs("ecn_cut", "ecn_threshold", "no packet is marked").what(),
               "ecn_cut needs ecn_threshold (no packet is marked); specify ecn_threshold, or omit ecn_cut");
  EXPECT_STREQ(missing("flit_bits", "flit_bits=128").what(), "flit_bits is missing; specify flit_bits=128");
}

TEST(InputErrorTest, KeepsTheFirstLocation) {
  InputError const error = InputError("p", "w", "s").at("a.toml:1:2");
  EXPECT_EQ(error.where, "a.toml:1:2");
  EXPECT_EQ(error.problem, "p");
  EXPECT_STREQ(error.at("--topology").what(), "a.toml:1:2: p (w); s");
}

TEST(InputErrorTest, KeepsItsParameter) {
  InputError const error = InputError("sides=1").about("sides");
  EXPECT_EQ(error.at("--topology").within("job a").parameter, "sides");
  EXPECT_STREQ(error.what(), "sides=1");
}

TEST(InputErrorTest, PrependsTheEnclosingPart) {
  EXPECT_STREQ(InputError("p").within("job a").what(), "job a: p");
  EXPECT_STREQ(InputError("p").at("mapping").within("job a").what(), "job a: mapping: p");
}

TEST(NearestTest, FindsSwapsTyposAndPrefixes) {
  std::vector<std::string> const names{"clex", "torus", "mesh", "dimension_order", "m"};
  EXPECT_EQ(nearest("clxe", names), "clex");
  EXPECT_EQ(nearest("TORUS", names), "torus");
  EXPECT_EQ(nearest("tours", names), "torus");
  EXPECT_EQ(nearest("dim", names), "dimension_order");
  EXPECT_EQ(nearest("dimension-order", names), "dimension_order");
}

TEST(NearestTest, PrefersACandidateThatBeginsWithTheWord) {
  EXPECT_EQ(nearest("val", {"dal", "valiant"}), "valiant");
  EXPECT_EQ(nearest("VAL", {"dal", "valiant", "valiant_any"}), "valiant");
  EXPECT_EQ(nearest("in", {"on", "injection"}), "on");  // too many words begin with two given letters
}

TEST(NearestTest, RejectsDistantWords) {
  std::vector<std::string> const names{"clex", "torus", "m"};
  EXPECT_EQ(nearest("dragonfly", names), "");
  EXPECT_EQ(nearest("x", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest("clex", {}), "");
  EXPECT_EQ(nearest(std::string(100000, 'a'), names), "");
}

TEST(NearestTest, TreatsHyphensAsUnderscores) {
  EXPECT_EQ(nearest("fat-tree", {"fat_tree", "fat_trees"}), "fat_tree");
}

TEST(ShownTest, EscapesAndTruncates) {
  EXPECT_EQ(shown("torus"), "torus");
  EXPECT_EQ(shown(std::string(60, 'a')), std::string(60, 'a'));
  EXPECT_EQ(shown(std::string(2'000'000, 'a')), std::string(60, 'a') + "..");
  EXPECT_EQ(shown("\xef\xbb\xbfnode1\r"), R"(\ufeffnode1\r)");
}

TEST(SuggestTest, TruncatesLongLists) {
  std::vector<std::string> const many{"aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii"};
  EXPECT_EQ(suggest("zzz", many), "valid: aa, bb, cc, dd and 5 more");
}

TEST(SuggestTest, ListsTheNearestOrAllCandidates) {
  EXPECT_EQ(suggest("sids", {"sides", "concentration"}), "did you mean 'sides'?");
  EXPECT_EQ(suggest("zzz", {"sides", "concentration"}), "valid: sides, concentration");
  EXPECT_EQ(suggest("zzz", {}), "");
}

}  // namespace
}  // namespace weft
