#include "weft/study/study.hpp"

#include <algorithm>

#include "weft/core/error.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/study/presentation.hpp"

namespace weft {
namespace {

using Arguments = std::vector<Spec::Argument>;

std::vector<std::string> scenario_keys() {
  std::vector<std::string> keys;
  for (ParamDoc const& doc : describe_params(scenario_schema)) keys.push_back(doc.name);
  return keys;
}

void set(Arguments& arguments, std::string const& key, std::string value) {
  for (auto& argument : arguments)
    if (argument.key == key) {
      argument.value = std::move(value);
      return;
    }
  arguments.push_back({key, std::move(value)});
}

/// The scenario keys that a table states, over those known so far.
void override_with(Arguments& arguments, Toml const& table, std::vector<std::string> const& keys) {
  for (auto const& member : table.as_table())
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end())
      set(arguments, member.key, member.value.as_argument());
}

/// Puts the study's directory where values say {study}.
Arguments located(Arguments arguments, std::filesystem::path const& directory) {
  constexpr std::string_view mark = "{study}";
  for (auto& argument : arguments)
    for (auto at = argument.value.find(mark); at != std::string::npos;
         at = argument.value.find(mark, at + directory.string().size()))
      argument.value.replace(at, mark.size(), directory.string());
  return arguments;
}

Scenario scenario_from(Arguments const& arguments, Toml const& place) {
  try {
    auto const scenario = read_params<Scenario>(scenario_schema, Spec{"scenario", arguments});
    check_scenario(scenario);
    return scenario;
  } catch (InputError const& error) {
    auto const part = error.where.empty() ? "" : error.where + ": ";
    throw InputError(part + error.problem, error.why, error.suggestion, place.place());
  }
}

/// The runs of one [[run]] table: the product of its axes.
void add_runs(Toml const& table, Arguments const& base, std::vector<std::string> const& keys, Study& study) {
  auto allowed = keys;
  allowed.insert(allowed.end(), {"label", "sweep"});
  table.allow_keys(allowed);
  StudyRun run;
  if (auto const* labels = table.find("label"))
    for (auto const& member : labels->as_table())
      run.labels.emplace_back(member.key, member.value.as_argument());
  Arguments arguments = base;
  override_with(arguments, table, keys);
  std::vector<Arguments> points{arguments};
  if (auto const* sweep = table.find("sweep")) {
    sweep->allow_keys(keys);
    for (auto const& axis : sweep->as_table()) {
      std::vector<Arguments> product;
      if (axis.value.as_list().empty()) throw axis.value.error("an axis without values");
      for (auto const& point : points)
        for (auto const& value : axis.value.as_list()) {
          product.push_back(point);
          set(product.back(), axis.key, value.as_argument());
        }
      points = std::move(product);
    }
  }
  for (auto const& point : points)
    study.runs.push_back({run.labels, scenario_from(located(point, study.directory), table)});
}

std::string describe(StudyRun const& run) {
  std::string text;
  for (auto const& [key, value] : run.labels) text += (text.empty() ? "" : ", ") + key + " = " + value;
  return text.empty() ? run.scenario.topology : text;
}

}  // namespace

std::string StudyRun::label(std::string_view name) const {
  for (auto const& [key, value] : labels)
    if (key == name) return value;
  return {};
}

Study read_study(std::filesystem::path const& path) {
  auto const file = std::filesystem::is_directory(path) ? path / "study.toml" : path;
  Toml const root = Toml::read(file);
  root.allow_keys({"title", "base", "run", "present"});
  Study study;
  study.directory = file.parent_path();
  study.name = std::filesystem::weakly_canonical(file).parent_path().filename().string();
  study.title = root.at("title").as_text();
  auto const keys = scenario_keys();
  Arguments base;
  if (auto const* table = root.find("base")) {
    table->allow_keys(keys);
    override_with(base, *table, keys);
  }
  for (auto const& table : root.at("run").as_list()) add_runs(table, base, keys, study);
  if (auto const* presentations = root.find("present"))
    for (auto const& table : presentations->as_list()) {
      auto const& kind = table.at("kind");
      if (auto const kinds = presentation_kinds();
          std::find(kinds.begin(), kinds.end(), kind.as_text()) == kinds.end())
        throw kind.error("unknown kind of presentation '" + kind.as_text() + "'", "",
                         suggest(kind.as_text(), kinds));
      study.presentations.push_back({kind.as_text(), table});
    }
  return study;
}

std::vector<StudyOutcome> run_study(Study const& study, Progress& progress) {
  std::vector<StudyOutcome> outcomes;
  for (auto const& run : study.runs) try {
      outcomes.push_back({run, simulate(run.scenario, progress)});
    } catch (InputError const& error) {
      throw error.at("run " + std::to_string(outcomes.size() + 1) + " (" + describe(run) + ")");
    }
  return outcomes;
}

}  // namespace weft
