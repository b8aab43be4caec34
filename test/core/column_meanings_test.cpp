// SPDX-License-Identifier: Apache-2.0
#include "weft/core/column_meanings.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(ColumnMeanings, AreAddedToColumnsWithoutDoc) {
  Table table{"t", "T", {{"p50"}, {"mean", "s", "over all jobs"}, {"torus:sides=4x4"}}, {}};
  add_meanings(table);
  EXPECT_EQ(table.columns[0].doc, "value that 50 % of the samples do not exceed");
  EXPECT_EQ(table.columns[1].doc, "over all jobs");
  EXPECT_EQ(table.columns[2].doc, "");
  EXPECT_EQ(meaning_of_column("p5"), "");
}

}  // namespace
}  // namespace weft
