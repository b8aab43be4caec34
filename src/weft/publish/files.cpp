#include "weft/publish/files.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "weft/chart/svg.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/json.hpp"
#include "weft/io/npy.hpp"
#include "weft/io/table_writer.hpp"

namespace weft::publish {
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

OutputFile described(OutputFile file, Result const& result) {
  if (!file.name.ends_with(".svg")) return file;
  // Without the revision: a picture in a repository stays the same where its numbers do.
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
  for (auto const& array : result.arrays) files.push_back({file_of(array), npy_bytes(array)});
  files.push_back({"result.json", result_json(result)});
  return files;
}

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

}  // namespace weft::publish
