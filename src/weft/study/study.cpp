#include "weft/study/study.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/io/toml.hpp"
#include "weft/study/presentation.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

using Arguments = std::vector<Spec::Argument>;

constexpr std::int64_t max_axis_values = 1000000;

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
    throw named->error("unknown verb '" + shown(verb) + "'", "", suggest(verb, names));
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

/// Replaces {study} in values by the study's directory.
Arguments located(Arguments arguments, std::filesystem::path const& directory) {
  constexpr std::string_view mark = "{study}";
  for (auto& argument : arguments)
    for (auto at = argument.value.find(mark); at != std::string::npos;
         at = argument.value.find(mark, at + directory.string().size()))
      argument.value.replace(at, mark.size(), directory.string());
  return arguments;
}

/// The values of an axis: a list, or a range such as "1..20".
std::vector<std::string> axis_values(Toml const& axis) {
  std::vector<std::string> values;
  if (axis.is_text()) {
    auto const& text = axis.as_text();
    auto const dots = text.find("..");
    if (dots == std::string::npos)
      throw axis.error("an axis '" + shown(text) + "'", "must be a list, or a range such as 1..20");
    auto const first = read_integer(axis.path(), text.substr(0, dots)),
               last = read_integer(axis.path(), text.substr(dots + 2));
    if (last / 2 - first / 2 >= max_axis_values / 2)
      throw axis.error("an axis of more than a million values");
    for (auto value = first; value <= last; ++value) values.push_back(std::to_string(value));
  } else {
    for (auto const& value : axis.as_list()) values.push_back(argument_of(value));
  }
  if (values.empty()) throw axis.error("an axis without values");
  return values;
}

/// The product of the axes of a `sweep` over one set of arguments.
std::vector<Arguments> swept(Toml const& table, Arguments const& start,
                             std::vector<std::string> const& keys) {
  std::vector<Arguments> points{start};
  auto const* const sweep = table.find("sweep");
  if (sweep == nullptr) return points;
  sweep->allow_keys(keys);
  for (auto const& axis : sweep->as_table()) {
    std::vector<Arguments> product;
    auto const values = axis_values(axis.value);
    for (auto const& point : points)
      for (auto const& value : values) {
        product.push_back(point);
        set(product.back(), axis.key, value);
      }
    points = std::move(product);
  }
  return points;
}

std::shared_ptr<Experiment> assembled(Spec const& request, Toml const& place) try {
  return verb::assemble(request);
} catch (InputError const& error) {
  auto const part = error.where.empty() ? "" : error.where + ": ";
  throw InputError(part + error.problem, error.why, error.suggestion, place.place());
}

/// The runs of one [[run]] table: the product of its axes.
void add_runs(Toml const& table, Arguments const& base, std::string const& base_verb, Study& study) {
  auto const verb = verb_of(table, base_verb);
  auto const keys = keys_of(verb);
  auto allowed = keys;
  for (auto const& key : run_keys()) allowed.emplace_back(key.name);
  table.allow_keys(allowed);
  std::vector<std::pair<std::string, std::string>> labels;
  if (auto const* const given = table.find("label"))
    for (auto const& member : given->as_table()) labels.emplace_back(member.key, member.value.as_argument());
  Arguments arguments = base;
  override_with(arguments, table, keys);
  for (auto const& point : swept(table, arguments, keys)) {
    Spec const request{verb, located(point, study.directory)};
    study.runs.push_back({labels, request, assembled(request, table)});
  }
}

bool has_label(Run const& run, std::string const& wanted) {
  return std::ranges::any_of(run.labels, [&](auto const& label) {
    return wanted == label.second || wanted == label.first + "=" + label.second;
  });
}

}  // namespace

std::string Run::label(std::string_view name) const {
  for (auto const& [key, value] : labels)
    if (key == name) return value;
  return {};
}

std::string Run::title(std::size_t number) const {
  std::string text;
  for (auto const& [key, value] : labels) text += (text.empty() ? "" : ", ") + key + " = " + value;
  for (auto const& [key, value] : request.arguments)
    if (text.empty() && key == "topology") text = value;
  return std::to_string(number) + " (" + (text.empty() ? request.name : text) + ")";
}

void Study::keep_only(std::vector<std::string> const& labels) {
  std::vector<std::string> known;
  for (auto const& run : runs)
    for (auto const& [key, value] : run.labels)
      if (std::ranges::find(known, value) == known.end()) known.push_back(value);
  for (auto const& wanted : labels)
    if (std::ranges::none_of(runs, [&](Run const& run) { return has_label(run, wanted); }))
      throw InputError("no run has the label '" + shown(wanted) + "'", "", suggest(wanted, known), "--only");
  auto const all = runs.size();
  std::erase_if(runs, [&](Run const& run) {
    return std::ranges::none_of(labels, [&](auto const& wanted) { return has_label(run, wanted); });
  });
  partial |= runs.size() < all;
}

std::vector<KeyDoc> study_keys() {
  return {{"title", "one line"},
          {"base", "what all runs have in common: keys of `[[run]]` but `label` and `sweep`"},
          {"run", "what is run, a table `[[run]]` each; its keys override those of `base`"},
          {"present", "what is shown of the results, a table `[[present]]` each"}};
}

std::vector<KeyDoc> run_keys() {
  return {
      {"verb", "what is asked, e.g. show, load, sweep; default: simulate. Its parameters are further keys"},
      {"label", "names for the run: presentations show, filter and group by them"},
      {"sweep",
       "lists of values for parameters of the verb, or ranges such as `\"1..20\"`; one run for each combination"}};
}

Study read_study(std::filesystem::path const& path) {
  auto const file = std::filesystem::is_directory(path) ? path / "study.toml" : path;
  Toml const root = Toml::read(file);
  allow_described(root, {study_keys()});
  Study study;
  study.directory = file.parent_path();
  study.name = std::filesystem::weakly_canonical(file).parent_path().filename().string();
  study.title = root.at("title").as_text();
  Arguments base;
  std::string verb = "simulate";
  if (auto const* const table = root.find("base")) {
    auto const keys = keys_of("");
    auto allowed = keys;
    allowed.emplace_back("verb");
    table->allow_keys(allowed);
    verb = verb_of(*table, verb);
    override_with(base, *table, keys);
  }
  if (auto const* const list = root.find("present"))
    study.presentations = read_presentations(*list, study.directory);
  for (auto const& table : root.at("run").as_list()) add_runs(table, base, verb, study);
  return study;
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
