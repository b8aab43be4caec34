// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "weft/verb/compare/compare.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

/// A torus of three dimensions needs 6 + 1 ports, a dragonfly with h = 16 needs 16 + 31 + 16.
TEST(CompareMembers, HaveANoteOnThePortsInUse) {
  Compare::Params params;
  params.topologies = "[torus,dragonfly]";
  params.terminals = 2048;
  params.metrics = "radix";
  auto const notes_on_ports = [&] {
    auto notes = run<Compare>(params).notes;
    std::erase_if(notes, [](auto const& note) { return !note.starts_with("ports in use"); });
    return notes;
  };
  EXPECT_TRUE(notes_on_ports().empty());
  params.radix = 64;
  EXPECT_EQ(notes_on_ports(),
            std::vector<std::string>{"ports in use of routers with 64: torus:sides=16x16x8 7, "
                                     "dragonfly:p=16,a=32,h=16,groups=4 63; prices count the ports in use"});
  params.topologies = "[fat_tree]";
  EXPECT_TRUE(notes_on_ports().empty()) << "32 ports down and 32 up, 64 down at the top";
}

}  // namespace
}  // namespace weft::verb
