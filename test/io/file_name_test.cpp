// SPDX-License-Identifier: Apache-2.0
#include "weft/io/file_name.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(FileNameTest, PreservesPlainNames) {
  for (std::string const name : {"load.csv", "load_job-1.npy", "result.json", "rate=0.5,a+b@c.svg", "x"})
    EXPECT_EQ(file_name_for(name), name);
}

/// Names of classes of channels, patterns and jobs are chosen by users.
TEST(FileNameTest, MakesOtherNamesSafeShortAndDistinct) {
  std::string const longest(300, 'x');
  std::set<std::string> seen;
  for (std::string const name : {"load_40G/optical.svg", "load_40G_optical.svg", "load_40G optical.svg",
                                 "load_../../x.svg", "load_<img src=x>.svg", "load_a\nb.svg",
                                 "load_\xc3\xbc.svg", "load_a\\b.svg", ".weft-files", "-rf.csv", "..", ""}) {
    auto const safe = file_name_for(name);
    EXPECT_TRUE(seen.insert(safe).second) << name;
    EXPECT_EQ(safe.find_first_of("/\\<> \n"), std::string::npos) << safe;
    EXPECT_NE(safe.find_first_not_of('.'), std::string::npos) << safe;
    EXPECT_TRUE(!name.ends_with(".svg") || safe.ends_with(".svg")) << safe;
  }
  for (auto const& name :
       {"load_" + longest + "a.svg", "load_" + longest + "b.svg", longest + ".csv", longest}) {
    auto const safe = file_name_for(name);
    EXPECT_TRUE(seen.insert(safe).second) << name;
    EXPECT_LE(safe.size(), 120U);
  }
  EXPECT_EQ(file_name_for("load_40G/optical.svg").substr(0, 17), "load_40G_optical-");
}

}  // namespace
}  // namespace weft
