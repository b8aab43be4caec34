#include "weft/study/shootout_presentation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "weft/chart/chart.hpp"
#include "weft/study/outcome_cells.hpp"

namespace weft {
namespace {

struct Entry {
  std::string machine, job, mapping;
  double congestion = 0, ratio = std::numeric_limits<double>::quiet_NaN();
  Value hops, seconds;
};

double congestion_of(Result const& result) {
  auto const& table = result.table("throughput");
  double most = 0;
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    most = std::max(most, table.at(r, "max_load").number() / table.at(r, "bandwidth").number());
  return most;
}

Value seconds_of(Result const& result, std::string_view stage) {
  for (auto const& timing : result.timings)
    if (timing.stage == stage) return timing.seconds;
  return {};
}

/// What mappings are called, by how they begin.
class Names {
 public:
  explicit Names(Toml const& pairs) {
    for (auto const& pair : pairs.as_list()) {
      auto const& words = pair.as_list();
      if (words.size() != 2) throw pair.error("a name", "must be a pair [beginning of a mapping, name]");
      pairs_.emplace_back(words[0].as_text(), words[1].as_text());
    }
  }
  /// Empty for a mapping without a name.
  std::string of(std::string const& mapping) const {
    std::pair<std::string, std::string> longest;
    for (auto const& pair : pairs_)
      if (mapping.starts_with(pair.first) && pair.first.size() >= longest.first.size()) longest = pair;
    return longest.second;
  }
  bool has(std::string const& name) const {
    return std::ranges::find(pairs_, name, &std::pair<std::string, std::string>::second) != pairs_.end();
  }
  /// Each name once, in order.
  std::vector<std::string> all() const {
    std::vector<std::string> names;
    for (auto const& [beginning, name] : pairs_)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    return names;
  }

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

std::vector<Entry> entries_of(std::vector<StudyOutcome> const& outcomes, Names const& names,
                              std::string const& baseline) {
  std::vector<Entry> entries;
  for (auto const& [run, result] : outcomes) {
    auto const name = names.of(run.scenario.mapping);
    if (name.empty() || result.find_table("throughput") == nullptr) continue;
    auto const* const dilation = result.find_table("dilation");
    entries.push_back({run.label("machine"), run.label("job"), name, congestion_of(result),
                       std::numeric_limits<double>::quiet_NaN(),
                       dilation == nullptr ? Value{} : dilation->at(0, "mean_hops"),
                       seconds_of(result, "mapping")});
  }
  for (auto& entry : entries)
    for (auto const& other : entries)
      if (other.machine == entry.machine && other.job == entry.job && other.mapping == baseline)
        entry.ratio = other.congestion == 0 ? 1 : entry.congestion / other.congestion;
  return entries;
}

Table table_of(std::vector<Entry> const& entries, std::string const& baseline) {
  Table table{"shootout",
              "Maximum congestion of mappings",
              {{"machine"},
               {"job"},
               {"mapping"},
               {"congestion", "", "load over bandwidth of the fullest channel, if the mean task sends 1", 4},
               {"ratio", "", "congestion to that of " + baseline, 3},
               {"hops", "", "of a unit in the mean", 3},
               {"time", "s", "of the mapping", 3}},
              {}};
  for (auto const& entry : entries)
    table.add_row({entry.machine, entry.job, entry.mapping, entry.congestion,
                   std::isnan(entry.ratio) ? Value{} : Value{entry.ratio}, entry.hops, entry.seconds});
  return table;
}

/// How a mapping does beside another, over all cases of both.
std::string verdict(std::vector<Entry> const& entries, std::string const& mapping, std::string const& other) {
  constexpr double same = 1e-9;  // congestions are quotients of whole loads
  int better = 0, equal = 0, worse = 0;
  double log_sum = 0, least = std::numeric_limits<double>::infinity();
  for (auto const& one : entries)
    for (auto const& two : entries) {
      if (one.mapping != mapping || two.mapping != other || one.machine != two.machine || one.job != two.job)
        continue;
      auto const ratio = two.congestion == 0 ? 1 : one.congestion / two.congestion;
      (ratio < 1 - same ? better : ratio > 1 + same ? worse : equal) += 1;
      log_sum += std::log(std::max(ratio, 1e-12));
      least = std::min(least, ratio);
    }
  auto const cases = better + equal + worse;
  if (cases == 0) return fmt::format("{}: no case beside {}", mapping, other);
  return fmt::format(
      "{} against {}: better in {} cases, equal in {}, worse in {}; congestion {:.3f} times in the geometric mean, {:.3f} at "
      "best",
      mapping, other, better, equal, worse, std::exp(log_sum / cases), least);
}

std::vector<std::string> named(Toml const& options, char const* key, Names const& names) {
  std::vector<std::string> all;
  if (auto const* list = options.find(key))
    for (auto const& name : list->as_list()) {
      if (!names.has(name.as_text())) throw name.error("'" + name.as_text() + "' is none of the names");
      all.push_back(name.as_text());
    }
  return all;
}

/// The ratios, a panel per machine.
Picture picture_of(std::vector<StudyOutcome> const& outcomes, std::vector<Entry> const& entries,
                   Names const& names, std::string const& baseline, std::string const& study) {
  chart::ChartGrid grid;
  grid.text = {"Maximum congestion of mappings", "relative to " + baseline + "; less is better",
               "weft run " + study};
  grid.size = {900, 900};
  auto const jobs = label_values(outcomes, "job");
  for (auto const& machine : label_values(outcomes, "machine")) {
    chart::BarChart bars;
    bars.text.title = machine;
    bars.y.title = "relative congestion";
    for (auto const& job : jobs)
      if (std::ranges::any_of(entries,
                              [&](Entry const& it) { return it.machine == machine && it.job == job; }))
        bars.categories.push_back(job);
    for (auto const& mapping : names.all()) {
      if (mapping == baseline) continue;  // it is the line at 1
      chart::BarSeries series{mapping, {}};
      for (auto const& job : bars.categories) {
        auto const found = std::ranges::find_if(entries, [&](Entry const& it) {
          return it.machine == machine && it.job == job && it.mapping == series.name;
        });
        series.values.push_back(found == entries.end() ? std::numeric_limits<double>::quiet_NaN()
                                                       : found->ratio);
      }
      bars.series.push_back(std::move(series));
    }
    bars.references = {{baseline, 1}};
    grid.charts.emplace_back(std::move(bars));
  }
  return {"shootout", chart::to_svg(grid)};
}

}  // namespace

Presentation present_mapping_shootout(Study const& study, Toml const& options,
                                      std::vector<StudyOutcome> const& outcomes) {
  options.allow_keys({"kind", "names", "baseline", "judged", "against"});
  Names const names(options.at("names"));
  auto const& baseline = options.at("baseline").as_text();
  if (!names.has(baseline)) throw options.at("baseline").error("'" + baseline + "' is none of the names");
  auto const entries = entries_of(outcomes, names, baseline);
  Presentation presentation;
  presentation.tables.push_back(table_of(entries, baseline));
  auto others = named(options, "against", names);
  if (others.empty()) others = {baseline};
  for (auto const& mapping : named(options, "judged", names))
    for (auto const& other : others) presentation.notes.push_back(verdict(entries, mapping, other));
  presentation.pictures.push_back(picture_of(outcomes, entries, names, baseline, study.name));
  return presentation;
}

}  // namespace weft
