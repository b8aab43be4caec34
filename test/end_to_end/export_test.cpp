// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

TEST(Export, RoundTrips) {
  Scratch const scratch;
  for (char const* ending : {"txt", "graph", "chaco", "graphml", "mtx", "anynet"}) {
    auto const path = (scratch.path() / "net.").string() + ending;
    auto const written = weft_command("export torus:sides=4x4x3 -o " + path);
    ASSERT_EQ(written.status, 0) << written.err;
    auto const again = weft_command("export file:path=" + path + " --format edge_list");
    EXPECT_EQ(again.status, 0) << again.err;
    EXPECT_EQ(std::count(again.out.begin(), again.out.end(), '\n'), 1 + 48 * 3) << ending;
  }
}

TEST(Export, WritesToStandardOutputAndNotesLosses) {
  auto const result = weft_command("export clex:m=3,levels=2 --format anynet");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out.substr(0, 15), "router 0 node 0");
  EXPECT_NE(result.err.find("weft: note: links instead of arcs\n"), std::string::npos);
}

TEST(Export, NetlistPreservesTheWorkingPartsOfAFabric) {
  Scratch const scratch;
  auto const ring = std::string("file:path=" WEFT_SOURCE_DIR "/test/data/fabrics/ring5.net");
  auto const path = (scratch / "rest.ibnet").string();
  auto const written = weft_command("export " + ring + " --fail 0-1 -o " + path);
  EXPECT_EQ(written.status, 0) << written.err;
  auto const text = text_of(path);
  auto const first = "Switch\t3 \"S-0000000000200000\"\t\t# \"r0\"\n[2]\t\"S-0000000000200004\"[2]\n";
  EXPECT_NE(text.find(first), std::string::npos) << text;
  auto const again = weft_command("export file:path=" + path + " --format edge_list");
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(std::count(again.out.begin(), again.out.end(), '\n'), 1 + 4) << again.out;
}

TEST(Export, OpenSmFolderAppearsCompleteOrNotAtAll) {
  Scratch const scratch;
  auto const folder = (scratch / "tables").string();
  auto const written =
      weft_command("export torus:sides=5x5 --format opensm --routing layered:method=lash -o " + folder);
  EXPECT_EQ(written.status, 0) << written.err;
  std::vector<std::string> names;
  for (auto const& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename());
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{"fabric.lfts", "fabric.net", "fabric.qos", "start.txt"}));
  EXPECT_NE(text_of(folder + "/start.txt").find("\nopensm -R file -U fabric.lfts -Q -Y fabric.qos\n"),
            std::string::npos);
  expect_rejected("export torus:sides=5x5 --format opensm --routing layered -o " + folder,
                  "is not an empty folder");

  auto const rejected = (scratch / "none").string();
  expect_rejected("export torus:sides=4x4 --format opensm --routing valiant -o " + rejected,
                  "valiant is not destination-based");
  expect_rejected("export torus:sides=4x4 --format opensm -o " + rejected, "needs a routing");
  expect_rejected("export torus:sides=4x4 --format opensm --routing layered", "needs a folder");
  expect_rejected("export torus:sides=4x4 --format dot --routing layered", "only format opensm");
  EXPECT_EQ(scratch.files(), 1u);
}

TEST(Export, SimGridRoutesMatchTheRouting) {
  auto const tied = weft_command("export ring:routers=4 --format simgrid --routes --routing dimension_order");
  EXPECT_NE(tied.err.find("several paths for a pair of terminals"), std::string::npos) << tied.err;
  auto const plus =
      weft_command("export ring:routers=4 --format simgrid --routes --routing dimension_order:tie=plus");
  EXPECT_EQ(plus.err, "");
  EXPECT_NE(plus.out.find(R"(routing="Full")"), std::string::npos);
  EXPECT_NE(plus.out.find(
                "<route src=\"h0\" dst=\"h1\" symmetrical=\"NO\"><link_ctn id=\"i0\"/><link_ctn id=\"c1\"/>"
                "<link_ctn id=\"o1\"/></route>"),
            std::string::npos)
      << plus.out;
  auto const failed =
      weft_command("export mesh:sides=3 --format simgrid --routes --routing dimension_order --fail 0-1");
  EXPECT_NE(failed.err.find("no route for 4 pairs"), std::string::npos) << failed.err;
}

TEST(Export, RejectsBadInputWithOneLine) {
  Scratch const scratch;
  auto const rejected = [&](std::string const& args, std::string const& part) {
    auto const result = weft_command(args);
    EXPECT_EQ(result.status, 2) << args;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
  };
  rejected("export torus --format grapml", "did you mean 'graphml'?");
  rejected("export torus --format simgrid --routing minimal", "and simgrid with --routes");
  rejected("export torus --format anynet --routes", "only format simgrid contains routes");
  rejected("export torus --format opensm --routes", "only format simgrid contains routes");
  rejected("export torus --format simgrid --routes --routing minimals", "did you mean 'minimal'?");
  rejected("export torus -o net.zip", "does not indicate it");
  rejected("export torus --format aries", "cannot be written");
  rejected("export tors --format dot", "did you mean 'torus'?");
  rejected("export torus -o /nowhere/net.dot", "/nowhere/net.dot");
  rejected("show file", "topology file needs a path");
  rejected("show file:path=/nowhere.mtx", "/nowhere.mtx");
  rejected("show file:path=/tmp,format=metis", "Is a directory");
  rejected("show file:path=/dev/null,format=metis", "/dev/null:1:1");
  std::filesystem::create_symlink("circle.mtx", scratch.path() / "circle.mtx");
  rejected("show file:path=" + (scratch.path() / "circle.mtx").string(), "symbolic links");
  std::ofstream(scratch.path() / "apart.txt") << "0 1\n2 3\n";
  auto const apart = "file:path=" + (scratch.path() / "apart.txt").string();
  EXPECT_EQ(weft_command("show " + apart).status, 0);
  rejected("simulate " + apart, "no path leads from router 2 to router 0 (the network is not connected)");
}

}  // namespace
}  // namespace weft
