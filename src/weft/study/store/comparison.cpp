#include "weft/study/store/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/statistics.hpp"

namespace weft::study {
namespace {

/// The runs of both sides that agree in all but the seed.
struct PairGroup {
  std::vector<Value> shown;
  std::map<std::uint64_t, std::array<std::optional<double>, 2>> by_seed = {};
};

/// Groups in the order of their first runs.
class Pairing {
 public:
  Pairing(std::vector<std::string> names, Expression const& measure)
      : names_(std::move(names)), measure_(measure) {}

  /// `whole_scenario`: runs must agree in every setting, not only in the names.
  void add(Side const& side, std::size_t which, bool whole_scenario) {
    side.rows.require_names(measure_);
    for (auto const row : side.group) {
      std::vector<Value> shown;
      std::string key = whole_scenario ? side.rows.scenario_text(row) : "";
      for (auto const& name : names_) {
        shown.push_back(side.rows.value(row, name));
        if (!whole_scenario) key += shown.back().exact_text() + "\n";
      }
      auto const [it, is_new] = places_.try_emplace(std::move(key), groups_.size());
      if (is_new) groups_.push_back({std::move(shown)});
      auto const seed = side.rows.runs()[row].seed;
      auto& value = groups_[it->second].by_seed[seed][which];
      if (value) refuse(groups_[it->second], seed);
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
         std::vector<Column>{{"pairs", "", "runs of both sides with equal seeds"},
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
  [[noreturn]] void refuse(PairGroup const& group, std::uint64_t seed) const {
    std::string text;
    for (std::size_t i = 0; i < names_.size(); ++i)
      text += fmt::format(", {} = {}", names_[i], group.shown[i].short_text());
    throw InputError(fmt::format("several runs of one side have seed {}{}", seed, text),
                     "pairs would be arbitrary", "choose them more narrowly");
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

/// Whether a value of the name occurs on both sides.
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
