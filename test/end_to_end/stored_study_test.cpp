// SPDX-License-Identifier: Apache-2.0
// Studies that are killed, and studies that two commands run simultaneously.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <functional>
#include <map>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include "end_to_end/mpirun.hpp"
#include "weft/core/random.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/json.hpp"

namespace weft {
namespace {

/// Returns the text of a result without its times.
std::string untimed(Result result) {
  result.timings = {};
  return result_json(result);
}

/// Returns the results in a store, by run id.
using Results = std::map<std::string, std::string>;

Results stored_results(std::filesystem::path const& folder) {
  Results results;
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open((folder / "results.sqlite").c_str(), &database), SQLITE_OK);
  auto const add = [](void* all, int, char** values, char**) {
    auto& known = *static_cast<Results*>(all);
    EXPECT_TRUE(known.emplace(values[0], untimed(parse_result(values[1], values[0]))).second) << values[0];
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(database, "SELECT id, text FROM runs JOIN results ON run = number", add, &results,
                         nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  return results;
}

/// Checks that two stores contain equal results; reports the first run that differs.
void expect_same(Results const& found, Results const& expected) {
  EXPECT_EQ(found.size(), expected.size());
  for (auto const& [id, text] : expected)
    if (auto const it = found.find(id); it == found.end() || it->second != text) {
      ADD_FAILURE() << id << " is " << (it == found.end() ? "missing" : it->second) << ", not " << text;
      return;
    }
}

/// A study of many short runs, and the commands that run it.
class StoredStudies : public ::testing::Test {
 protected:
  void write_study(std::size_t runs) {
    std::ofstream(scratch_.path() / "study.toml")
        << "title = \"many short runs\"\n[[run]]\ntopology = \"torus:sides=4x4\"\nmessages = 2\nsweep = { seed = \"1.."
        << runs << "\" }\n";
  }
  std::filesystem::path folder(char const* name) const { return scratch_.path() / name; }

  pid_t start(char const* name) const {
    auto const study = scratch_.path().string(), out = folder(name).string(), log = out + ".log";
    auto const child = fork();
    if (child == 0) {
      if (std::freopen(log.c_str(), "a", stdout) != nullptr &&
          std::freopen(log.c_str(), "a", stderr) != nullptr)
        execl(WEFT_COMMAND, "weft", "run", study.c_str(), "-o", out.c_str(), "--threads", "1", nullptr);
      _exit(127);
    }
    return child;
  }
  static int wait_for(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }
  Results undisturbed() const {
    EXPECT_EQ(wait_for(start("undisturbed")), 0) << text_of(folder("undisturbed.log"));
    return stored_results(folder("undisturbed"));
  }

  using Seconds = std::chrono::duration<double>;
  static Seconds time_of(std::function<void()> const& work) {
    auto const begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::steady_clock::now() - begin;
  }

  /// Kills commands at random moments, spread over the work of a study, then lets the study finish.
  /// `together`: number of commands that work on the study simultaneously; one of them is killed.
  void kill_and_finish(std::size_t runs, int kills, std::size_t together) {
    write_study(runs);
    Results expected;
    auto const work = time_of([&] { expected = undisturbed(); });
    auto const beginning = time_of([&] { undisturbed(); });
    ASSERT_EQ(expected.size(), runs);
    Rng draw(static_cast<std::uint64_t>(kills), Purpose::test, together);
    std::vector<pid_t> living;
    for (int k = 0; k < kills; ++k) {
      while (living.size() < together) living.push_back(start("killed"));
      std::this_thread::sleep_for((beginning + 2 * work / kills) * draw.uniform());
      auto const chosen = living.begin() + static_cast<std::ptrdiff_t>(draw.below(together));
      kill(*chosen, SIGKILL);
      wait_for(*chosen);
      living.erase(chosen);
    }
    for (auto const child : living) EXPECT_EQ(wait_for(child), 0) << text_of(folder("killed.log"));
    EXPECT_EQ(wait_for(start("killed")), 0) << text_of(folder("killed.log"));
    expect_same(stored_results(folder("killed")), expected);
  }

  Scratch scratch_;
};

TEST_F(StoredStudies, SurviveKills) { kill_and_finish(60, 6, 1); }
TEST_F(StoredStudies, SurviveKillsOfTwoCommands) { kill_and_finish(60, 6, 2); }
TEST_F(StoredStudies, SurviveFiftyKillsSlow) { kill_and_finish(1000, 50, 1); }
TEST_F(StoredStudies, SurviveFiftyKillsOfTwoCommandsSlow) { kill_and_finish(1000, 50, 2); }

/// A file system of 20 MB in a separate mount namespace: most of it is occupied, so that the study fills it;
/// then space is freed.
TEST_F(StoredStudies, SurviveAFullFileSystem) {
  if (std::system("unshare -rm mount -t tmpfs tmpfs /tmp 2>/dev/null") != 0)
    GTEST_SKIP() << "no file systems can be mounted here";
  write_study(1000);
  auto const expected = undisturbed();
  auto const disk = folder("disk").string(), study = scratch_.path().string(), kept = folder("kept").string();
  std::filesystem::create_directory(disk);
  std::filesystem::create_directory(kept);
  auto const weft = fmt::format("{} run {} -o {}/out --threads 1", WEFT_COMMAND, study, disk);
  write_file(
      scratch_.path() / "script",
      fmt::format(
          "set -e\nmount -t tmpfs -o size=20m tmpfs {0}\nhead -c 20100000 /dev/zero > {0}/taken\n"
          "{1} > {2}/log 2>&1 && exit 99\necho $? > {2}/status\nrm {0}/taken\n{1} > /dev/null 2> {2}/note\n"
          "cp {0}/out/results.sqlite* {2}\n",
          disk, weft, kept));
  ASSERT_EQ(std::system(("unshare -rm bash " + folder("script").string()).c_str()), 0)
      << text_of(kept + "/log");
  EXPECT_EQ(text_of(kept + "/status"), "2\n");
  auto const line = text_of(kept + "/log");
  EXPECT_NE(line.find("the disk is full"), std::string::npos) << line;
  EXPECT_EQ(std::ranges::count(line, '\n'), 1) << line;
  auto const note = text_of(kept + "/note");
  EXPECT_NE(note.find("of 1000 runs had a result"), std::string::npos) << note;
  EXPECT_EQ(note.find("note: 0 of"), std::string::npos) << note;
  expect_same(stored_results(kept), expected);
}

TEST_F(StoredStudies, KeepFinishedRunsAfterCtrlC) {
  if (sanitized) GTEST_SKIP() << minutes_under_sanitizers;
  write_study(2000);
  auto const expected = undisturbed();
  auto const child = start("interrupted");
  auto const database = folder("interrupted") / "results.sqlite-wal";
  constexpr std::uintmax_t some_rows = 500000;  // bytes; a result adds about 22 kB to the log of the database
  std::error_code not_yet;
  while (std::filesystem::file_size(database, not_yet) < some_rows || not_yet) {
    ASSERT_EQ(waitpid(child, nullptr, WNOHANG), 0) << text_of(folder("interrupted.log"));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(child, SIGINT);
  auto const status = wait_for(child);
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_EQ(text_of(folder("interrupted.log")), "weft: interrupted\n");
  auto const kept = stored_results(folder("interrupted")).size();
  EXPECT_GE(kept, 10U);
  EXPECT_LT(kept, expected.size());
  EXPECT_EQ(wait_for(start("interrupted")), 0);
  expect_same(stored_results(folder("interrupted")), expected);
}

TEST_F(StoredStudies, AreSharedByTwoCommands) {
  write_study(60);
  auto const expected = undisturbed();
  auto const one = start("shared"), other = start("shared");
  EXPECT_EQ(wait_for(one), 0) << text_of(folder("shared.log"));
  EXPECT_EQ(wait_for(other), 0) << text_of(folder("shared.log"));
  expect_same(stored_results(folder("shared")), expected);
}

TEST_F(StoredStudies, ComputeEachRunOnce) {
  write_study(3);
  auto const args = "run " + scratch_.path().string() + " -o " + folder("out").string();
  EXPECT_EQ(weft_command(args).err, "");
  auto const again = weft_command(args);
  EXPECT_EQ(again.status, 0);
  EXPECT_NE(again.err.find("note: 3 of 3 runs had a result in"), std::string::npos) << again.err;
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((folder("out") / "results.sqlite").c_str(), &database), SQLITE_OK);
  sqlite3_exec(database, "UPDATE runs SET result_version = 0", nullptr, nullptr, nullptr);
  sqlite3_close(database);
  EXPECT_NE(weft_command(args).err.find("note: 3 results in"), std::string::npos);
}

TEST_F(StoredStudies, AreEqualOnTwoThreads) {
  write_study(60);
  auto const expected = undisturbed();
  auto const run =
      weft_command("run " + scratch_.path().string() + " --threads 2 -o " + folder("two").string());
  EXPECT_EQ(run.status, 0) << run.err;
  expect_same(stored_results(folder("two")), expected);
}

TEST_F(StoredStudies, MergeFromParts) {
  write_study(5);
  auto const expected = undisturbed();
  auto const study = "run " + scratch_.path().string();
  for (auto const* const part : {"1/2", "2/2"})
    EXPECT_EQ(weft_command(study + " --part " + part + " -o " + folder("part").string() + part[0]).status, 0);
  auto const whole = folder("whole").string();
  auto const merged = weft_command("results " + whole + " --merge " + folder("part1").string() + " --merge " +
                                   folder("part2").string());
  EXPECT_NE(merged.out.find("5 results added"), std::string::npos) << merged.out << merged.err;
  auto const run = weft_command(study + " -o " + whole);
  EXPECT_NE(run.err.find("note: 5 of 5 runs had a result in"), std::string::npos) << run.err;
  expect_same(stored_results(whole), expected);
  EXPECT_NE(weft_command(study + " --part 3/2").err.find("K in [1, N]"), std::string::npos);
}

TEST_F(StoredStudies, PrintThePlanInADryRun) {
  write_study(5);
  auto const args = scratch_.path().string() + " -o " + folder("out").string();
  auto const plan = weft_command("run --dry-run " + args);
  EXPECT_EQ(plan.status, 0);
  EXPECT_NE(plan.out.find("5 runs; about"), std::string::npos) << plan.out;
  EXPECT_FALSE(std::filesystem::exists(folder("out")));
  EXPECT_EQ(weft_command("run " + args).status, 0);
  EXPECT_NE(weft_command("run --dry-run " + args).out.find("5 runs, 5 of them stored"), std::string::npos);
  auto const words = weft_command("explain " + scratch_.path().string());
  EXPECT_NE(words.out.find("seed takes 5 values (1, 2, .., 5)"), std::string::npos) << words.out;
}

TEST_F(StoredStudies, ResultsAreListedComparedAndRemoved) {
  std::ofstream(scratch_.path() / "study.toml")
      << "title = \"t\"\n[[run]]\ntopology = \"torus:sides=8x8\"\nmessages = 4\nseeds = 4\n"
         "sweep = { routing = [\"dimension_order\", \"valiant\"] }\n";
  auto const out = folder("out").string();
  ASSERT_EQ(weft_command("run " + scratch_.path().string() + " -o " + out).status, 0);
  auto const results = "results " + out;
  auto const some = weft_command(results +
                                 " --csv --where 'routing = valiant and seed < 3'"
                                 " --columns 'seed,summary.makespan > 0'");
  EXPECT_EQ(some.out, "seed,summary.makespan > 0\n1,1\n2,1\n") << some.err;
  auto const compared = weft_command(results +
                                     " --where 'routing = dimension_order' --against-runs 'routing = "
                                     "valiant' --measure summary.makespan");
  EXPECT_NE(compared.out.find("1 of 1 groups differ significantly"), std::string::npos)
      << compared.out << compared.err;
  EXPECT_NE(compared.out.find("b is larger"), std::string::npos) << "Valiant's detours take longer";
  auto const itself = weft_command(results + " --against-store " + out + " --measure summary.makespan");
  EXPECT_NE(itself.out.find("0 of 2 groups differ"), std::string::npos) << itself.out << itself.err;
  auto const id = weft_command(results + " --csv --where 'seed = 1 and routing = valiant' --columns id")
                      .out.substr(3, 16);
  EXPECT_NE(weft_command(results + " --run " + id).out.find("makespan"), std::string::npos) << id;
  EXPECT_NE(weft_command(results + " --where 'routing = valiant' --prune").out.find("4 results removed"),
            std::string::npos);
  for (auto const& [args, says] : std::vector<std::pair<std::string, std::string>>{
           {" --where 'rooting = a'", "did you mean 'routing'?"},
           {" --run zz", "no run 'zz'"},
           {" --against-runs 'seed = 1'", "--measure is missing"},
           {" --columns 'mean('", "--columns"}}) {
    auto const rejected = weft_command(results + args);
    EXPECT_EQ(rejected.status, 2) << args;
    EXPECT_NE(rejected.err.find(says), std::string::npos) << args << rejected.err;
  }
  EXPECT_NE(weft_command("results " + scratch_.path().string()).err.find("no results in"), std::string::npos);
}

TEST_F(StoredStudies, AreSharedByRanks) {
  if (!can_start_ranks()) GTEST_SKIP() << "needs a build with MPI, and mpirun";
  write_study(60);
  auto const expected = undisturbed();
  for (unsigned const ranks : {1u, 2u, 3u}) {
    auto const out = folder("ranks").string() + std::to_string(ranks);
    auto const run = weft_on_ranks(ranks, "run " + scratch_.path().string() + " -o " + out);
    EXPECT_EQ(run.status, 0) << ranks << run.err;
    expect_same(stored_results(out), expected);
  }
}

/// A study on three ranks; the most recently started process other than rank 0 is killed once some rows are
/// in the store.
class RankThatDies : public StoredStudies {
 protected:
  void SetUp() override {
    if (!can_start_ranks()) GTEST_SKIP() << "needs a build with MPI, and mpirun";
  }
  CommandResult run_and_kill(std::string const& args, std::string const& launcher) {
    auto const killer = fmt::format(
        "(for i in $(seq 600); do [ $(stat -c %s {0}/results.sqlite-wal 2>/dev/null || echo 0) -gt 100000 ] && break; "
        "sleep 0.05; done; pkill -9 -n -f {0}) & ",
        folder("out").string());
    return weft_command(args, killer + launcher);
  }
};

TEST_F(RankThatDies, EndsTheOthersButKeepsFinishedRuns) {
  write_study(400);
  auto const expected = undisturbed();
  auto const args = "run " + scratch_.path().string() + " -o " + folder("out").string();
  run_and_kill(args, mpirun(3));
  auto const again = weft_on_ranks(2, args);
  EXPECT_EQ(again.status, 0) << again.err;
  expect_same(stored_results(folder("out")), expected);
}

TEST_F(RankThatDies, LosesNoRunsIfMpirunKeepsTheOthersAlive) {
  std::ofstream(scratch_.path() / "study.toml")
      << "title = \"longer runs\"\n[[run]]\ntopology = \"torus:sides=32x32\"\nmessages = 40\n"
         "sweep = { seed = \"1..60\" }\n";
  auto const expected = undisturbed();
  auto const args = "run " + scratch_.path().string() + " --threads 1 -o " + folder("out").string();
  auto const run = run_and_kill(args, mpirun(3) + " --enable-recovery");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.err.find("note: rank "), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(" has died or is silent"), std::string::npos) << run.err;
  expect_same(stored_results(folder("out")), expected);
}

/// The first run needs more memory than available, which is detected only when it runs.
constexpr char const* one_run_fails =
    "title = \"t\"\n[[run]]\nlabel = { name = \"bad\" }\ntopology = \"torus:sides=4096x4096x128\"\n"
    "[[run]]\nlabel = { name = \"good\" }\ntopology = \"torus:sides=4x4\"\n";

TEST_F(StoredStudies, FinishTheOtherRunsIfOneFails) {
  std::ofstream(scratch_.path() / "study.toml") << one_run_fails;
  auto const args = "run " + scratch_.path().string() + " -o " + folder("out").string();
  auto const run = weft_command(args);
  EXPECT_EQ(run.status, 2);
  EXPECT_TRUE(run.err.starts_with("weft: run 1 (name = bad): ")) << run.err;
  EXPECT_EQ(stored_results(folder("out")).size(), 1U);
}

TEST_F(StoredStudies, ReportTheFailedRunOnRanks) {
  if (!can_start_ranks()) GTEST_SKIP() << "needs a build with MPI, and mpirun";
  std::ofstream(scratch_.path() / "study.toml") << one_run_fails;
  auto const run = weft_on_ranks(2, "run " + scratch_.path().string() + " -o " + folder("out").string());
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("run 1 (name = bad): "), std::string::npos) << run.err;
  EXPECT_EQ(stored_results(folder("out")).size(), 1U);
}

}  // namespace
}  // namespace weft
