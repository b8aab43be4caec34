// SPDX-License-Identifier: Apache-2.0
#include "weft/study/store/stored_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/statistics.hpp"
#include "weft/study/frame.hpp"

namespace weft::study {
namespace {

/// Columns of a row in addition to its labels, scenario and result. The first three are cheap to read.
constexpr std::array<char const*, 7> row_names{"seed",     "version", "number", "id",
                                               "finished", "host",    "seconds"};

/// Parses the value of a setting as a spec: a name, `name:key=value,..`, or arguments without a name
/// (`pitch=0.8`). Returns nullopt if it is not a spec.
std::optional<Spec> spec_of(std::string const& text) {
  if (text.find('=') == std::string::npos) return Spec{text, {}};
  bool const named = text.find(':') < text.find('=');
  try {
    auto spec = Spec::parse(named ? text : "x:" + text);
    if (!named) spec.name.clear();
    return spec;
  } catch (InputError const&) { return {}; }
}

std::optional<Value> parameter_in(std::string const& text, std::string_view key) {
  auto const at = text.find(key);
  if (at == std::string::npos || text.find('=', at) == std::string::npos) return {};
  if (auto const spec = spec_of(text))
    for (auto const& argument : spec->arguments)
      if (argument.key == key) return to_value(argument.value);
  return {};
}

std::optional<Value> value_in_scenario(std::vector<Setting> const& settings, std::string const& name) {
  if (auto const* const whole = find_setting(settings, name)) return to_value(*whole);
  auto const dot = name.find('.');
  if (dot != std::string::npos) {
    auto const* const part = find_setting(settings, name.substr(0, dot));
    return part == nullptr ? std::nullopt : parameter_in(*part, name.substr(dot + 1));
  }
  for (auto const& setting : settings)
    if (auto const value = parameter_in(setting.value, name)) return value;
  return {};
}

}  // namespace

StoredRows::StoredRows(Store const& store) : store_(store), runs_(store.runs()) {
  for (auto& [number, settings] : store.scenarios()) scenarios_.emplace(number, std::move(settings));
  for (auto& [number, labels] : store.labels()) {
    auto& settings = labels_[number];
    for (auto& [key, value] : labels) settings.push_back({std::move(key), std::move(value)});
  }
}

Result const& StoredRows::result_of(StoredRun const& run) const {
  if (!last_ || last_->first != run.number) last_.emplace(run.number, store_.result(run.number));
  return last_->second;
}

/// Returns a value from the labels or the scenario of a row, cached.
std::optional<Value> StoredRows::shared_value(StoredRun const& run, std::string const& name) const {
  auto& labeled = by_labels_[name];
  auto cached = labeled.find(run.labels);
  if (cached == labeled.end()) {
    auto const* const text = find_setting(labels_.at(run.labels), name);
    cached =
        labeled.emplace(run.labels, text == nullptr ? std::nullopt : std::optional{to_value(*text)}).first;
  }
  if (cached->second) return cached->second;
  auto& known = by_scenario_[name];
  auto found = known.find(run.scenario);
  if (found == known.end())
    found = known.emplace(run.scenario, value_in_scenario(scenarios_.at(run.scenario), name)).first;
  return found->second;
}

std::optional<Value> StoredRows::row_value(StoredRun const& run, std::string const& name) const {
  if (name == "seed") return Value{run.seed};
  if (name == "version") return Value{run.version};
  if (name == "number") return Value{run.number};
  if (std::ranges::find(row_names, name) == row_names.end()) return {};
  auto const metadata = store_.metadata(run.number);
  if (name == "id") return Value{metadata.key.id};
  if (name == "finished") return Value{metadata.finished};
  if (name == "host") return Value{metadata.host};
  return Value{metadata.seconds};
}

Value StoredRows::value(std::size_t row, std::string const& name) const {
  auto const& run = runs_[row];
  if (auto const own = row_value(run, name)) return *own;
  if (auto const shared = shared_value(run, name)) return *shared;
  if (!is_cell(name)) return {};
  return value_in_result(result_of(run), name).value_or(Value{});
}

bool StoredRows::is_cell(std::string const& name) const {
  return name == "answer" || (name.find('.') != std::string::npos && !runs_.empty());
}

bool StoredRows::is_name(std::string const& name) const {
  if (std::ranges::find(row_names, name) != row_names.end()) return true;
  for (auto const& [number, labels] : labels_)
    if (find_setting(labels, name) != nullptr) return true;
  return std::ranges::any_of(
      scenarios_, [&](auto const& scenario) { return value_in_scenario(scenario.second, name).has_value(); });
}

std::vector<std::string> StoredRows::names() const {
  std::set<std::string> all(row_names.begin(), row_names.end());
  for (auto const& [number, labels] : labels_)
    for (auto const& [key, value] : labels) all.insert(key);
  for (auto const& [number, settings] : scenarios_)
    for (auto const& [key, value] : settings) {
      all.insert(key);
      if (auto const spec = spec_of(value))
        for (auto const& argument : spec->arguments) all.insert(key + "." + argument.key);
    }
  if (!runs_.empty())
    for (auto const& table : result_of(runs_.front()).tables)
      for (auto const& column : table.columns) all.insert(table.name + "." + column.name);
  return {all.begin(), all.end()};
}

void StoredRows::require_names(Expression const& expression) const {
  for (auto const& name : expression.names()) {
    if (is_name(name)) continue;
    bool const in_a_result = is_cell(name) && std::ranges::any_of(runs_, [&](StoredRun const& run) {
                               return value_in_result(result_of(run), name).has_value();
                             });
    if (!in_a_result) throw InputError("no run has '" + shown(name) + "'", "", suggest(name, names()));
  }
}

Group StoredRows::where(std::string const& condition, std::string const& option) const {
  Group rows;
  if (condition.empty()) {
    for (std::size_t row = 0; row < runs_.size(); ++row)
      if (runs_[row].version == result_version) rows.push_back(row);
    return rows;
  }
  return at_place(option, [&] {
    auto const expression =
        Expression::parse(condition).with_words([&](std::string const& name) { return is_name(name); });
    if (!runs_.empty()) require_names(expression);
    auto const used = expression.names();
    bool const any_version = std::ranges::find(used, "version") != used.end();
    bool const shared = std::ranges::all_of(used, [&](std::string const& name) {
      return std::ranges::find(row_names, name) == row_names.end() && is_name(name);
    });
    std::map<std::pair<std::int64_t, std::int64_t>, bool> known;  // by scenario and labels
    StoredRun last;
    bool holds = false;
    for (std::size_t row = 0; row < runs_.size(); ++row) {
      auto const& run = runs_[row];
      if (!any_version && run.version != result_version) continue;
      if (!shared) {
        holds = expression.is_true(*this, {row}, row);
      } else if (run.scenario != last.scenario || run.labels != last.labels) {
        auto const [entry, is_new] = known.try_emplace({run.scenario, run.labels});
        if (is_new) entry->second = expression.is_true(*this, {row}, row);
        holds = entry->second;
        last = run;
      }
      if (holds) rows.push_back(row);
    }
    return rows;
  });
}

std::vector<std::string> StoredRows::varying(Group const& rows) const {
  std::set<std::int64_t> label_sets, scenarios;
  for (auto const row : rows) {
    label_sets.insert(runs_[row].labels);
    scenarios.insert(runs_[row].scenario);
  }
  std::vector<std::string> order;
  std::map<std::string, std::set<std::string>> values;
  auto const collect = [&](std::string const& name, std::string const& value) {
    if (!values.contains(name)) order.push_back(name);
    values[name].insert(value);
  };
  for (auto const number : label_sets)
    for (auto const& [key, value] : labels_.at(number)) collect(key, value);
  for (auto const number : scenarios)
    for (auto const& [key, value] : scenarios_.at(number)) {
      auto const spec = spec_of(value);
      if (!spec || spec->arguments.empty()) {
        collect(key, value);
        continue;
      }
      collect(key, spec->name);
      for (auto const& argument : spec->arguments) collect(key + "." + argument.key, argument.value);
    }
  // The names of parts distinguish rows better than the parameters of differently named parts.
  std::erase_if(order, [&](std::string const& name) {
    auto const dot = name.find('.');
    return values[name].size() < 2 || (dot != std::string::npos && values.contains(name.substr(0, dot)) &&
                                       values[name.substr(0, dot)].size() > 1);
  });
  return order;
}

std::string StoredRows::scenario_text(std::size_t row) const {
  std::string text;
  for (auto const& [key, value] : scenarios_.at(runs_[row].scenario)) text += key + " = " + value + "\n";
  return text;
}

namespace {

/// Runs of both sides that agree in everything except the seed.
struct PairGroup {
  std::vector<Value> shown;
  std::map<std::uint64_t, std::array<std::optional<double>, 2>> by_seed = {};
};

/// The groups of paired runs, in the order of their first runs.
class Pairing {
 public:
  Pairing(std::vector<std::string> names, Expression const& measure)
      : names_(std::move(names)), measure_(measure) {}

  /// Adds the runs of a side. `whole_scenario`: runs must agree in every setting, not only in the names.
  void add(Side const& side, std::size_t which, bool whole_scenario) {
    side.rows.require_names(measure_);
    for (auto const row : side.group) {
      std::vector<Value> shown;
      std::string key = whole_scenario ? side.rows.scenario_text(row) : "";
      for (auto const& name : names_) {
        shown.push_back(side.rows.value(row, name));
        if (!whole_scenario) key += shown.back().exact_text() + "\n";
      }
      auto const [place, is_new] = places_.try_emplace(std::move(key), groups_.size());
      if (is_new) groups_.push_back({std::move(shown)});
      auto const seed = side.rows.runs()[row].seed;
      auto& value = groups_[place->second].by_seed[seed][which];
      if (value) reject(groups_[place->second], seed);
      auto const measured = measure_.at(side.rows, {row}, row);
      value = measured.is_number() ? measured.number() : std::nan("");
    }
  }

  Comparison result(double confidence) const {
    Comparison comparison{{"comparison", fmt::format("{}, paired by seed", measure_.text()), {}, {}}};
    auto& columns = comparison.table.columns;
    for (auto const& name : names_) columns.push_back({name});
    auto const level = fmt::format("{:.4g} % confidence interval", 100 * confidence);
    for (auto const& column :
         std::vector<Column>{{"pairs", "", "pairs of runs with equal seeds, one of each side"},
                             {"a", "", "mean of the first side"},
                             {"b", "", "mean of the second side"},
                             {"difference", "", "mean of b - a over the pairs"},
                             {"half_width", "", "half the " + level + " of the difference"},
                             {"ratio", "", "b / a", 4},
                             {"verdict", "", "whether the difference is significant"}})
      columns.push_back(column);
    for (auto const& group : groups_) add_row(group, confidence, comparison);
    return comparison;
  }

 private:
  [[noreturn]] void reject(PairGroup const& group, std::uint64_t seed) const {
    std::string text;
    for (std::size_t i = 0; i < names_.size(); ++i)
      text += fmt::format(", {} = {}", names_[i], group.shown[i].short_text());
    throw InputError(fmt::format("several runs of one side have seed {}{}", seed, text),
                     "pairs would be arbitrary", "use a more specific condition");
  }

  static void add_row(PairGroup const& group, double confidence, Comparison& comparison) {
    RunningStatistics a, b, difference;
    for (auto const& [seed, values] : group.by_seed) {
      if (!values[0] || !values[1]) {
        ++comparison.unpaired;
        continue;
      }
      a.add(*values[0]);
      b.add(*values[1]);
      difference.add(*values[1] - *values[0]);
    }
    if (difference.count() == 0) return;
    double const half = confidence_half_width(difference, confidence);
    bool const equal = difference.min() == 0 && difference.max() == 0;
    bool const differs = std::abs(difference.mean()) > half;
    ++comparison.groups;
    comparison.pairs += difference.count();
    comparison.different += differs ? 1 : 0;
    auto row = group.shown;
    row.insert(row.end(), {difference.count(), a.mean(), b.mean(), difference.mean(),
                           std::isfinite(half) ? Value{half} : Value{},
                           a.mean() != 0 ? Value{b.mean() / a.mean()} : Value{},
                           equal                    ? "equal"
                           : difference.count() < 2 ? "one pair"
                           : !differs               ? "not significant"
                           : difference.mean() > 0  ? "b is larger"
                                                    : "b is smaller"});
    comparison.table.add_row(std::move(row));
  }

  std::vector<std::string> names_;
  Expression const& measure_;
  std::map<std::string, std::size_t> places_;
  std::vector<PairGroup> groups_;
};

std::set<std::string> texts_of(Side const& side, std::string const& name) {
  std::set<std::string> texts;
  for (auto const row : side.group) texts.insert(side.rows.value(row, name).exact_text());
  return texts;
}

/// Returns whether the two sides have a common value of `name`.
bool is_shared(Side const& a, Side const& b, std::string const& name) {
  auto const other = texts_of(b, name);
  return std::ranges::any_of(texts_of(a, name), [&](auto const& text) { return other.contains(text); });
}

}  // namespace

Comparison compare_stores(Side const& a, Side const& b, Expression const& measure, double confidence) {
  Pairing pairing(a.rows.varying(a.group), measure);
  pairing.add(a, 0, true);
  pairing.add(b, 1, true);
  return pairing.result(confidence);
}

Comparison compare_runs(Side const& a, Side const& b, std::vector<std::string> const& chosen,
                        Expression const& measure, double confidence) {
  auto names = a.rows.varying(a.group);
  for (auto& name : b.rows.varying(b.group))
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  std::erase_if(names, [&](std::string const& name) {
    return std::ranges::find(chosen, name) != chosen.end() || !is_shared(a, b, name);
  });
  Pairing pairing(std::move(names), measure);
  pairing.add(a, 0, false);
  pairing.add(b, 1, false);
  return pairing.result(confidence);
}

}  // namespace weft::study
