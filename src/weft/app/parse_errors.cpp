// SPDX-License-Identifier: Apache-2.0
#include "weft/app/parse_errors.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "weft/app/command.hpp"

namespace weft::app {
namespace {

std::vector<std::string> option_names(CLI::App const& verb) {
  std::vector<std::string> names;
  for (auto const* option : verb.get_options())
    for (auto const& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (auto const& command : commands()) names.push_back(command.doc.name);
  return names;
}

}  // namespace

InputError to_input_error(CLI::ParseError const& error, CLI::App const& app, int argc,
                          char const* const* argv) {
  CLI::App const* verb = &app;
  for (auto const* chosen : app.get_subcommands()) verb = chosen;
  auto options = option_names(*verb);
  if (verb != &app)
    for (auto const* asked : verb->get_subcommands())
      std::ranges::move(option_names(*asked), std::back_inserter(options));
  if (dynamic_cast<CLI::ExtrasError const*>(&error) != nullptr)
    for (auto const& word : verb == &app ? app.remaining() : verb->remaining(true))
      return word.starts_with("-")
                 ? InputError("unknown option " + word, "", suggest(word.substr(0, word.find('=')), options))
             : verb == &app ? InputError("unknown verb '" + word + "'", "", suggest(word, verb_names()))
                            : InputError("unexpected argument '" + word + "'", "",
                                         "see weft " + verb->get_name() + " --help");
  if (dynamic_cast<CLI::RequiredError const*>(&error) != nullptr && verb == &app && argc > 1)
    return argv[1][0] == '-'
               ? InputError("unknown option " + std::string(argv[1]), "", suggest(argv[1], option_names(app)))
               : InputError("unknown verb '" + std::string(argv[1]) + "'", "",
                            suggest(argv[1], verb_names()));
  std::string text = error.what();
  std::ranges::replace(text, '\n', ' ');
  if (auto const repeated = text.find(": At Most 1 required"); repeated != std::string::npos)
    return InputError(text.substr(0, repeated) + " is specified more than once");
  if (auto const lacks = text.find(": 1 required "); lacks != std::string::npos)
    return InputError(text.substr(0, lacks) + " needs a value");
  if (auto const excludes = text.find(" excludes "); excludes != std::string::npos)
    return conflict(text.substr(0, excludes), text.substr(excludes + std::string_view(" excludes ").size()),
                    "", "omit one of them");
  return InputError(text, "", verb == &app ? "see weft --help" : "see weft " + verb->get_name() + " --help");
}

}  // namespace weft::app
