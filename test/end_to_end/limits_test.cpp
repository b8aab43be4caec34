// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

struct Refused {
  char const* args;
  char const* part;
};

// The address sanitizer reserves terabytes of address space.
#ifdef WEFT_SANITIZED
constexpr char const* limits = "timeout 120";
#else
constexpr char const* limits = "ulimit -v 8000000 && timeout 60";
#endif

/// Checks that each command is rejected within 8 GB of address space and the time that `timeout` allows.
void expect_all_rejected(std::span<Refused const> all) {
  for (auto const& [args, part] : all) {
    SCOPED_TRACE(std::string("weft ") + args);
    auto const result = weft_command(args, limits);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_NE(result.err.find(part), std::string::npos) << result.err;
  }
}

TEST(Limits, RejectsRequestsThatDoNotFitInMemoryWithTheirSize) {
  expect_all_rejected(std::array{
      Refused{"export hyperx:sides=65535 --format anynet", "GB of memory"},
      Refused{"export torus:sides=65536x65536 --format anynet", "GB of memory"},
      Refused{"draw torus:sides=65536x65536", "GB of memory"},
      Refused{"show torus:sides=2048x2048x512 --exact", "GB of memory"},
      Refused{"simulate torus:sides=4x4 --messages 1000000000", "GB of memory"},
      Refused{"simulate clex:m=2,levels=31", "GB of memory"},
      Refused{"universality kautz:degree=1024", "GB of memory"},
      Refused{"judge torus:sides=1024x1024", "GB of memory"},
      Refused{"universality kautz:degree=1024 --long", "GB of memory"},
  });
}

/// 4 million messages over some 120 channels each: 15 GB, more than the limit but possibly less than the
/// machine's memory.
TEST(Limits, RejectsRequestsThatDoNotFitInTheAddressSpaceWithTheirSize) {
#ifdef WEFT_SANITIZED
  GTEST_SKIP() << "its addresses cannot be limited";
#endif
  expect_all_rejected(std::array{
      Refused{"simulate torus:sides=160x160x160 --engine flow --traffic permutation", "GB of memory"},
  });
}

/// 2 GB of zeros are 2 MB of gzip.
TEST(Limits, RejectsAPackedTextThatGrowsTwoHundredfold) {
#ifdef WEFT_SANITIZED
  GTEST_SKIP() << "its addresses cannot be limited";
#endif
  Scratch const scratch;
  auto const bomb = (scratch / "bomb.goal.gz").string();
  auto const pack = "head -c 100000000 /dev/zero | gzip > " + bomb + ".part && for i in $(seq 20); do cat " +
                    bomb + ".part; done > " + bomb;
  ASSERT_EQ(shell_command("(" + pack + ")").status, 0);
  auto const result = weft_command("replay torus --program goal:file=" + bomb, "ulimit -v 3000000 &&");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("cannot unpack " + bomb + " (its "), std::string::npos) << result.err;
}

/// The route is found without a table of the routers.
TEST(Limits, FindsARouteOnTheLargestNetworkWithoutATable) {
  auto const result = weft_command("route torus:sides=65536x65536 --from 0 --to 4294967295", limits);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("4294967295"), std::string::npos) << result.out;
}

TEST(Limits, RequiresLongForRunsOfHours) {
  expect_all_rejected(std::array{
      Refused{"collective allreduce torus:sides=256x256x256", "add --long"},
      Refused{"collective all_to_all torus:sides=64x64", "add --long"},
      Refused{"load torus:sides=64x64x64 --pattern all_to_all", "add --long"},
      Refused{"deadlock torus:sides=1024x1024", "deadlock takes about"},
      Refused{"judge mesh:sides=100x100 --routing dimension_order --matchings 1000000", "add --long"},
      Refused{"sweep torus:sides=1024x1024 --rates 0.1", "sweep takes about"},
  });
}

/// If few threads fit in the address space, fewer run, or the command prints one line. 127: the system could
/// not start it.
TEST(Limits, RunsFewerThreadsWithLittleAddressSpace) {
#ifdef WEFT_SANITIZED
  GTEST_SKIP() << "its addresses cannot be limited";
#endif
  std::size_t answered = 0;
  for (int const kilobytes : {60'000, 90'000, 150'000, 300'000, 1'000'000})
    for (char const* args :
         {"show torus:sides=8x8", "load torus:sides=16x16 --pattern all_to_all",
          "map torus:sides=8x8 --mapping best", "simulate torus:sides=8x8 --messages 4",
          "sweep torus:sides=4x4 --rates 0.1", "deadlock torus:sides=8x8", "judge torus:sides=4x4"}) {
      auto const result = weft_command(std::string(args) + " --threads 16",
                                       fmt::format("ulimit -v {}; timeout 60", kilobytes));
      SCOPED_TRACE(fmt::format("ulimit -v {}; weft {}", kilobytes, args));
      EXPECT_EQ(result.err.find("internal error"), std::string::npos) << result.err;
      EXPECT_TRUE(result.status == 0 || result.status == 2 || result.status == 127)
          << result.status << result.err;
      answered += result.status == 0 ? 1 : 0;
    }
  EXPECT_GE(answered, 14U) << "with the last two limits all are";
}

TEST(Limits, BoundsThreadsAndSeeds) {
  expect_rejected("show petersen --threads 1000000", "--threads: threads=1000000 (must be in [0, 1024])");
  expect_rejected("show petersen --threads 1025", "must be in [0, 1024]");
  expect_rejected("show petersen --threads -1", "must be in [0, 1024]");
  // Doubles, as in JSON, hold whole numbers up to 2^53.
  expect_rejected("simulate torus:sides=4x4 --seed 9007199254740993", "must be in [0, 9007199254740992]");
  expect_rejected("show jellyfish:seed=9007199254740993", "must be in [0, 9000000000000000]");
  auto const largest = weft_command("show petersen --seed 9007199254740992 --json");
  EXPECT_EQ(largest.status, 0) << largest.err;
  EXPECT_NE(largest.out.find("9007199254740992"), std::string::npos) << largest.out;
  Scratch const scratch;
  std::ofstream(scratch / "study.toml")
      << "title = \"t\"\n[[run]]\nverb = \"show\"\ntopology = \"petersen\"\n"
         "seed = 9007199254740993\n";
  expect_rejected("run " + scratch.path().string() + " --dry-run", "must be in [0, 9007199254740992]");
}

TEST(LimitsSlow, HandlesTheLargestNetworks) {
  for (char const* args : {"route torus:sides=1024x1024 --to 5 --routing minimal",
                           "balance torus:sides=1024x1024", "universality kary_ntree:levels=14"}) {
    auto const result = weft_command(args, limits);
    EXPECT_EQ(result.status, 0) << args << "\n" << result.err;
  }
}

/// Neither may wait for another program.
TEST(Limits, RejectsSocketsAndPipesImmediately) {
  Scratch const scratch;
  auto const pipe = scratch.path() / "study", plug = scratch.path() / "plug.svg";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  int const opened = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  ASSERT_LT(plug.string().size(), sizeof address.sun_path);
  std::ranges::copy(plug.string(), address.sun_path);
  ASSERT_EQ(bind(opened, reinterpret_cast<sockaddr const*>(&address), sizeof address), 0);
  auto const run = "run " + pipe.string(), draw = "draw torus:sides=4x4 -o " + plug.string(),
             write = "export torus:sides=4x4 --format anynet -o " + plug.string();
  expect_all_rejected(std::array{Refused{run.c_str(), "study"}, Refused{draw.c_str(), "plug.svg"},
                                 Refused{write.c_str(), "plug.svg"}});
  close(opened);
}

}  // namespace
}  // namespace weft
