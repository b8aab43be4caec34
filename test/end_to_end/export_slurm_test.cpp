// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

TEST(ExportForSlurm, RoundTrips) {
  Scratch const scratch;
  auto const path = (scratch / "topology.conf").string();
  auto const written = weft_command("export kary_ntree:arity=2,levels=2 -o " + path);
  ASSERT_EQ(written.status, 0) << written.err;
  EXPECT_EQ(weft_command("export file:path=" + path + " --format slurm").out,
            "SwitchName=r0 Nodes=t[0-1]\nSwitchName=r1 Nodes=t[2-3]\nSwitchName=r2 Switches=r[0-1]\n"
            "SwitchName=r3 Switches=r[0-1]\n");
}

TEST(ExportForSlurm, NotesSwitchesThatAreNotATree) {
  auto const torus = weft_command("export torus:sides=3 --format slurm");
  EXPECT_EQ(torus.out,
            "SwitchName=r0 Nodes=t0\nSwitchName=r1 Nodes=t1\nSwitchName=r2 Nodes=t2\n"
            "SwitchName=fabric Switches=r[0-2]\n");
  EXPECT_NE(torus.err.find("weft: note: the switches are not a tree of levels"), std::string::npos);
}

TEST(ExportForSlurm, RejectsBadInputWithOneLine) {
  Scratch const scratch;
  auto const path = (scratch / "topology.conf").string();
  std::ofstream(path) << "SwitchName=s Nodes=a Switches=b\n";
  auto const result = weft_command("show file:path=" + path);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "weft: " + path +
                            ":1:22: switch 's' has Nodes and Switches (Slurm accepts only one of the two)\n");
  EXPECT_EQ(weft_command("export kautz --format slurm").status, 2);
}

}  // namespace
}  // namespace weft
