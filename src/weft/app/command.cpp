#include "weft/app/command.hpp"

#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/json.hpp"
#include "weft/io/standard_streams.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/mapping/scotch_library.hpp"
#include "weft/version.hpp"

namespace weft::app {
namespace {

std::vector<std::string> option_names(CLI::App const& app) {
  std::vector<std::string> names;
  for (auto const* option : app.get_options())
    for (auto const& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> verb_names(CLI::App const& app) {
  std::vector<std::string> names;
  for (auto const* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  return names;
}

/// What CLI11 complains about, in our words.
InputError in_our_words(CLI::ParseError const& error, CLI::App const& app, int argc,
                        char const* const* argv) {
  CLI::App const* verb = &app;
  for (auto const* chosen : app.get_subcommands()) verb = chosen;
  if (dynamic_cast<CLI::ExtrasError const*>(&error) != nullptr)
    for (auto const& word : verb == &app ? app.remaining() : verb->remaining(true))
      return word.starts_with("-") ? InputError("unknown option " + word, "",
                                                suggest(word.substr(0, word.find('=')), option_names(*verb)))
             : verb == &app ? InputError("unknown verb '" + word + "'", "", suggest(word, verb_names(app)))
                            : InputError("unexpected argument '" + word + "'", "",
                                         "see weft " + verb->get_name() + " --help");
  if (dynamic_cast<CLI::RequiredError const*>(&error) != nullptr && verb == &app && argc > 1 &&
      argv[1][0] != '-')
    return InputError("unknown verb '" + std::string(argv[1]) + "'", "", suggest(argv[1], verb_names(app)));
  std::string text = error.what();
  for (auto& c : text)
    if (c == '\n') c = ' ';
  return InputError(text, "", verb == &app ? "see weft --help" : "see weft " + verb->get_name() + " --help");
}

/// Prints to standard output; whether all of it arrived.
bool print_help(std::string const& text) {
  try {
    fmt::print("{}", text);
    flush_standard_output();
    return true;
  } catch (std::exception const& error) {
    report_line(error.what());
    return false;
  }
}

}  // namespace

void Output::add_to(CLI::App& verb) {
  auto* as_json = verb.add_flag("--json", json, "print the result as JSON");
  verb.add_flag("--csv", csv, "print the tables as CSV")->excludes(as_json);
  verb.add_flag("--wide", wide, "print long lines and cells whole instead of fitting the terminal");
  verb.add_option("-o,--output", directory,
                  "also write the result (JSON) and its tables (CSV) into this directory")
      ->check([](std::string const& path) {
        require_writable(path);
        return std::string();
      })
      ->type_name("DIR");
  verb.add_option("--threads", threads, "threads; results do not depend on them [all cores]")->type_name("N");
}

void Output::give(Result const& result) const {
  if (!directory.empty()) {
    make_directories(directory);
    std::filesystem::path const folder = directory;
    for (auto const& table : result.tables) write_file(folder / (table.name + ".csv"), table_csv(table));
    write_file(folder / "result.json", result_json(result));
  }
  if (json) {
    fmt::print("{}", result_json(result));
  } else if (csv) {
    for (std::size_t i = 0; i < result.tables.size(); ++i)
      fmt::print("{}{}", i == 0 ? "" : "\n", table_csv(result.tables[i]));
  } else {
    fmt::print("{}", result_text(result, text_width(STDOUT_FILENO, wide)));
  }
}

CLI::Option* add_positional(CLI::App& verb, char const* name, char const* key, std::string const& doc,
                            std::shared_ptr<Spec> const& spec) {
  auto const take = [spec, key](std::string const& text) { spec->arguments.push_back({key, text}); };
  return verb.add_option_function<std::string>(name, take, doc)->type_name("");
}

int run(int argc, char const* const* argv) {
  CLI::App app{"Weft: design, route, map and simulate supercomputer interconnects", "weft"};
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("weft {}\nScotch: {}", version, has_scotch() ? "yes" : "no"));
  app.set_help_all_flag("--help-all", "help of all verbs");
  for (auto* add : {add_list, add_show, add_route, add_simulate, add_sweep, add_compare, add_collective,
                    add_balance, add_load, add_map, add_schedule, add_deadlock, add_universality, add_draw,
                    add_export, add_run, add_docs, add_completion})
    add(app);
  keep_standard_descriptors();
  try {
    CatchInterrupts const catching;
    app.parse(argc, argv);
    flush_standard_output();
    return 0;
  } catch (CLI::Success const& success) {
    std::ostringstream help;
    int const status = app.exit(success, help, help);
    return print_help(help.str()) ? status : 2;
  } catch (CLI::ParseError const& error) {
    report_line(in_our_words(error, app, argc, argv).what());
  } catch (InputError const& error) { report_line(error.what()); } catch (Unmet const&) {
    return 3;
  } catch (Interrupted const&) {
    report_line("interrupted");
    return 130;
  } catch (std::system_error const& error) { report_line(error.what()); } catch (std::bad_alloc const&) {
    report_line(out_of_memory());
  } catch (std::exception const& error) {
    report_line(std::string("internal error: ") + error.what());
    return 1;
  }
  return 2;
}

std::string type_name_of(ParamDoc const& doc) {
  if (doc.type == "text") return "SPEC";
  std::string choices;
  for (auto const& [name, meaning] : doc.values) choices += (choices.empty() ? "" : "|") + name;
  return choices.empty() ? doc.type : choices;
}

}  // namespace weft::app
