// SPDX-License-Identifier: Apache-2.0
#include "weft/report/files.hpp"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "weft/chart/svg.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/file_list.hpp"
#include "weft/io/file_name.hpp"
#include "weft/io/json.hpp"
#include "weft/io/npy.hpp"
#include "weft/io/table_writer.hpp"

namespace weft::report {
namespace {

/// Writes all files and their list, or no file: files are renamed after all are on disk. Returns their names.
std::vector<std::string> replace_files(std::filesystem::path const& folder,
                                       std::vector<OutputFile> const& files) {
  std::deque<AtomicFile> written;
  auto const write = [&](std::string const& name, std::string_view content) {
    auto const place = folder / name;
    if (std::filesystem::is_directory(place))
      throw InputError("cannot write " + place.string(), "the path is a directory", "specify a file",
                       "--output");
    auto& file = written.emplace_back(place);
    file.write(content);
    file.complete();
  };
  FileList list;
  for (auto const& each : files) {
    auto const file = file_name_for(each.name);
    write(file, each.content);
    list.add(file, each.content);
  }
  write(FileList::name, list.text());
  for (auto& file : written) file.commit();
  return list.names();
}

}  // namespace

OutputFile described(OutputFile file, Result const& result) {
  if (!file.name.ends_with(".svg")) return file;
  // Without the revision, so that a picture in a repository changes only if its numbers do.
  auto const version = result.version.substr(0, result.version.find('+'));
  auto text = fmt::format("weft {}, run {}, seed {}", version, run_id(result), result.seed);
  for (auto const& [key, value] : result.scenario) text += fmt::format("; {} = {}", key, value);
  auto const first_tag = file.content.find('>', file.content.find("<svg"));
  file.content.insert(first_tag + 1, "\n  <metadata>" + chart::escape_xml(text) + "</metadata>");
  return file;
}

std::vector<OutputFile> files_of(Result const& result) {
  std::vector<OutputFile> files;
  for (auto const& table : result.tables) files.push_back({table.name + ".csv", table_csv(table)});
  for (auto const& array : result.arrays) files.push_back({npy_file_name(array), npy_bytes(array)});
  files.push_back({"result.json", result_json(result)});
  return files;
}

void write_files(std::filesystem::path const& folder, std::vector<OutputFile> const& files) {
  std::error_code ignored;
  bool const is_new = !std::filesystem::exists(folder, ignored);
  make_directories(folder);
  try {
    auto const earlier = FileList(folder).names();
    auto const names = replace_files(folder, files);
    for (auto const& name : earlier)
      if (std::ranges::find(names, name) == names.end() && std::filesystem::path(name).filename() == name)
        std::filesystem::remove(folder / name);
  } catch (...) {
    if (is_new) std::filesystem::remove(folder, ignored);  // if it is empty
    throw;
  }
}

}  // namespace weft::report
