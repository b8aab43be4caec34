// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/study/store/stored_rows.hpp"

namespace weft::app {
namespace {

struct Results {
  struct Params {
    std::string directory = {};
    std::string where = {};
    std::string columns = {};
    std::string run = {};
    std::string measure = {};
    std::string against_store = {};
    std::string against_runs = {};
    std::string merge = {};
    bool prune = false;
  };
  static constexpr std::string_view name = "results";
  static constexpr std::string_view doc = "list, compare, merge or remove stored results of studies";
  static constexpr std::string_view example =
      "weft results out/clex-tables --where 'table = II and seed < 3'";
  static constexpr std::tuple schema{
      param("directory", &Params::directory, "directory that `weft run` wrote").positional("DIR").required(),
      param("where", &Params::where,
            "only runs that satisfy this condition, e.g. 'routing = ugal and rate < 0.5'"),
      param("columns", &Params::columns,
            "columns of the list: expressions separated by commas, e.g. seed,summary.makespan; default: "
            "labels and settings that differ"),
      param("run", &Params::run, "show the result of the run whose id begins with this"),
      param("measure", &Params::measure, "expression to compare, e.g. summary.makespan"),
      param("against-store", &Params::against_store,
            "compare with the same runs in the store of this directory"),
      param("against-runs", &Params::against_runs,
            "compare the runs that match --where with the runs that match this condition, e.g. 'routing "
            "= valiant'"),
      param("merge", &Params::merge, "add the results from the stores in these directories")
          .repeated("merge"),
      param("prune", &Params::prune,
            "remove the runs that match --where; without --where, the results of other versions of weft")};
};

using study::Group;
using study::Store;
using study::StoredRows;

/// Returns a result about a store instead of a run.
Result about(Store const& store, std::string const& doing) {
  Result result;
  result.scenario = {{"store", store.path().string()}, {"task", doing}};
  return result;
}

std::vector<study::Expression> read_columns(std::string const& text, StoredRows const& rows) {
  std::vector<study::Expression> columns;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && (text[i] == '(' || text[i] == ')')) depth += text[i] == '(' ? 1 : -1;
    if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
    columns.push_back(
        at_place("columns", [&] { return study::Expression::parse(text.substr(begin, i - begin)); }));
    if (!rows.runs().empty()) at_place("columns", [&] { rows.require_names(columns.back()); });
    begin = i + 1;
  }
  return columns;
}

/// Returns a cell of the default columns: only the name of a spec such as `ugal:threshold=50`.
Value short_cell(Value const& value) {
  auto const text = value.exact_text();
  return value.is_text() && text.find('=') != std::string::npos ? Value{text.substr(0, text.find(':'))}
                                                                : value;
}

bool comes_before(Value const& a, Value const& b) {
  if (a.is_number() && b.is_number()) return a.number() < b.number();
  return a.is_number() != b.is_number() ? a.is_number() : a.exact_text() < b.exact_text();
}

/// Returns the runs sorted by the settings that differ, then by seed.
Group sorted(StoredRows const& rows, Group group, std::vector<std::string> names) {
  names.emplace_back("seed");
  std::vector<std::vector<Value>> keys(rows.runs().size());
  for (auto const row : group)
    for (auto const& name : names) keys[row].push_back(rows.value(row, name));
  std::ranges::stable_sort(group, [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(keys[a], keys[b], comes_before);
  });
  return group;
}

/// Returns the rows as a table; by default with their ids, and the labels and settings that differ.
Table list(StoredRows const& rows, Group const& group, std::string const& columns) {
  Table table{"results", fmt::format("{} of {} results", group.size(), rows.runs().size()), {}, {}};
  auto shown = columns.empty() ? std::vector<study::Expression>{} : read_columns(columns, rows);
  auto const varying = rows.varying(group);
  if (columns.empty()) {
    auto names = varying;
    names.insert(names.begin(), "id");
    names.insert(names.end(), {"seed", "seconds", "finished"});
    for (auto const& name : names) shown.push_back(study::Expression::parse("`" + name + "`"));
  }
  for (auto const& expression : shown) {
    auto const& name = expression.plain_name() != nullptr ? *expression.plain_name() : expression.text();
    table.columns.push_back({.name = name, .heading = name});
  }
  for (auto const row : sorted(rows, group, varying)) {
    std::vector<Value> cells;
    for (auto const& expression : shown) {
      auto const value = expression.at(rows, {row}, row);
      cells.push_back(columns.empty() ? short_cell(value) : value);
    }
    table.add_row(std::move(cells));
  }
  return table;
}

Result listed(StoredRows const& rows, Group const& group, std::string const& columns) {
  auto result = about(rows.store(), "list");
  result.tables.push_back(list(rows, group, columns));
  result.tables.back().digest.role = Digest::Role::whole;
  if (auto const outdated = rows.store().outdated(); outdated > 0)
    result.notes.push_back(fmt::format(
        "{} results come from another version of weft; --where 'version > 0' shows them too", outdated));
  return result;
}

/// Returns the stored result of one run.
Result one_run(StoredRows const& rows, std::string const& id) {
  std::vector<std::int64_t> found;
  for (auto const& run : rows.runs())
    if (run.version == study::result_version && rows.store().metadata(run.number).key.id.starts_with(id))
      found.push_back(run.number);
  if (found.empty())
    throw InputError("no run '" + shown(id) + "'", "", "list them with `weft results DIR`", "run");
  if (found.size() > 1)
    throw InputError(fmt::format("{} runs begin with '{}'", found.size(), shown(id)), "",
                     "specify more digits", "run");
  return rows.store().result(found.front());
}

Result compared(StoredRows const& rows, Results::Params const& params) {
  if (params.measure.empty())
    throw InputError("--measure is missing", "", "specify one, e.g. --measure summary.makespan", "");
  auto const measure = at_place("measure", [&] { return study::Expression::parse(params.measure); });
  study::Side const a{rows, rows.where(params.where, "where")};
  auto result = about(rows.store(), "compare");
  study::Comparison comparison;
  if (!params.against_store.empty()) {
    Store const store(params.against_store, Store::Open::existing);
    StoredRows const others(store);
    comparison = compare_stores(a, {others, others.where(params.where, "where")}, measure);
  } else {
    auto names = study::Expression::parse(params.against_runs).names();
    if (!params.where.empty())
      for (auto& name : study::Expression::parse(params.where).names()) names.push_back(std::move(name));
    comparison = compare_runs(a, {rows, rows.where(params.against_runs, "against-runs")}, names, measure);
  }
  result.answer =
      fmt::format("{} of {} groups differ significantly", comparison.different, comparison.groups);
  if (comparison.unpaired > 0)
    result.notes.push_back(fmt::format("{} runs have no counterpart", comparison.unpaired));
  result.tables.push_back(std::move(comparison.table));
  return result;
}

Result merged(Store& store, std::string const& list) {
  auto result = about(store, "merge");
  std::int64_t added = 0;
  for (auto const& directory : items_of(list)) added += store.merge(Store(directory, Store::Open::existing));
  result.answer = fmt::format("{} results added", added);
  return result;
}

Result pruned(Store& store, std::string const& where) {
  StoredRows const rows(store);
  std::vector<study::StoredRun> gone;
  if (where.empty())
    std::ranges::copy_if(rows.runs(), std::back_inserter(gone),
                         [](auto const& run) { return run.version != study::result_version; });
  else
    for (auto const row : rows.where(where, "where")) gone.push_back(rows.runs()[row]);
  for (auto const& run : gone)
    std::filesystem::remove_all(store.path().parent_path() / "runs" / store.metadata(run.number).key.id);
  store.remove(gone);
  auto result = about(store, "prune");
  result.answer = fmt::format("{} results removed", gone.size());
  return result;
}

int results_command(Results::Params const& params, Output const& output) {
  if (!params.merge.empty()) make_directories(params.directory);
  Store store(params.directory, params.merge.empty() ? Store::Open::existing : Store::Open::make);
  if (!params.merge.empty())
    output.give(merged(store, params.merge));
  else if (params.prune)
    output.give(pruned(store, params.where));
  else {
    StoredRows const rows(store);
    if (!params.run.empty())
      output.give(one_run(rows, params.run));
    else if (!params.against_store.empty() || !params.against_runs.empty())
      output.give(compared(rows, params));
    else
      output.give(listed(rows, rows.where(params.where, "where"), params.columns));
  }
  return 0;
}

}  // namespace

Command results_command() { return command_of<Results>(true, results_command); }

}  // namespace weft::app
