// SPDX-License-Identifier: Apache-2.0
// A store of 1,000,000 results: adding one, opening the store, and filtering it by settings, by the seed, and
// by a cell of the results. The baseline reads the settings of every row from the text of its result.

#include <optional>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "support/scratch.hpp"
#include "weft/io/json.hpp"
#include "weft/study/store/stored_rows.hpp"

namespace weft::study {
namespace {

constexpr std::uint64_t rows = 1000000, seeds = 100, rates = 100;

/// 100 rates and 100 routings with 100 seeds each.
Result result_numbered(std::uint64_t i) {
  Result result;
  result.scenario = {{"topology", "dragonfly:p=4,a=8,h=4,groups=33,arrangement=absolute"},
                     {"routing", fmt::format("ugal:threshold={},view=local,samples=1", i / (seeds * rates))},
                     {"traffic", "uniform:self=false"},
                     {"messages", "1"},
                     {"engine", fmt::format("flit:vcs=4,vc_buffer=16,rate={}",
                                            0.01 * static_cast<double>(i / seeds % rates))},
                     {"mapping", "linear"}};
  result.seed = i % seeds;
  result.version = "0.1.0";
  result.host = "host";
  result.timings = {{"simulation", 0.5}};
  result.tables = {Table{"latency", "", {{"mean"}, {"p99"}}, {{30.0 + static_cast<double>(i % 97), 99}}}};
  return result;
}

/// The store, filled once, with one statement per table.
std::filesystem::path const& filled_store() {
  static Scratch const folder;
  static bool filled = false;
  if (filled) return folder.path();
  filled = true;
  { Store const makes_the_tables(folder.path()); }
  Database const database(folder.path() / "results.sqlite");
  auto const numbers = [](std::uint64_t count) {
    return fmt::format("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {}) ",
                       count);
  };
  Transaction transaction(database);
  database.execute("INSERT INTO labels(number, text) VALUES (1, 'machine = dragonfly')");
  for (std::uint64_t i = 0; i < rows; i += seeds) {
    std::string text = "verb = simulate\n";
    for (auto const& [key, value] : result_numbered(i).scenario) text += key + " = " + value + "\n";
    Query(database, "INSERT INTO scenarios(text) VALUES (?1)").bind(1, text).step();
  }
  database.execute(numbers(rows) +
                   fmt::format("INSERT INTO runs SELECT i, i / {0} + 1, 1, i % {0}, {1}, "
                               "printf('%016x', i * 2654435761), 'simulate', datetime('now'), 'host', "
                               "0.5 FROM n",
                               seeds, result_version));
  Query(database, numbers(rows) + "INSERT INTO results SELECT i, ?1 FROM n")
      .bind(1, result_json(result_numbered(0)))
      .step();
  transaction.commit();
  return folder.path();
}

void add(benchmark::State& state) {
  Scratch const folder;
  Store store(folder.path());
  std::uint64_t i = 0;
  for (auto _ : state) store.add("simulate", {{"machine", "dragonfly"}}, result_numbered(i++));
}
BENCHMARK(add)->Unit(benchmark::kMicrosecond);

void filter(benchmark::State& state, std::string const& condition) {
  auto const& folder = filled_store();
  std::size_t found = 0;
  for (auto _ : state) {
    Store const store(folder, Store::Open::existing);
    StoredRows const stored(store);
    found = stored.where(condition, "where").size();
  }
  state.counters["found"] = static_cast<double>(found);
}
BENCHMARK_CAPTURE(filter, settings, "routing = ugal and rate < 0.5")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(filter, seed, "routing.threshold < 10 and seed = 7")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(filter, cells, "routing.threshold = 3 and latency.mean > 100")
    ->Unit(benchmark::kMillisecond);

void every_result(benchmark::State& state) {
  auto const& folder = filled_store();
  for (auto _ : state) {
    Store const store(folder, Store::Open::existing);
    std::size_t found = 0;
    for (auto const& run : store.runs())
      if (auto const result = store.result(run.number); result.scenario[1].value.starts_with("ugal")) ++found;
    benchmark::DoNotOptimize(found);
  }
}
BENCHMARK(every_result)->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace weft::study
