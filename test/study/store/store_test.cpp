// SPDX-License-Identifier: Apache-2.0
#include "weft/study/store/store.hpp"

#include <csignal>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/study/study.hpp"

namespace weft::study {
namespace {

Result result_numbered(int number) {
  Result result;
  result.scenario = {{"topology", "torus"}, {"rate", std::to_string(number)}};
  result.version = "0.1.0";
  result.host = "here";
  result.seed = 7;
  result.tables = {Table{"t", "", {{"a"}}, {{number}, {0.1}, {"x"}, {Value{}}}}};
  result.answer = "it's \"0\"";
  return result;
}

RunKey key_of(Result const& result) { return {"simulate", run_id(result)}; }

void execute(std::filesystem::path const& file, char const* statement) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, statement, nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

std::size_t rows_in(Scratch const& folder) {
  std::size_t rows = 0;
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open((folder / "results.sqlite").c_str(), &database), SQLITE_OK);
  auto const count = [](void* known, int, char**, char**) {
    ++*static_cast<std::size_t*>(known);
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(database, "SELECT id FROM runs", count, &rows, nullptr), SQLITE_OK);
  sqlite3_close(database);
  return rows;
}

TEST(StoreTest, RoundTripsResults) {
  Scratch const folder;
  {
    Store store(folder.path());
    EXPECT_FALSE(store.find(key_of(result_numbered(1))));
    store.add("simulate", {{"machine", "torus"}}, result_numbered(1));
    store.add("simulate", {{"machine", "torus"}}, result_numbered(2));
    store.add("simulate", {{"machine", "torus"}}, result_numbered(2));
  }
  Store const store(folder.path());
  EXPECT_EQ(rows_in(folder), 2U);
  EXPECT_EQ(store.find(key_of(result_numbered(1))), result_numbered(1));
  EXPECT_EQ(store.find(key_of(result_numbered(2))), result_numbered(2));
  EXPECT_FALSE(store.find(key_of(result_numbered(3))));
}

TEST(StoreTest, PreservesButIgnoresResultsOfOtherVersions) {
  Scratch const folder;
  Store store(folder.path());
  store.add("simulate", {{"machine", "torus"}}, result_numbered(1));
  execute(folder / "results.sqlite", "UPDATE runs SET result_version = result_version - 1");
  EXPECT_FALSE(store.find(key_of(result_numbered(1))));
  store.add("simulate", {{"machine", "torus"}}, result_numbered(1));
  EXPECT_EQ(rows_in(folder), 2U);
  EXPECT_EQ(store.outdated(), 1);
}

TEST(StoreTest, ReservesARunForOneProcessAtATime) {
  Scratch const folder;
  Store const store(folder.path()), other(folder.path());
  auto const a = key_of(result_numbered(1)), b = key_of(result_numbered(2));
  {
    auto const reservation = store.reserve(a);
    EXPECT_TRUE(reservation);
    EXPECT_FALSE(other.reserve(a));
    EXPECT_FALSE(store.reserve(a));
    EXPECT_TRUE(other.reserve(b));
  }
  EXPECT_TRUE(other.reserve(a));
}

TEST(StoreTest, ReleasesTheReservationOfAKilledProcess) {
  Scratch const folder;
  Store const store(folder.path());
  auto const key = key_of(result_numbered(1));
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  auto const child = fork();
  if (child == 0) {
    auto const reservation = store.reserve(key);
    char const reserved = reservation ? 'y' : 'n';
    if (write(ready[1], &reserved, 1) == 1) pause();
    _exit(1);
  }
  char reserved = 0;
  ASSERT_EQ(read(ready[0], &reserved, 1), 1);
  EXPECT_EQ(reserved, 'y');
  EXPECT_FALSE(store.reserve(key));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(store.reserve(key));
  close(ready[0]);
  close(ready[1]);
}

TEST(StoreTest, RejectsNetworkFileSystems) {
  constexpr std::uint32_t nfs = 0x6969, ext4 = 0xef53, tmpfs = 0x01021994;
  auto const complaint = complaint_of([] { require_local_file_system("/home/me", nfs); });
  EXPECT_NE(complaint.find("NFS, a network file system"), std::string::npos) << complaint;
  EXPECT_NO_THROW(require_local_file_system("/home/me", ext4));
  EXPECT_NO_THROW(require_local_file_system("/home/me", tmpfs));
}

TEST(StoreTest, ChangesLabels) {
  Scratch const folder;
  Store store(folder.path());
  store.add("simulate", {{"machine", "a\\b\nc = d"}}, result_numbered(1));
  ASSERT_EQ(store.labels().size(), 1U);
  EXPECT_EQ(store.labels()[0].second, (Labels{{"machine", "a\\b\nc = d"}}));
  store.relabel(key_of(result_numbered(1)), {{"machine", "other"}});
  auto const run = store.runs().at(0);
  EXPECT_EQ(store.labels().back(), (std::pair{run.labels, Labels{{"machine", "other"}}}));
}

TEST(StoreTest, RejectsFilesThatAreNotStores) {
  Scratch const folder;
  auto const complaint = [&] { return complaint_of([&] { Store const store(folder.path()); }); };
  write_file(folder / "results.sqlite", std::string(5000, 'x'));
  EXPECT_NE(complaint().find("is not a store of results"), std::string::npos) << complaint();
  std::filesystem::remove(folder / "results.sqlite");
  execute(folder / "results.sqlite", "CREATE TABLE other(x)");
  EXPECT_NE(complaint().find("another program"), std::string::npos) << complaint();
  std::filesystem::remove(folder / "results.sqlite");
  EXPECT_EQ(complaint(), "none");
  execute(folder / "results.sqlite", "PRAGMA user_version = 99");
  EXPECT_NE(complaint().find("newer weft"), std::string::npos) << complaint();
}

TEST(StoreTest, ReportsAFullDiskWithoutLosingRows) {
  Scratch const folder;
  Store store(folder.path());
  store.add("simulate", {{"machine", "torus"}}, result_numbered(1));
  auto large = result_numbered(2);
  large.answer = std::string(std::size_t{1} << 22, 'x');
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  auto const handler = signal(SIGXFSZ, SIG_IGN);
  rlimit const small{std::size_t{1} << 20, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  auto const complaint = complaint_of([&] { store.add("simulate", {}, large); });
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_NE(complaint.find("results.sqlite"), std::string::npos) << complaint;
  EXPECT_EQ(store.find(key_of(result_numbered(1))), result_numbered(1));
  store.add("simulate", {}, large);
  EXPECT_EQ(rows_in(folder), 2U);
}

TEST(StoreTest, RejectsModifiedResults) {
  Scratch const folder;
  Store store(folder.path());
  auto const key = key_of(result_numbered(1));
  store.add("simulate", {}, result_numbered(1));
  store.add("simulate", {}, result_numbered(2));
  execute(folder / "results.sqlite", "UPDATE results SET text = replace(text, '0.1', '0.9') WHERE run = 1");
  EXPECT_FALSE(store.contains(key));
  EXPECT_FALSE(store.find(key));
  EXPECT_EQ(store.damaged(), 1U);
  EXPECT_EQ(store.find(key_of(result_numbered(2))), result_numbered(2));
  auto const complaint = complaint_of([&] { store.result(1); });
  auto const path = (folder / "results.sqlite").string();
  EXPECT_NE(complaint.find("the result of run " + key.id + " in " + path + " is damaged"), std::string::npos)
      << complaint;
  store.add("simulate", {}, result_numbered(1));  // computed again
  EXPECT_EQ(store.find(key), result_numbered(1));
  EXPECT_EQ(rows_in(folder), 2U);
}

/// A result with the text of another run is as invalid as any modified text.
TEST(StoreTest, DetectsSwappedResults) {
  Scratch const folder;
  Store store(folder.path());
  store.add("simulate", {}, result_numbered(1));
  store.add("simulate", {}, result_numbered(2));
  execute(folder / "results.sqlite",
          "UPDATE results SET run = 3 - run + 10; UPDATE results SET run = run - 10");
  EXPECT_FALSE(store.find(key_of(result_numbered(1))));
  EXPECT_FALSE(store.find(key_of(result_numbered(2))));
}

class StoredStudy : public ::testing::Test {
 protected:
  Study read() { return read_study(folder_.path()); }
  std::size_t computed(Store& store) {
    std::size_t count = 0;
    auto study = read();
    run_study(
        study, no_progress(), [&](Outcome const&) { ++count; }, &store);
    return count;
  }
  void SetUp() override {
    write_file(folder_ / "study.toml", R"(
title = "t"
[base]
verb = "show"
topology = "ring:routers=5"
[[run]]
sweep = { failed_links = [0, 0.1, 0.2], seed = "1..2" }
)");
  }
  Scratch folder_;
  Threads const one_{1};
};

TEST_F(StoredStudy, ReusesStoredResults) {
  Store store(folder_.path());
  EXPECT_EQ(computed(store), 6U);
  EXPECT_EQ(computed(store), 0U);
  auto study = read(), again = read();
  auto const stored = run_study(study, no_progress(), {}, &store).runs;
  auto fresh = run_study(again).runs;
  ASSERT_EQ(stored.size(), fresh.size());
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    fresh[i].result.timings = stored[i].result.timings;
    EXPECT_EQ(stored[i].result, fresh[i].result);
    EXPECT_TRUE(stored[i].stored);
  }
}

TEST_F(StoredStudy, RecomputesDamagedResults) {
  Store store(folder_.path());
  EXPECT_EQ(computed(store), 6U);
  execute(folder_ / "results.sqlite", "UPDATE results SET text = text || ' ' WHERE run IN (2, 5)");
  EXPECT_EQ(computed(store), 2U);
  EXPECT_EQ(store.damaged(), 2U);
  EXPECT_EQ(rows_in(folder_), 6U);
  EXPECT_EQ(computed(store), 0U);
}

TEST_F(StoredStudy, ResumesAfterAnInterruption) {
  Store store(folder_.path());
  auto study = read();
  std::size_t count = 0;
  EXPECT_THROW(run_study(
                   study, no_progress(),
                   [&](Outcome const&) {
                     if (++count == 4) throw Interrupted();
                   },
                   &store),
               Interrupted);
  EXPECT_EQ(rows_in(folder_), 3U);
  EXPECT_EQ(computed(store), 3U);
}

}  // namespace
}  // namespace weft::study
