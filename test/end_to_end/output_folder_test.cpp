// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

/// Writes a network of two routers with a link of each class.
void write_classes(std::filesystem::path const& file, std::initializer_list<std::string> classes) {
  std::ofstream out(file);
  out << "<graphml><key id=\"c\" for=\"edge\" attr.name=\"class\" attr.type=\"string\"/>"
         "<graph edgedefault=\"undirected\"><node id=\"0\"/>";
  int node = 0;
  for (auto const& name : classes) {
    out << "<node id=\"" << node + 1 << "\"/><edge source=\"" << node << "\" target=\"" << node + 1
        << "\"><data key=\"c\">" << name << "</data></edge>";
    ++node;
  }
  out << "</graph></graphml>\n";
}

std::set<std::string> names_in(std::filesystem::path const& folder) {
  std::set<std::string> names;
  for (auto const& entry : std::filesystem::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

/// All files are in the folder, whatever the names of classes.
TEST(OutputFolder, ContainsFilesForClassesOfAnyName) {
  Scratch const scratch;
  auto const file = scratch / "classes.graphml", out = scratch / "out";
  write_classes(file, {"40G/optical", "../../up", "=HYPERLINK(1)", std::string(300, 'x')});
  auto const result =
      weft_command(fmt::format("load file:path={} --pattern all_to_all -o {}", file.string(), out.string()));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(names_in(scratch.path()), (std::set<std::string>{"classes.graphml", "out"}));
  ASSERT_TRUE(std::filesystem::exists(out / "result.json"));
  for (auto const& name : names_in(out)) {
    EXPECT_LE(name.size(), 120U);
    EXPECT_TRUE(std::filesystem::is_regular_file(out / name)) << name;
    if (!name.ends_with(".csv")) continue;
    auto const text = "\n" + text_of(out / name);
    EXPECT_EQ(text.find("\n=HYPER"), std::string::npos) << name;
    EXPECT_EQ(text.find(",=HYPER"), std::string::npos) << name;
  }
  auto const figures = weft_command("figure " + out.string());
  EXPECT_EQ(figures.status, 0) << figures.err;
  EXPECT_TRUE(figures.out.starts_with("Figures\n")) << figures.out;
  auto const chart = weft_command(
      fmt::format("figure {} load_distribution -o {}", out.string(), (scratch / "f.vl.json").string()));
  EXPECT_EQ(chart.status, 0) << chart.err;
  EXPECT_TRUE(text_of(scratch / "f.vl.json").starts_with("{\"$schema\":"));
  auto const report =
      weft_command(fmt::format("report {} -o {}", out.string(), (scratch / "r.html").string()));
  EXPECT_EQ(report.status, 0) << report.err;
}

TEST(OutputFolder, IsNoFileExceptOfADocument) {
  Scratch const scratch;
  auto const in_folder = [&](char const* name) { return " -o " + (scratch / name).string(); };
  auto const picture = weft_command("load ring:routers=4" + in_folder("x.pdf"));
  EXPECT_EQ(picture.status, 2);
  EXPECT_NE(picture.err.find("then weft figure DIR NAME -o "), std::string::npos) << picture.err;
  EXPECT_NE(weft_command("load ring:routers=4" + in_folder("x.html")).err.find("--report "),
            std::string::npos);
  EXPECT_TRUE(names_in(scratch.path()).empty());
  auto const mapped =
      weft_command("map ring:routers=4 --format hostfile --host 'n[08-11]'" + in_folder("ranks"));
  EXPECT_EQ(mapped.status, 0) << mapped.err;
  EXPECT_EQ(text_of(scratch / "ranks"), "n08\nn09\nn10\nn11\n");
}

/// A disk without space for large files: the folder is not created, or unchanged.
TEST(OutputFolder, IsCompleteOrUnchanged) {
  Scratch const scratch;
  auto const out = scratch / "out";
  auto const load = [&](char const* sides, char const* limit) {
    return weft_command(
        fmt::format("load torus:sides={} --pattern halo --replace -o {}", sides, out.string()), limit);
  };
  constexpr char const* small = "trap '' XFSZ; ulimit -f 100;";  // 100 kB at most in a file
  auto const failed = load("64x64", small);
  EXPECT_EQ(failed.status, 2);
  EXPECT_NE(failed.err.find("(File too large)"), std::string::npos) << failed.err;
  EXPECT_FALSE(std::filesystem::exists(out));
  ASSERT_EQ(load("4x4", "").status, 0);
  auto const names = names_in(out);
  auto const before = text_of(out / "result.json");
  EXPECT_EQ(load("64x64", small).status, 2);
  EXPECT_EQ(names_in(out), names);
  EXPECT_EQ(text_of(out / "result.json"), before);
}

/// The link is preserved, and its target is written, for every file that an option names.
TEST(OutputFolder, WritesThroughLinks) {
  Scratch const scratch;
  std::filesystem::create_directory(scratch / "elsewhere");
  for (std::string const command :
       {"draw petersen", "export petersen --format edge_list",
        "replay ring:routers=2 --program pattern:bytes=1 --write", "load petersen --report"}) {
    SCOPED_TRACE("weft " + command);
    for (auto const& target : {scratch / "elsewhere" / "file", scratch / "elsewhere" / "new"}) {
      auto const link = scratch / "link";
      std::filesystem::remove(link);
      std::filesystem::create_symlink(target, link);
      if (target.filename() == "file") std::ofstream(target) << "old";
      bool const named = command.ends_with("--write") || command.ends_with("--report");
      auto const result = weft_command(command + (named ? " " : " -o ") + link.string());
      ASSERT_EQ(result.status, 0) << result.err;
      EXPECT_TRUE(std::filesystem::is_symlink(link));
      EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(target)));
      EXPECT_GT(text_of(target).size(), 10U);
      std::filesystem::remove(target);
    }
  }
}

/// An archive of results on a read-only file system.
TEST(OutputFolder, IsReadableOnAReadOnlyFileSystem) {
  if (std::system("unshare -rm mount -t tmpfs tmpfs /tmp 2>/dev/null") != 0)
    GTEST_SKIP() << "no file systems can be mounted here";
  Scratch const scratch;
  auto const folder = [&](char const* name) { return (scratch / name).string(); };
  std::ofstream(scratch / "study.toml")
      << "title = \"t\"\n[base]\nverb = \"show\"\ntopology = \"ring:routers=5\"\n"
         "[[run]]\nsweep = { seed = \"1..2\" }\n";
  auto const ran = weft_command(fmt::format("run {} -o {}", scratch.path().string(), folder("out")));
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::filesystem::create_directory(scratch / "archive");
  std::ofstream(scratch / "script") << fmt::format(
      "set -e\nmount --bind {0}/out {0}/archive\nmount -o remount,ro,bind {0}/archive\n"
      "{1} results {0}/archive > {0}/list\n"
      "{1} results {0}/archive --columns seed,channels.channels > {0}/values\n"
      "{1} report {0}/archive -o {0}/report.html\n"
      "{1} results {0}/new --merge {0}/archive > {0}/merged\n"
      "set +e\n{1} results {0}/archive --prune --where 'seed > 0' 2> {0}/refused\necho $? >> {0}/refused\n",
      scratch.path().string(), WEFT_COMMAND);
  auto const read = shell_command("unshare -rm bash " + folder("script"));
  ASSERT_EQ(read.status, 0) << read.err;
  EXPECT_NE(text_of(scratch / "list").find("2 of 2 results"), std::string::npos) << text_of(scratch / "list");
  EXPECT_GT(text_of(scratch / "report.html").size(), 1000U);
  EXPECT_NE(text_of(scratch / "merged").find("2 results added"), std::string::npos)
      << text_of(scratch / "merged");
  auto const rejected = text_of(scratch / "refused");
  EXPECT_NE(rejected.find("readonly"), std::string::npos) << rejected;
  EXPECT_TRUE(rejected.ends_with("\n2\n")) << rejected;
}

}  // namespace
}  // namespace weft
