// Studies that are killed, and studies that two commands run at once.

#include <chrono>
#include <csignal>
#include <functional>
#include <map>
#include <thread>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include "command.hpp"
#include "weft/core/random.hpp"
#include "weft/io/json.hpp"

namespace weft {
namespace {

/// The text of a result without how fast it was computed.
std::string untimed(Result result) {
  result.timings = {};
  for (auto& table : result.tables)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (table.columns[c].name.ends_with("_per_second"))
        for (auto& row : table.rows) row[c] = {};
  return result_json(result);
}

/// The results in a store, by run id.
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
  EXPECT_EQ(sqlite3_exec(database, "SELECT id, result FROM runs", add, &results, nullptr), SQLITE_OK);
  sqlite3_close(database);
  return results;
}

/// Two stores hold the same; else the first run that differs.
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

  /// Kills the command at random moments, spread over all of its work, then lets it end.
  void kill_and_finish(std::size_t runs, int kills) {
    write_study(runs);
    Results expected;
    auto const work = time_of([&] { expected = undisturbed(); });
    auto const beginning = time_of([&] { undisturbed(); });
    ASSERT_EQ(expected.size(), runs);
    Rng draw(static_cast<std::uint64_t>(kills), Purpose::test, 0);
    for (int k = 0; k < kills; ++k) {
      auto const child = start("killed");
      std::this_thread::sleep_for((beginning + 2 * work / kills) * draw.uniform());
      kill(child, SIGKILL);
      wait_for(child);
    }
    EXPECT_EQ(wait_for(start("killed")), 0) << text_of(folder("killed.log"));
    expect_same(stored_results(folder("killed")), expected);
  }

  Scratch scratch_;
};

TEST_F(StoredStudies, SurviveKills) { kill_and_finish(60, 6); }
TEST_F(StoredStudies, SurviveFiftyKillsSlow) { kill_and_finish(1000, 50); }

TEST_F(StoredStudies, AreSharedByTwoCommands) {
  write_study(60);
  auto const expected = undisturbed();
  auto const one = start("shared"), other = start("shared");
  EXPECT_EQ(wait_for(one), 0) << text_of(folder("shared.log"));
  EXPECT_EQ(wait_for(other), 0) << text_of(folder("shared.log"));
  expect_same(stored_results(folder("shared")), expected);
}

TEST_F(StoredStudies, ComputeNothingTwice) {
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

}  // namespace
}  // namespace weft
