#include "weft/study/study.hpp"

#include <algorithm>

#include "weft/core/error.hpp"
#include "weft/study/presentation.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

using Arguments = std::vector<Spec::Argument>;

/// The parameters of a verb; of any verb if none is named.
std::vector<std::string> keys_of(std::string_view verb) {
  std::vector<std::string> keys;
  for (auto const& doc : verb::verb_docs())
    if (verb.empty() || doc.name == verb)
      for (auto const& param : doc.params) keys.push_back(param.name);
  return keys;
}

/// The verb that a table names, else `otherwise`.
std::string verb_of(Toml const& table, std::string const& otherwise) {
  auto const* named = table.find("verb");
  if (named == nullptr) return otherwise;
  auto const& verb = named->as_text();
  std::vector<std::string> names;
  for (auto const& doc : verb::verb_docs()) names.push_back(doc.name);
  if (std::ranges::find(names, verb) == names.end())
    throw named->error("unknown verb '" + verb + "'", "", suggest(verb, names));
  return verb;
}

/// A value of a parameter; a list becomes [a,b].
std::string argument_of(Toml const& value) {
  if (!value.is_list()) return value.as_argument();
  std::string text;
  for (auto const& each : value.as_list()) text += (text.empty() ? "[" : ",") + each.as_argument();
  return text + "]";
}

void set(Arguments& arguments, std::string const& key, std::string value) {
  for (auto& argument : arguments)
    if (argument.key == key) {
      argument.value = std::move(value);
      return;
    }
  arguments.push_back({key, std::move(value)});
}

/// The parameters that a table states, over those known so far.
void override_with(Arguments& arguments, Toml const& table, std::vector<std::string> const& keys) {
  for (auto const& member : table.as_table())
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end())
      set(arguments, member.key, argument_of(member.value));
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

/// What presentations look at: the parameters that a scenario has, too.
Scenario scenario_of(Spec const& request) {
  auto const keys = keys_of("simulate");
  Spec known{"scenario", {}};
  for (auto const& [key, value] : request.arguments)
    if (std::ranges::find(keys, key) != keys.end()) known.arguments.push_back({key, value});
  return read_params<Scenario>(scenario_schema, known);
}

StudyRun checked(StudyRun run, Toml const& place) {
  try {
    verb::assemble(run.request);
    run.scenario = scenario_of(run.request);
    return run;
  } catch (InputError const& error) {
    auto const part = error.where.empty() ? "" : error.where + ": ";
    throw InputError(part + error.problem, error.why, error.suggestion, place.place());
  }
}

/// The runs of one [[run]] table: the product of its axes.
void add_runs(Toml const& table, Arguments const& base, std::string const& base_verb, Study& study) {
  auto const verb = verb_of(table, base_verb);
  auto const keys = keys_of(verb);
  auto allowed = keys;
  allowed.insert(allowed.end(), {"verb", "label", "sweep"});
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
          set(product.back(), axis.key, argument_of(value));
        }
      points = std::move(product);
    }
  }
  for (auto const& point : points) {
    run.request = {verb, located(point, study.directory)};
    study.runs.push_back(checked(run, table));
  }
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
  Arguments base;
  std::string verb = "simulate";
  if (auto const* table = root.find("base")) {
    auto const keys = keys_of("");
    auto allowed = keys;
    allowed.emplace_back("verb");
    table->allow_keys(allowed);
    verb = verb_of(*table, verb);
    override_with(base, *table, keys);
  }
  for (auto const& table : root.at("run").as_list()) add_runs(table, base, verb, study);
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
      outcomes.push_back({run, verb::run_verb(run.request, progress)});
    } catch (InputError const& error) {
      throw error.at("run " + std::to_string(outcomes.size() + 1) + " (" + describe(run) + ")");
    }
  return outcomes;
}

}  // namespace weft
