// SPDX-License-Identifier: Apache-2.0
#include "weft/study/study.hpp"

#include <algorithm>

#include "weft/core/error.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

bool has_label(Labels const& labels, std::string const& requested) {
  return std::ranges::any_of(labels, [&](auto const& label) {
    return requested == label.second || requested == label.first + "=" + label.second;
  });
}

}  // namespace

std::string Run::label(std::string_view name) const {
  auto const found = std::ranges::find(labels, name, &Labels::value_type::first);
  return found == labels.end() ? std::string{} : found->second;
}

std::string Run::title(std::size_t number) const {
  return std::to_string(number) + " (" + Point{request.name, request.arguments, labels}.title() + ")";
}

Run assembled_run(Point const& point, std::size_t unit) {
  Spec const request{point.verb, point.arguments};
  return {point.labels, request, verb::assemble(request), unit};
}

void Study::select_labels(std::vector<std::string> const& labels) {
  std::vector<std::string> known;
  auto const learn = [&](Labels const& of_run) {
    for (auto const& [key, value] : of_run)
      if (std::ranges::find(known, value) == known.end()) known.push_back(value);
  };
  auto const has_one = [&](Labels const& of_run) {
    return std::ranges::any_of(labels, [&](auto const& requested) { return has_label(of_run, requested); });
  };
  for (auto const& run : runs) learn(run.labels);
  for (auto const& [each, unit] : series) learn(each.start().labels);
  for (auto const& requested : labels)
    if (std::ranges::none_of(runs, [&](Run const& run) { return has_label(run.labels, requested); }) &&
        std::ranges::none_of(series, [&](StudySeries const& each) {
          return has_label(each.series.start().labels, requested);
        }))
      throw InputError("no run has the label '" + shown(requested) + "'", "", suggest(requested, known),
                       "--only");
  auto const all = runs.size() + series.size();
  std::erase_if(runs, [&](Run const& run) { return !has_one(run.labels); });
  std::erase_if(series, [&](StudySeries const& each) { return !has_one(each.series.start().labels); });
  partial |= runs.size() + series.size() < all;
}

void Study::select_part(std::size_t part, std::size_t count) {
  auto const is_elsewhere = [&](auto const& each) { return each.unit % count != part - 1; };
  std::erase_if(runs, is_elsewhere);
  std::erase_if(series, is_elsewhere);
  partial |= count > 1;
}

Result as_result(Study const& study, std::vector<Outcome> const& outcomes) {
  Result result;
  std::vector<Setting> runs;
  for (auto const& outcome : outcomes) runs.push_back({"run", run_id(outcome.result)});
  result.scenario = {{"study", study.name},
                     {"title", study.title},
                     {"runs", std::to_string(outcomes.size())},
                     {"results", run_id(runs, 0)}};
  if (outcomes.empty()) return result;
  auto const& first = outcomes.front().result;
  result.version = first.version;
  result.host = first.host;
  result.threads = first.threads;
  result.seed = first.seed;
  return result;
}

}  // namespace weft::study
