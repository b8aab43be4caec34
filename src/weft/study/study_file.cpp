// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <list>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/study/presentation.hpp"
#include "weft/study/study.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

/// A file of a study: study.toml, or an included file.
struct StudyFile {
  Toml root;
  std::filesystem::path directory;
};

/// Reads a file after the files that it includes. `open`: the files from which it is being included.
void read_files(std::filesystem::path const& file, std::vector<std::filesystem::path>& open,
                std::list<StudyFile>& files) {
  auto root = Toml::read(file);
  reject_unknown_keys(root, {study_keys()});
  open.push_back(std::filesystem::weakly_canonical(file));
  auto const include = [&](Toml const& name) {
    auto const path = file.parent_path() / name.as_text();
    std::error_code no_such_file;
    if (!std::filesystem::is_regular_file(path, no_such_file))
      throw name.error("no file '" + shown(path.string()) + "' to include");
    if (std::ranges::find(open, std::filesystem::weakly_canonical(path)) != open.end())
      throw name.error("'" + shown(name.as_text()) + "' includes itself");
    read_files(path, open, files);
  };
  if (auto const* const names = root.find("include")) {
    if (names->is_list())
      for (auto const& name : names->as_list()) include(name);
    else
      include(*names);
  }
  open.pop_back();
  files.push_back({std::move(root), file.parent_path()});
}

/// Returns the names of the parameters of a verb, or of all verbs if `verb` is empty.
std::vector<std::string> keys_of(std::string_view verb) {
  std::vector<std::string> keys;
  for (auto const& doc : verb::verb_docs())
    if (verb.empty() || doc.name == verb)
      for (auto const& param : doc.params) keys.push_back(param.name);
  return keys;
}

/// Returns the verb that a table specifies, or `otherwise` if it specifies none.
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

/// Replaces {study} in a value with the directory of the file that contains the value.
std::string located(std::string value, std::filesystem::path const& directory) {
  constexpr std::string_view mark = "{study}";
  for (auto at = value.find(mark); at != std::string::npos;
       at = value.find(mark, at + directory.string().size()))
    value.replace(at, mark.size(), directory.string());
  return value;
}

/// Sets the parameters that a table specifies, overriding earlier values.
void override_with(Point& point, Toml const& table, std::vector<std::string> const& keys,
                   std::filesystem::path const& directory) {
  for (auto const& member : table.as_table())
    if (std::ranges::find(keys, member.key) != keys.end())
      point.set(member.key, located(to_argument(member.value), directory));
}

/// The common settings of all runs of a study.
struct Base {
  Point point = {};
  std::vector<Toml const*> tables = {};

  void add(StudyFile const& file) {
    auto const* const table = file.root.find("base");
    if (table == nullptr) return;
    auto const keys = keys_of("");
    auto allowed = keys;
    for (auto const* const key : {"verb", "seeds", "replicate"}) allowed.emplace_back(key);
    table->allow_keys(allowed);
    point.verb = verb_of(*table, point.verb);
    override_with(point, *table, keys, file.directory);
    tables.push_back(table);
  }
};

/// Reads the [[run]] tables.
class RunReader {
 public:
  RunReader(Base const& base, Study& study) : base_(base), study_(study) {}

  void add(Toml const& table, std::filesystem::path const& directory) {
    auto const start = start_of(table, directory);
    RunKeys const keys{table, base_.tables};
    auto const series = Series::read(keys, start);
    auto axes = read_axes(table, start);
    add_seeds(keys, start, series.has_value(), axes);
    for (auto& axis : axes)
      for (auto& step : axis.values)
        for (auto& value : step) value = located(value, directory);
    study_.tables.push_back({table.place(), start, axes, series ? series->description() : ""});
    auto const points = at_place(table.place(), [&] { return product(start, axes); });
    for (auto const& point : points) add(point, series, table);
  }

 private:
  Point start_of(Toml const& table, std::filesystem::path const& directory) const {
    Point start = base_.point;
    start.verb = verb_of(table, start.verb);
    auto const parameters = keys_of(start.verb);
    auto allowed = parameters;
    for (auto const& key : run_keys()) allowed.emplace_back(key.name);
    table.allow_keys(allowed);
    if (auto const* const labels = table.find("label"))
      for (auto const& member : labels->as_table())
        start.set("label." + member.key, member.value.as_argument());
    override_with(start, table, parameters, directory);
    return start;
  }

  /// Appends the seeds as the last axis, unless a series uses them.
  static void add_seeds(RunKeys const& keys, Point const& start, bool in_series, std::vector<Axis>& axes) {
    auto const *const seeds = keys.find_replication("seeds"), *const rule =
                                                                  keys.find_replication("replicate");
    if (seeds == nullptr && rule == nullptr) return;
    for (auto const& axis : axes)
      if (std::ranges::find(axis.names, "seed") != axis.names.end())
        throw keys.table.error(
            fmt::format("`seed` is both an axis and set by `{}`", seeds == nullptr ? "replicate" : "seeds"),
            "the seeds of a run must have one source", "omit one of them");
    if (seeds != nullptr && !in_series) axes.push_back(read_seeds(*seeds, start));
  }

  /// Adds the run or series of a point. Each run is checked immediately, so that errors name its table.
  void add(Point const& point, std::optional<Series> const& series, Toml const& table) try {
    auto const unit = next_unit_++;
    if (!series) {
      study_.runs.push_back(assembled_run(point, unit));
      return;
    }
    study_.series.push_back({series->over(point), unit});
    for (auto const& first : study_.series.back().series.next({})) assembled_run(first, unit);
  } catch (InputError const& error) {
    auto const part = error.where.empty() ? "" : error.where + ": ";
    throw InputError(part + error.problem, error.why, error.suggestion, table.place());
  }

  Base const& base_;
  Study& study_;
  std::size_t next_unit_ = 0;
};

}  // namespace

Study read_study(std::filesystem::path const& path) {
  auto const file = std::filesystem::is_directory(path) ? path / "study.toml" : path;
  std::list<StudyFile> files;
  std::vector<std::filesystem::path> open;
  read_files(file, open, files);
  auto const& main = files.back();
  Study study;
  study.directory = file.parent_path();
  study.name = std::filesystem::weakly_canonical(file).parent_path().filename().string();
  study.title = main.root.at("title").as_text();
  std::vector<PresentationList> lists;
  Base base;
  for (auto const& each : files) {
    base.add(each);
    if (auto const* const list = each.root.find("present")) lists.push_back({*list, each.directory});
  }
  study.presentations = read_presentations(lists);
  RunReader reader(base, study);
  for (auto const& each : files)
    if (auto const* const tables = each.root.find("run"))
      for (auto const& table : tables->as_list()) reader.add(table, each.directory);
  if (study.tables.empty()) main.root.at("run");
  return study;
}

std::vector<KeyDoc> study_keys() {
  return {{"title", "text", "one line"},
          {"include", "text|text[]",
           "another file in this format and directory, or a list of files; the `base`, runs and "
           "presentations of an included file precede those of this file; its title is optional"},
          {"base", "base", "common settings of all runs: parameters of verbs, `verb`, `seeds`, `replicate`"},
          {"run", "run[]", "the runs, a table `[[run]]` each; its keys override `base`"},
          {"present", "presentation[]", "the presentations of the results, a table `[[present]]` each"}};
}

std::vector<KeyDoc> run_keys() {
  return {
      {"verb", "verb",
       "verb to run, e.g. show, load, sweep; default: simulate. Its parameters are further keys"},
      {"label", "labels", "names for the run, which presentations can show, filter and group by"},
      {"sweep", "axes",
       "axes: lists of values, or ranges such as `\"1..20\"`, for parameters (`messages`), nested parameters "
       "(`engine.rate`) or labels (`label.machine`); one run for each combination"},
      {"zip", "axes|axes[]",
       "axes that advance together: lists of equal length, as in `sweep`; or a list of such tables: one "
       "run for each combination of their entries"},
      {"seeds", "seeds",
       "number of seeds, from `seed` on, or a list or range of seeds; one run for "
       "each seed"},
      {"replicate", "replicate",
       "adds seeds until the mean of a measure is precise: a table of the keys below"},
      {"bisect", "bisect",
       "finds the value of a parameter at which a condition becomes true: a table of the keys below"},
      {"refine", "refine",
       "follows a curve over a parameter, with more points where it bends: a table of the keys below"}};
}

}  // namespace weft::study
