// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/list/glossary.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace weft::verb {
namespace {

TEST(Glossary, ReadsTermsFromTables) {
  auto const terms = read_terms(
      "# Words\n\ntext | with | bars\n\n| word | meaning | not |\n|---|---|---|\n"
      "| a (`b`) | c `d` | e |\n| f | g | |\n\n| no | table |\n");
  ASSERT_EQ(terms.size(), 2U);
  EXPECT_EQ(terms[0].word, "a (b)");
  EXPECT_EQ(terms[0].meaning, "c d");
  EXPECT_EQ(terms[1].word, "f");
  EXPECT_EQ(terms[1].meaning, "g");
}

TEST(Glossary, IsCompiledIn) {
  std::set<std::string> words;
  for (auto const& [word, meaning] : glossary()) {
    EXPECT_FALSE(word.empty());
    EXPECT_FALSE(meaning.empty()) << word;
    EXPECT_TRUE(words.insert(word).second) << word;
  }
  EXPECT_GT(words.size(), 50U);
  EXPECT_TRUE(words.contains("terminal"));
}

}  // namespace
}  // namespace weft::verb
