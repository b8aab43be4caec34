// SPDX-License-Identifier: Apache-2.0
#include "weft/study/plan.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "weft/core/parallel.hpp"
#include "weft/core/time_limit.hpp"
#include "weft/study/store/store.hpp"

namespace weft::study {
namespace {

/// Totals over the remaining runs.
struct Totals {
  std::size_t runs = 0, stored = 0, max_later = 0;
  double seconds = 0;
  std::vector<double> bytes = {};

  /// Returns the maximum memory of `threads` simultaneous runs.
  double peak(unsigned threads) {
    auto const count = std::min<std::size_t>(threads, bytes.size());
    std::ranges::partial_sort(bytes, bytes.begin() + static_cast<std::ptrdiff_t>(count), std::greater{});
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += bytes[i];
    return sum;
  }
};

void add_run(Run const& run, bool adaptive, Store const* store, Table& table, Totals& totals) {
  auto const number = ++totals.runs;
  auto const id = run.experiment->id();
  auto const estimate = run.experiment->estimate();
  bool const stored = store != nullptr && store->contains({run.request.name, id});
  totals.stored += stored ? 1 : 0;
  if (!stored) {
    totals.seconds += estimate.seconds;
    totals.bytes.push_back(estimate.bytes);
  }
  table.add_row({number, Point{run.request.name, run.request.arguments, run.labels}.title(), run.request.name,
                 Value{run.experiment->resolved().empty() ? std::string{} : id},
                 stored     ? "stored"
                 : adaptive ? "adaptive"
                            : "",
                 estimate.bytes / 1e6, estimate.seconds});
}

}  // namespace

Result plan(Study const& study, Store const* store) {
  Table table{"plan",
              "",
              {{"run"},
               {"title"},
               {"verb"},
               {"id", "", "the run id, which identifies it in the store"},
               {"state", "", "stored: the store contains its result; adaptive: more runs may follow"},
               {"memory", "MB", "expected peak", 1},
               {"time", "s", "expected, with one thread", 3}},
              {}};
  Totals totals;
  for (auto const& run : study.runs) add_run(run, false, store, table, totals);
  for (auto const& [series, unit] : study.series) {
    auto const first = series.next({});
    totals.max_later += series.max_runs() - std::min(series.max_runs(), first.size());
    for (auto const& point : first) add_run(assembled_run(point, unit), true, store, table, totals);
  }
  Result result;
  result.scenario = {{"study", study.name}, {"title", study.title}};
  result.tables.push_back(std::move(table));
  auto const threads = num_threads();
  result.answer = fmt::format("{} runs", totals.runs);
  if (totals.stored > 0) result.answer += fmt::format(", {} of them stored", totals.stored);
  if (totals.max_later > 0) result.answer += fmt::format(", then up to {} more", totals.max_later);
  result.answer +=
      fmt::format("; about {} on {} thread{}, peak memory {}", format_duration(totals.seconds / threads),
                  threads, threads == 1 ? "" : "s", format_bytes(totals.peak(threads)));
  return result;
}

std::string format_bytes(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.3g} MB", bytes / 1e6) : fmt::format("{:.3g} GB", bytes / 1e9);
}

}  // namespace weft::study
