// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "weft/app/command.hpp"
#include "weft/app/pager.hpp"
#include "weft/core/error.hpp"
#include "weft/core/ranks.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/json.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/report/files.hpp"
#include "weft/report/page.hpp"
#include "weft/report/parts.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

/// Calls report::write_report, and prints a note to standard error if this build has no scripts for the
/// report.
void write_report(std::filesystem::path const& file, std::vector<report::Part> const& parts,
                  report::PageOptions const& options = {});

struct Report {
  struct Params {
    std::string paths = {};
    std::string output = {};
    std::string title = {};
    bool no_scripts = false;
    bool brief = false;
    bool full = false;
  };
  static constexpr std::string_view name = "report";
  static constexpr std::string_view doc = "write saved results as one HTML file that can be mailed";
  static constexpr std::string_view example = "weft report out/clex-tables -o report.html";
  static constexpr std::tuple schema{
      param("paths", &Params::paths,
            "saved results to compare: a result.json, a directory that -o wrote, the directory of a study")
          .positional("PATH")
          .repeated("path")
          .required(),
      param("output", &Params::output, "output file").required(),
      param("title", &Params::title, "title of the page"),
      param("no-scripts", &Params::no_scripts, "a static page, without sorting, zooming and saving"),
      param("brief", &Params::brief,
            "answers, figures and the first rows of tables, without the runs "
            "of studies"),
      param("full", &Params::full, "every row of every table, and every run of a study")};
};

int write_saved(Report::Params const& params, Output const&) {
  report::require_writable_file(params.output);
  if (params.brief && params.full) throw conflict("--brief", "--full", "", "omit one of them");
  auto const detail = params.brief  ? report::Detail::brief
                      : params.full ? report::Detail::full
                                    : report::Detail::usual;
  auto const given = items_of(params.paths);
  app::write_report(params.output, report::saved_parts({given.begin(), given.end()}, detail),
                    {.title = params.title, .scripts = !params.no_scripts, .detail = detail});
  return 0;
}

void write_report(std::filesystem::path const& file, std::vector<report::Part> const& parts,
                  report::PageOptions const& options) {
  if (options.scripts && !report::has_scripts())
    print_error("note: this weft was built without web/dist, so the report has no scripts");
  report::write_report(file, parts, options);
}

}  // namespace

Command report_command() { return command_of<Report>(false, write_saved); }

void print_error(std::string const& line) {
  constexpr std::size_t indent = 2;
  auto const text = wrapped("weft: " + line, text_layout(STDERR_FILENO).line, indent);
  bool const is_error = !line.starts_with("note:") && shows_emphasis(STDERR_FILENO);
  std::fputs((is_error ? "\033[31mweft:\033[0m" + text.substr(5) : text).c_str(), stderr);
}

namespace {

/// Throws InputError if the folder contains the result of another request.
void require_same_request(std::filesystem::path const& folder, std::string const& id) {
  auto const file = folder / "result.json";
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return;
  std::string found = "a result that cannot be read";
  try {
    auto const saved = read_result(folder);
    if (run_id(saved) == id) return;
    found = fmt::format("weft {}, run {}", saved.verb.empty() ? "run" : saved.verb, run_id(saved));
  } catch (InputError const&) {}
  throw InputError(shown(folder.string()) + " contains the result of another request", found,
                   "specify a new directory, or add --replace", "--output");
}

/// Throws InputError for the name of a file in place of the folder of a result, with the command that writes
/// such a file.
void require_folder_name(std::filesystem::path const& path) {
  auto const ending = path.extension().string();
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return;
  std::string command;
  if (ending == ".svg" || ending == ".pdf" || ending == ".png")
    command = fmt::format("use -o DIR, then weft figure DIR NAME -o {}", shown(path.string()));
  else if (ending == ".html")
    command = fmt::format("use --report {}", shown(path.string()));
  else if (ending == ".json" || ending == ".csv")
    command = fmt::format("use --{} > {}", ending.substr(1), shown(path.string()));
  if (!command.empty())
    throw InputError(fmt::format("'{}' is a file name", shown(path.string())),
                     "-o specifies a directory for all files of the result", command, "--output");
}

/// Splits a comma-separated list of names.
std::vector<std::string> split_names(std::string const& list) {
  std::vector<std::string> names;
  std::istringstream in(list);
  for (std::string name; std::getline(in, name, ',');)
    if (!name.empty()) names.push_back(name);
  return names;
}

/// Returns the help of --details: with the tables that the result contains only on request.
std::string help_on_details(ParamDoc const* computed) {
  std::string text =
      "print these tables in full (the last line of the output lists their names); also settings, notes, run";
  if (computed == nullptr) return text;
  for (auto const& [value, doc] : computed->values)
    if (value != computed->default_value && doc != "no arrays") text += fmt::format("; {}: {}", value, doc);
  return text;
}

Table const& chosen_table(Result const& result, std::string const& name) {
  if (auto const* const table = result.find_table(name)) return *table;
  std::vector<std::string> names;
  for (auto const& table : result.tables) names.push_back(table.name);
  throw InputError("no table '" + shown(name) + "'", "", suggest(name, names), "--table");
}

}  // namespace

void add_print_options(CLI::App& verb, CatalogDoc const& doc, bool has_directory, Spec& request,
                       Output& output) {
  verb.add_flag("--all", output.all,
                "print all tables with all rows, the settings, and information "
                "about the run");
  auto const param = std::ranges::find(doc.params, "details", &ParamDoc::name);
  ParamDoc const* const computed = param == doc.params.end() ? nullptr : &*param;
  if (computed != nullptr) verb.remove_option(verb.get_option("--details"));
  auto const names = [computed, &request, &output](std::vector<std::string> const& lists) {
    for (auto const& list : lists)
      for (auto const& name : split_names(list)) {
        bool const is_computed =
            computed != nullptr &&
            std::ranges::any_of(computed->values, [&](auto const& value) { return value.first == name; });
        if (is_computed) request.arguments.push_back({"details", name});
        output.details.push_back(is_computed ? "+" + name : name);
      }
  };
  verb.add_option_function<std::vector<std::string>>("--details", names, help_on_details(computed))
      ->type_name("NAME,..")
      ->allow_extra_args(false);
  verb.add_option("--table", output.table, "print only this table, as text or with --csv")->type_name("NAME");
  verb.add_flag("--wide", output.wide, "print all columns, on lines of any length");
  verb.add_flag_callback(
      "--no-pager", [&output] { output.use_pager = false; }, "print long text without a pager");
  if (has_directory)
    verb.add_flag("--replace", output.replace, "let -o replace the result of another request");
}

void print_text(std::string const& text, bool use_pager) {
  auto const screen = text_layout(STDOUT_FILENO).screen;
  bool const is_long = screen > 0 && static_cast<std::size_t>(std::ranges::count(text, '\n')) >= screen;
  if (!use_pager || !is_long || !show_in_pager(text)) fmt::print("{}", text);
}

void Output::check(Experiment const& experiment) const {
  if (experiment.document() && (json || csv))
    throw InputError(std::string(json ? "--json" : "--csv") + " conflicts with the format or the output",
                     "the result is a file in the selected format", "omit one of them");
  if (json && !table.empty())
    throw conflict("--table", "--json", "JSON contains the whole result", "omit one of them, or use --csv");
  if (!directory.empty() && !experiment.document()) require_folder_name(directory);
  if (!directory.empty() && !replace && rank() == 0) require_same_request(directory, experiment.id());
}

void Output::print(Result const& result) const {
  if (json) {
    fmt::print("{}", result_json(result));
    return;
  }
  if (csv) {
    if (!table.empty()) return fmt::print("{}", table_csv(chosen_table(result, table)));
    for (std::size_t i = 0; i < result.tables.size(); ++i)
      fmt::print("{}{}", i == 0 ? "" : "\n", table_csv(result.tables[i]));
    return;
  }
  auto layout = text_layout(STDOUT_FILENO);
  layout.rows = all ? 0 : brief_rows;
  // Ranks may be attached to a terminal although the launcher redirects their combined output to a file.
  layout.emphasis = num_ranks() == 1 && shows_emphasis(STDOUT_FILENO);
  if (wide) layout.line = 0;
  if (!table.empty()) {
    layout.rows = 0;
    return print_text(format_table(chosen_table(result, table), layout), use_pager);
  }
  std::vector<std::string> wrong;
  for (auto const& name : details) {
    bool const is_computed = name.starts_with('+');
    layout.details.push_back(is_computed ? name.substr(1) : name);
    if (!is_computed && !unknown_details(result, {.details = {name}}).empty()) wrong.push_back(name);
  }
  print_text(format_result(result, layout), use_pager);
  if (!wrong.empty())
    throw InputError("the result has no table '" + shown(wrong.front()) + "'", "",
                     suggest(wrong.front(), names_of_details(result)), "--details");
}

void Output::give(report::Part const& part) const {
  if (rank() != 0) return;
  if (!directory.empty()) report::write_files(directory, report::files_of(part.result));
  if (!report.empty()) write_report(report, {part});
  print(part.result);
}

void Output::give(Result const& result) const {
  if (!directory.empty()) require_folder_name(directory);
  if (!directory.empty() && !replace && rank() == 0) require_same_request(directory, run_id(result));
  give(report::part_of(result));
}

void Output::give(Experiment const& experiment, Result const& result) const {
  if (rank() != 0) return;
  if (!report.empty()) write_report(report, {report::part_of(result)});
  if (auto const document = experiment.document()) {
    if (!result.answer.empty()) print_error("note: " + result.answer);
    for (auto const& note : result.notes) print_error("note: " + note);
    if (directory.empty()) return fmt::print("{}", document->content);
    if (std::filesystem::is_directory(directory) || directory.ends_with('/'))
      return report::write_files(directory, {*document});
    return write_file(directory, document->content);
  }
  if (!directory.empty()) {
    auto files = report::files_of(result);
    for (auto& picture : verb::pictures_of(experiment, result, style))
      files.push_back(report::described(std::move(picture), result));
    report::write_files(directory, files);
  }
  print(result);
}

}  // namespace weft::app
