// SPDX-License-Identifier: Apache-2.0
#include "weft/io/npy.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/json.hpp"

namespace weft {
namespace {

Array const saved_array{"a",       "Title", "m", "doc", {2, 3}, std::vector<double>{1, 2, 3, 4, 5, 0.1},
                        {"x", "y"}};

std::string npy_complaint(std::string const& bytes) {
  return complaint_of([&] { read_npy(bytes, "a.npy"); });
}

TEST(Npy, WritesTheNumPyFormat) {
  auto const bytes = npy_bytes(saved_array);
  EXPECT_TRUE(
      bytes.starts_with(std::string_view("\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, "
                                         "'shape': (2,3), }",
                                         60)));
  EXPECT_EQ(bytes.size(), 128 + 6 * sizeof(double));
  EXPECT_EQ(bytes[127], '\n');
}

TEST(Npy, RoundTrips) {
  std::vector<Array> arrays(4);
  arrays[0].values = std::vector<float>{0.5F, -1};
  arrays[1].values = std::vector<double>{0.1};
  arrays[2].values = std::vector<std::uint32_t>{};
  arrays[3].values = std::vector<std::uint64_t>{~std::uint64_t{0}};
  for (auto& array : arrays) {
    array.shape = {array.size()};
    auto const again = read_npy(npy_bytes(array), "a.npy");
    EXPECT_EQ(again.values, array.values);
    EXPECT_EQ(again.shape, array.shape);
  }
}

TEST(Npy, RejectsOtherFiles) {
  auto const bytes = npy_bytes(saved_array);
  EXPECT_EQ(npy_complaint("PK"), "a.npy: the file is not an array in NumPy's format 1.0");
  EXPECT_EQ(npy_complaint(bytes.substr(0, 40)), "a.npy: the file ends within its header");
  EXPECT_TRUE(
      npy_complaint(bytes.substr(0, bytes.size() - 1)).starts_with("a.npy: the file has 47 bytes of values"));
  auto other = bytes;
  other.replace(other.find("<f8"), 3, "<c8");
  EXPECT_TRUE(npy_complaint(other).starts_with("a.npy: the values have an unsupported type"));
}

TEST(ReadResult, ReadsASavedResultWithItsArrays) {
  Scratch const scratch;
  Result result;
  result.verb = "load";
  result.scenario = {{"topology", "torus"}};
  result.arrays = {saved_array};
  write_file(scratch.path() / "result.json", result_json(result));
  write_file(scratch.path() / "a.npy", npy_bytes(saved_array));
  EXPECT_EQ(read_result(scratch.path()), result);
  EXPECT_EQ(read_result(scratch.path() / "result.json"), result);
  auto const outside = scratch.path().parent_path() / "none";
  EXPECT_NE(complaint_of([&] { read_result(outside); }).find("does not exist"), std::string::npos);
  std::filesystem::create_directories(scratch.path() / "above" / "run");
  std::filesystem::copy(scratch.path() / "result.json", scratch.path() / "above" / "run" / "result.json");
  EXPECT_NE(complaint_of([&] { read_result(scratch.path() / "above"); }).find("did you mean"),
            std::string::npos);
  EXPECT_NE(complaint_of([&] { read_result(scratch.path() / "above" / "run"); }).find("a.npy"),
            std::string::npos);
}

}  // namespace
}  // namespace weft
