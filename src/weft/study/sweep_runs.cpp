#include "weft/study/sweep_runs.hpp"

#include <algorithm>

#include "weft/core/error.hpp"

namespace weft {

std::vector<StudyOutcome const*> sweep_runs(Toml const& options, std::vector<StudyOutcome> const& outcomes) {
  auto const* part = options.find("part");
  std::vector<StudyOutcome const*> runs;
  for (auto const& outcome : outcomes) {
    if (outcome.result.find_table("curve") == nullptr) continue;
    if (part != nullptr && outcome.run.label("part") != part->as_argument()) continue;
    if (outcome.run.label("panel").empty() || outcome.run.label("curve").empty())
      throw options.error("a sweep without label `panel` or `curve`", "they say where it is shown",
                          "give label = { panel = \"uniform\", curve = \"minimal\" }");
    runs.push_back(&outcome);
  }
  if (runs.empty())
    throw options.error("no run is a sweep", part ? "of this part" : "", "give runs verb = \"sweep\"");
  return runs;
}

std::vector<std::string> values_of(std::vector<StudyOutcome const*> const& runs, std::string_view label) {
  std::vector<std::string> values;
  for (auto const* it : runs)
    if (auto const value = it->run.label(label); std::ranges::find(values, value) == values.end())
      values.push_back(value);
  return values;
}

}  // namespace weft
