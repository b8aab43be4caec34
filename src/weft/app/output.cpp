#include "weft/app/output.hpp"

#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/json.hpp"
#include "weft/io/table_writer.hpp"

namespace weft::app {

void complain(std::string const& line) { std::fputs(("weft: " + line + "\n").c_str(), stderr); }

void Output::check(Experiment const& experiment) const {
  if (experiment.gives_document() && (json || csv))
    throw InputError(json ? "--json" : "--csv", "the answer is a file in a format of its own",
                     "omit it, or the format or output");
}

void Output::print(Result const& result) const {
  if (json) {
    fmt::print("{}", result_json(result));
  } else if (csv) {
    for (std::size_t i = 0; i < result.tables.size(); ++i)
      fmt::print("{}{}", i == 0 ? "" : "\n", table_csv(result.tables[i]));
  } else {
    fmt::print("{}", result_text(result));
  }
}

void Output::write(Result const& result) const {
  std::filesystem::path const folder = directory;
  make_directories(folder);
  for (auto const& table : result.tables) write_file(folder / (table.name + ".csv"), table_csv(table));
  write_file(folder / "result.json", result_json(result));
}

void Output::give(Result const& result) const {
  if (!directory.empty()) write(result);
  print(result);
}

void Output::give(Experiment const& experiment, Result const& result) const {
  std::filesystem::path const folder = directory;
  if (experiment.gives_document()) {
    auto const [name, content] = experiment.document();
    for (auto const& note : result.notes) complain("note: " + note);
    if (directory.empty()) return fmt::print("{}", content);
    make_directories(folder);
    return write_file(folder / name, content);
  }
  give(result);
  if (directory.empty()) return;
  for (auto const& [name, content] : experiment.pictures(result)) write_file(folder / name, content);
}

}  // namespace weft::app
