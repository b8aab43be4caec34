#include <algorithm>
#include <cstdio>
#include <fstream>

#include <fmt/format.h>
#include <unistd.h>

#include "weft/app/command.hpp"
#include "weft/app/reports.hpp"
#include "weft/chart/svg.hpp"
#include "weft/core/error.hpp"
#include "weft/core/ranks.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/json.hpp"
#include "weft/io/npy.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {

void complain(std::string const& line) { std::fputs(("weft: " + line + "\n").c_str(), stderr); }

void Output::check(Experiment const& experiment) const {
  if (experiment.gives_document() && (json || csv))
    throw InputError(json ? "--json" : "--csv", "the answer is a file with a form of its own",
                     "omit it, or the format or output");
}

void Output::print(Result const& result) const {
  if (json) {
    fmt::print("{}", result_json(result));
  } else if (csv) {
    for (std::size_t i = 0; i < result.tables.size(); ++i)
      fmt::print("{}{}", i == 0 ? "" : "\n", table_csv(result.tables[i]));
  } else {
    fmt::print("{}", result_text(result, text_width(STDOUT_FILENO, wide)));
  }
}

void Output::give(report::Part const& part) const {
  if (rank() != 0) return;
  if (!directory.empty()) write_files(directory, files_of(part.result));
  if (!report.empty()) write_report(report, {part});
  print(part.result);
}

void Output::give(Result const& result) const { give(part_of(result)); }

void Output::give(Experiment const& experiment, Result const& result) const {
  if (rank() != 0) return;
  if (!report.empty()) write_report(report, {part_of(result)});
  if (experiment.gives_document()) {
    auto const document = experiment.document();
    for (auto const& note : result.notes) complain("note: " + note);
    return directory.empty() ? fmt::print("{}", document.content) : write_files(directory, {document});
  }
  if (!directory.empty()) {
    auto files = files_of(result);
    for (auto& picture : verb::pictures_of(experiment, result, style))
      files.push_back(described(std::move(picture), result));
    write_files(directory, files);
  }
  print(result);
}

OutputFile described(OutputFile file, Result const& result) {
  if (!file.name.ends_with(".svg")) return file;
  auto text = fmt::format("weft {}, run {}, seed {}", result.version, run_id(result), result.seed);
  for (auto const& [key, value] : result.scenario) text += fmt::format("; {} = {}", key, value);
  auto const first_tag = file.content.find('>', file.content.find("<svg"));
  file.content.insert(first_tag + 1, "\n  <metadata>" + chart::escape_xml(text) + "</metadata>");
  return file;
}

std::vector<OutputFile> files_of(Result const& result) {
  std::vector<OutputFile> files;
  for (auto const& table : result.tables) files.push_back({table.name + ".csv", table_csv(table)});
  for (auto const& array : result.arrays) files.push_back({file_of(array), npy_bytes(array)});
  files.push_back({"result.json", result_json(result)});
  return files;
}

namespace {

/// Lists what a call of write_files wrote.
constexpr char const* list_of_files = ".weft-files";

std::vector<std::string> files_of_earlier_call(std::filesystem::path const& folder) {
  std::vector<std::string> names;
  std::ifstream list(folder / list_of_files);
  for (std::string name; std::getline(list, name);) names.push_back(name);
  return names;
}

}  // namespace

void write_files(std::filesystem::path const& folder, std::vector<OutputFile> const& files) {
  make_directories(folder);
  for (auto const& [name, content] : files)
    if (std::filesystem::is_directory(folder / name))
      throw InputError("cannot write " + (folder / name).string(), "it is a directory", "", "--output");
  auto const earlier = files_of_earlier_call(folder);
  std::string list;
  for (auto const& [name, content] : files) {
    write_file(folder / name, content);
    list += name + "\n";
  }
  for (auto const& name : earlier)
    if (std::ranges::find(files, name, &OutputFile::name) == files.end() &&
        std::filesystem::path(name).filename() == name)
      std::filesystem::remove(folder / name);
  write_file(folder / list_of_files, list);
}

}  // namespace weft::app
