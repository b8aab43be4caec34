// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/core/error.hpp"
#include "weft/core/progress.hpp"
#include "weft/interop/booksim_import.hpp"
#include "weft/io/file.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

struct Import {
  struct Params {
    std::string file = {};
    bool run = false;
  };
  static constexpr std::string_view name = "import";
  static constexpr std::string_view doc = "turn a BookSim configuration into a weft command";
  static constexpr std::string_view example = "weft import torus88.cfg\nweft import torus88.cfg --run";
  static constexpr std::tuple schema{
      param("file", &Params::file, "BookSim 2 configuration file, with lines of the form key = value;")
          .positional("FILE")
          .required(),
      param("run", &Params::run, "run the command instead of printing it")};
};

/// Returns the text as one word for a shell.
std::string shell_word(std::string const& text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:=,/@+%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string quoted = "'";
  for (char const c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string command_line(Spec const& request) {
  auto line = "weft " + request.name;
  for (auto const& [key, value] : request.arguments)
    line += key == "topology" ? " " + shell_word(value)
                              : fmt::format(" --{} {}", in_kebab_case(key), shell_word(value));
  return line;
}

int import_file(Import::Params const& params, Output const& output) {
  auto const imported = import_booksim(parse_booksim(read_file(params.file), params.file));
  auto const experiment = [&] {
    try {
      return verb::assemble(imported.request);
    } catch (InputError const& error) { throw at_setting(error, imported); }
  }();
  if (params.run) {
    TerminalProgress progress;
    auto result = experiment->run(progress);
    result.notes.insert(result.notes.begin(), imported.notes.begin(), imported.notes.end());
    output.give(*experiment, result);
    return 0;
  }
  Result result;
  result.answer = command_line(imported.request);
  Table table{"settings", "Settings of BookSim", {{"key"}, {"value"}, {"weft"}, {"note"}}, {}};
  for (auto const& [setting, becomes, note] : imported.settings)
    table.add_row({setting.key, setting.value, becomes, note});
  result.tables = {std::move(table)};
  result.notes = imported.notes;
  output.give(result);
  return 0;
}

}  // namespace

Command import_command() { return command_of<Import>(true, import_file); }

}  // namespace weft::app
