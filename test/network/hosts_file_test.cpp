// SPDX-License-Identifier: Apache-2.0
#include "weft/network/hosts_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

/// Returns hosts a1 to a4, and b with two ports; another host has the same description as b.
Hosts hosts() {
  std::string text = "Switch\t8 \"S-1\"\n";
  for (int i = 1; i <= 4; ++i) text += fmt::format("[{}]\t\"H-{}\"[1]\n", i, i);
  text += "[5]\t\"H-5\"[1]\n[6]\t\"H-5\"[2]\n[7]\t\"H-7\"[1]\n\n";
  for (int i = 1; i <= 4; ++i)
    text += fmt::format("Ca\t1 \"H-{}\"\t\t# \"a{} mlx5_0\"\n[1]\t\"S-1\"[{}]\n\n", i, i, i);
  text += "Ca\t2 \"H-5\"\t\t# \"b HCA-1\"\n[1]\t\"S-1\"[5]\n[2]\t\"S-1\"[6]\n\n";
  text += "Ca\t1 \"H-7\"\t\t# \"b HCA-1\"\n[1]\t\"S-1\"[7]\n";
  Scratch const scratch;
  write_file(scratch / "some.net", text);
  return Hosts(make_topology("file:path=" + (scratch / "some.net").string()));
}

/// Returns each host as `terminals/tasks@place`.
std::string listed(std::string_view text) {
  std::string all;
  for (auto const& host : parse_hosts(text, "f", hosts()))
    all += fmt::format("{}{}/{}@{}", all.empty() ? "" : " ", fmt::join(host.terminals, "+"),
                       host.tasks ? std::to_string(*host.tasks) : "", host.place);
  return all;
}

TEST(HostsFile, SeparatesHostsByLinesOrBlanks) {
  EXPECT_EQ(listed("# a job\na2\n\n  a1\ta4  # two\r\nH-5"), "1/@f:2:1 0/@f:4:3 3/@f:4:6 4+5/@f:5:1");
  EXPECT_EQ(listed("a1 mlx5_0\na3 mlx5_0 # a description\n"), "0/@f:1:1 2/@f:2:1");
  EXPECT_EQ(listed(" # nothing\n"), "");
}

TEST(HostsFile, ReadsHostlists) {
  EXPECT_EQ(listed("a[1-2,4],H-7"), "0/@f:1:1 1/@f:1:1 3/@f:1:1 6/@f:1:10");
  EXPECT_EQ(listed("H-5[2]"), "5/@f:1:1");  // a port
}

TEST(HostsFile, ReadsMpiHostfiles) {
  EXPECT_EQ(listed("a1 slots=4 max_slots=8\nH-5:2\na3 max-slots=1"), "0/4@f:1:1 4+5/2@f:2:1 2/@f:3:1");
  EXPECT_EQ(listed("a[1-2] slots=3 a4"), "0/3@f:1:1 1/3@f:1:1 3/@f:1:16");
}

TEST(HostsFile, RejectsOtherText) {
  for (auto const& [text, complaint] : std::initializer_list<std::pair<std::string, std::string>>{
           {"a1\n  a9", "f:2:3: no host 'a9'; did you mean 'a1'?"},
           {"a1 a[3-5]", "f:1:4: no host 'a5'; did you mean 'a1'?"},
           {"b", "f:1:1: 'b' matches several hosts (use the id of a host, which is unique)"},
           {"b HCA-1", "f:1:1: 'b HCA-1' matches several hosts (use the id of a host, which is unique)"},
           {"a1 cores=4", "f:1:4: unexpected 'cores=4' (a line is NAME, NAME slots=TASKS or NAME:TASKS)"},
           {"slots=4", "f:1:1: unexpected 'slots=4' (a line is NAME, NAME slots=TASKS or NAME:TASKS)"},
           {"a1 slots=4 slots=4",
            "f:1:12: unexpected 'slots=4' (a line is NAME, NAME slots=TASKS or NAME:TASKS)"},
           {"a1 slots=0", "f:1:4: unexpected 'slots=0' (the number of tasks must be at least 1)"},
           {"a1:x", "f:1:1: unexpected 'a1:x' (the number of tasks must be at least 1)"},
           {"a1:2,a3:0", "f:1:6: unexpected 'a3:0' (the number of tasks must be at least 1)"},
           {"a[1-", "f:1:2: "},
           {std::string("a1\n\0", 4), "f:2:1: "}})
    EXPECT_EQ(complaint_of([&, &text = text] { listed(text); }).substr(0, complaint.size()), complaint)
        << text;
}

}  // namespace
}  // namespace weft
