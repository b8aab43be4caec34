// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/communication/derived.hpp"

#include <fstream>

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

class MatrixFile : public testing::Test {
 protected:
  std::string file(std::string const& text) {
    auto const path = scratch_.path() / "tasks.mtx";
    std::ofstream(path) << text;
    return path.string();
  }
  Communication read(std::string const& text, Sides const& grid) {
    return task::Matrix({file(text)}).communicate({grid});
  }

 private:
  Scratch scratch_;
};

std::string const head = "%%MatrixMarket matrix coordinate ";

TEST_F(MatrixFile, ReadsIntegersExactly) {
  auto const communication = read(head + "integer general\n2 2 2\n1 2 5\n2 1 7\n", {2});
  ASSERT_EQ(communication.flows().size(), 2U);
  EXPECT_EQ(communication.flows()[1], (Flow{1, 0, 7}));
}

TEST_F(MatrixFile, PreservesTheRatiosOfRealNumbers) {
  auto const communication = read(head + "real general\n2 2 2\n1 2 0.5\n2 1 1.5\n", {1, 2});
  EXPECT_EQ(3 * communication.flows()[0].units, communication.flows()[1].units);
}

TEST_F(MatrixFile, SendsInBothDirectionsIfSymmetric) {
  EXPECT_EQ(read(head + "integer symmetric\n2 2 2\n1 1 3\n2 1 5\n", {2}).total_units(), 13U);
}

TEST_F(MatrixFile, RejectsInvalidSizesWeightsAndEntryCounts) {
  EXPECT_THROW(read(head + "integer general\n2 2 1\n1 2 5\n", {3}), InputError);
  EXPECT_THROW(read(head + "integer general\n2 3 1\n1 2 5\n", {2}), InputError);
  EXPECT_THROW(read(head + "real general\n2 2 1\n1 2 -5\n", {2}), InputError);
  EXPECT_THROW(read(head + "real general\n2 2 1\n1 2 nan\n", {2}), InputError);
  EXPECT_THROW(read(head + "integer general\n2 2 2\n1 2 5\n", {2}), InputError);
}

TEST(Matrix, DeterminesTheGridOfARealProgram) {
  task::Matrix const lammps({WEFT_SOURCE_DIR "/test/data/lammps-lj-64.mtx"});
  EXPECT_EQ(lammps.default_grid(), (Sides{64}));
  EXPECT_EQ(lammps.communicate({{64}}).flows().size(), 384U);
}

}  // namespace
}  // namespace weft
