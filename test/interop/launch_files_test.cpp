// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/launch_files.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>

#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

std::vector<std::uint32_t> const placement{3, 0, 2, 1};

/// Returns the hosts of a row of `routers` routers with `slots` terminals each.
Hosts row(std::int64_t routers, std::int64_t slots) {
  return Hosts(make_topology(fmt::format("mesh:sides={},concentration={}", routers, slots)));
}

std::string written(LaunchFormat format, std::int64_t slots, std::string const& names = {}) {
  auto const hosts = row(4, slots);
  return launch_file(format, placement, {hosts, names});
}

TEST(LaunchFiles, RankfileContainsNodeAndSlot) {
  EXPECT_EQ(written(LaunchFormat::rankfile, 2, "node*"),
            "rank 0=node1 slot=1\nrank 1=node0 slot=0\nrank 2=node1 slot=0\nrank 3=node0 slot=1\n");
}

TEST(LaunchFiles, HostfileHasALineForEachRank) {
  EXPECT_EQ(written(LaunchFormat::hostfile, 2, "c*-ib"), "c1-ib\nc0-ib\nc1-ib\nc0-ib\n");
}

TEST(LaunchFiles, UseNumberedOrListedNodeNames) {
  EXPECT_EQ(written(LaunchFormat::hostfile, 2, "nid****"), "nid0001\nnid0000\nnid0001\nnid0000\n");
  EXPECT_EQ(written(LaunchFormat::hostfile, 2, "ann,bob"), "bob\nann\nbob\nann\n");
  EXPECT_EQ(written(LaunchFormat::hostfile, 4, "localhost"), "localhost\nlocalhost\nlocalhost\nlocalhost\n");
  EXPECT_EQ(written(LaunchFormat::hostfile, 2, "n[09-10]"), "n10\nn09\nn10\nn09\n");
  EXPECT_EQ(written(LaunchFormat::hostfile, 1, "n[01-02],m7,m[9]"), "m9\nn01\nm7\nn02\n");
  Scratch const scratch;
  auto const file = scratch.path() / "hosts";
  write_file(file, "left\nright\n");
  EXPECT_EQ(written(LaunchFormat::hostfile, 2, "@" + file.string()), "right\nleft\nright\nleft\n");
  EXPECT_THROW(written(LaunchFormat::hostfile, 2, "localhost"), InputError);
  EXPECT_THROW(written(LaunchFormat::hostfile, 1, "ann,bob"), InputError);
  for (auto const* const wrong : {"ann,ann", "no de*", "*x*", "n[1-"})
    EXPECT_THROW(written(LaunchFormat::hostfile, 2, wrong), InputError) << wrong;
}

TEST(LaunchFiles, RankOrderIsTheInverseOfThePlacement) {
  EXPECT_EQ(written(LaunchFormat::rank_order, 2, "node*"), "1,3,2,0\n");
}

TEST(LaunchFiles, RankOrderRejectsGapsInSlots) {
  std::vector<std::uint32_t> const sparse{0, 2};
  auto const hosts = row(2, 2);
  EXPECT_THROW(launch_file(LaunchFormat::rank_order, sparse, {hosts}), InputError);
}

// IBM System Blue Gene Solution: Blue Gene/Q Application Development (SG24-7948), 7.3: one line per rank, the
// coordinates in the order A B C D E T.
TEST(LaunchFiles, CoordinatesContainNodeAndSlot) {
  std::vector<std::uint32_t> const some{0, 1, 2, 2 * (1 + 2 * (2 + 3 * 1)) + 1};
  Hosts const hosts(make_topology("torus:sides=2x3x2,concentration=2"));
  EXPECT_EQ(launch_file(LaunchFormat::coordinates, some, {hosts, "", {2, 3, 2}}),
            "0 0 0 0\n0 0 0 1\n1 0 0 0\n1 2 1 1\n");
  EXPECT_THROW(launch_file(LaunchFormat::coordinates, some, {hosts}), InputError);
}

/// Returns the processors in the affinity mask of this process.
std::vector<std::uint32_t> processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<std::uint32_t> found;
  for (std::uint32_t p = 0; p < CPU_SETSIZE; ++p)
    if (CPU_ISSET(p, &allowed)) found.push_back(p);
  return found;
}

/// Returns the output and the exit status of a command.
std::pair<std::string, int> output_of(std::string const& command) {
  std::string text;
  auto* const pipe = popen(command.c_str(), "r");
  std::array<char, 4096> buffer{};
  while (auto const size = std::fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), size);
  return {text, pclose(pipe)};
}

/// Open MPI places every rank on its slot in the rankfile. The slots are processors of this host, in reverse
/// order.
TEST(LaunchFiles, OpenMpiFollowsTheRankfile) {
  auto const allowed = processors();
  std::vector<std::uint32_t> const backwards(allowed.rbegin(), allowed.rend());
  Scratch const scratch;
  auto const rankfile = scratch.path() / "rankfile", errors = scratch.path() / "errors";
  write_file(rankfile,
             launch_file(LaunchFormat::rankfile, backwards, {row(1, allowed.back() + 1), "localhost"}));
  auto const [text, status] = output_of(
      "env -u LD_PRELOAD OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -np " +
      std::to_string(backwards.size()) + " --host localhost:" + std::to_string(backwards.size()) +
      " --oversubscribe --rankfile " + rankfile.string() +
      " sh -c 'grep Cpus_allowed_list /proc/self/status | sed \"s/.*:/$OMPI_COMM_WORLD_RANK/\"' 2>" +
      errors.string());
  ASSERT_EQ(status, 0) << text << read_file(errors);
  std::map<std::uint32_t, std::string> where;
  std::istringstream lines(text);
  std::uint32_t rank = 0;
  for (std::string list; lines >> rank >> list;) where[rank] = list;
  ASSERT_EQ(where.size(), backwards.size()) << text;
  for (std::uint32_t r = 0; r < backwards.size(); ++r)
    EXPECT_EQ(where[r], std::to_string(backwards[r])) << text;
}

}  // namespace
}  // namespace weft
