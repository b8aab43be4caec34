// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "weft/study/presentation.hpp"
#include "weft/study/study.hpp"

namespace weft::study {
namespace {

constexpr std::size_t values_shown = 4;

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

/// Returns a sentence about an axis: `seed takes 5 values (1, 2, .., 5)`.
std::string sentence_of(Axis const& axis) {
  auto text = fmt::format("{} take{} {}", fmt::join(axis.names, " and "), axis.names.size() == 1 ? "s" : "",
                          counted(axis.values.size(), "value"));
  if (axis.names.size() > 1) text += " together";
  if (axis.names.size() > 1) return text;
  std::vector<std::string> shown;
  for (auto const& step : axis.values) shown.push_back(step.front());
  if (shown.size() > values_shown) {
    shown[values_shown - 2] = "..";
    shown[values_shown - 1] = shown.back();
    shown.resize(values_shown);
  }
  return text + fmt::format(" ({})", fmt::join(shown, ", "));
}

std::string paragraph_of(RunTable const& table, std::size_t number) {
  auto text = fmt::format("{}. {} ({}, {})\n", number, table.start.title(), table.start.verb, table.place);
  std::size_t points = 1;
  std::string product;
  for (auto const& axis : table.axes) {
    text += fmt::format("   - {}\n", sentence_of(axis));
    points *= axis.values.size();
    product += fmt::format("{}{}", product.empty() ? "" : " x ", axis.values.size());
  }
  auto const equation = table.axes.size() > 1 ? product + " = " : "";
  if (table.adaptive.empty()) return text + fmt::format("   {}{}\n", equation, counted(points, "run"));
  return text +
         fmt::format("   {}{}, each of which {}\n", equation, counted(points, "series"), table.adaptive);
}

}  // namespace

std::string explain(Study const& study) {
  auto text = fmt::format("{}: {}\n\n", study.name, study.title);
  std::size_t number = 0, maximum = 0;
  for (auto const& table : study.tables) text += paragraph_of(table, ++number);
  for (auto const& each : study.series) maximum += each.series.max_runs();
  auto const runs = counted(study.runs.size(), "run");
  text += '\n';
  if (study.series.empty())
    text += "In total " + runs;
  else
    text += fmt::format("In total {}{} series, of up to {} together",
                        study.runs.empty() ? std::string{} : runs + " and ", study.series.size(),
                        counted(maximum, "run"));
  text += ".\n";
  if (study.presentations.empty()) return text;
  std::vector<std::string> names;
  for (auto const& presentation : study.presentations) names.push_back(presentation->name());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return text + fmt::format("Then it shows {}.\n", fmt::join(names, ", "));
}

}  // namespace weft::study
