// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <span>
#include <sstream>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "weft/app/command.hpp"
#include "weft/app/config.hpp"
#include "weft/app/figure_style.hpp"
#include "weft/app/help.hpp"
#include "weft/app/options.hpp"
#include "weft/app/parse_errors.hpp"
#include "weft/app/typed_words.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/interrupt_request.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/ranks.hpp"
#include "weft/core/time_limit.hpp"
#include "weft/io/file.hpp"
#include "weft/io/program/otf2_trace.hpp"
#include "weft/io/text_layout.hpp"
#include "weft/mapping/scotch_library.hpp"
#include "weft/report/parts.hpp"
#include "weft/server/session_program.hpp"
#include "weft/study/key_doc.hpp"
#include "weft/topology/machines.hpp"
#include "weft/verb/schema.hpp"
#include "weft/verb/verb.hpp"
#include "weft/version.hpp"

namespace weft::app {
namespace {

constexpr int unmet = 3;
/// Maximum time of a run without --long.
constexpr double max_seconds = 600;

/// Prints statistics of the messages between ranks and of their memory on rank 0.
void report_ranks() {
  if (num_ranks() == 1) return;
  auto const mine = rank_traffic();
  auto const bytes = sum_over_ranks(mine.bytes), messages = sum_over_ranks(mine.messages);
  auto const waited = sum_over_ranks(static_cast<std::uint64_t>(mine.seconds * 1e6));
  auto const held = max_over_ranks(peak_memory());
  if (rank() != 0) return;
  auto const gigabytes = [](std::uint64_t number) { return static_cast<double>(number) / 1e9; };
  print_error(
      fmt::format("note: {} ranks sent {:.3g} GB in {} messages, which took {:.3g} s on average, and held at "
                  "most {:.3g} GB each",
                  num_ranks(), gigabytes(bytes), messages, static_cast<double>(waited) / 1e6 / num_ranks(),
                  gigabytes(held)));
}

/// Throws InputError if the estimate of the experiment does not fit in memory, which is divided among the
/// ranks, or if a run takes too long even in `min_fraction` of the estimated time.
void reject_excessive_request(Experiment const& experiment, std::string const& verb, Progress& progress) {
  constexpr double min_fraction = 0.4;  // minimum fraction of the estimated time (core/estimate.hpp)
  auto const estimate = experiment.estimate();
  require_memory(static_cast<std::uint64_t>(estimate.bytes / num_ranks()), verb,
                 "choose a smaller case, or add --long");
  if (estimate.seconds * min_fraction > max_seconds) progress.expect(estimate.seconds, verb);
}

int run_verb(Spec const& request, Output const& output) {
  TerminalProgress terminal;
  Progress& shown = rank() == 0 ? static_cast<Progress&>(terminal) : no_progress();
  TimeLimit limited(shown, max_seconds);
  Progress& progress = output.long_run ? shown : limited;
  ProgressOfThread const listens(progress);
  auto const experiment = verb::assemble(request);
  output.check(*experiment);
  if (!output.long_run) reject_excessive_request(*experiment, request.name, progress);
  auto const result = experiment->run(progress);
  report_ranks();
  output.give(*experiment, result);
  return experiment->meets_requirement(result) ? 0 : unmet;
}

std::vector<Command> make_commands() {
  std::vector<Command> all;
  for (auto const& doc : verb::verb_docs()) all.push_back({doc, true, true, false, run_verb});
  all.push_back(explore_command());
  all.push_back(run_command());
  all.push_back(explain_command());
  all.push_back(results_command());
  all.push_back(report_command());
  all.push_back(figure_command());
  all.push_back(docs_command());
  all.push_back(completion_command());
  all.push_back(import_command());
  all.push_back(config_command());
  all.push_back(help_command());
  all.push_back(version_command());
  return all;
}

/// The parsed arguments of one command.
struct Given {
  Spec request;
  Output output;
};

/// Adds the option of a parameter, the value of which becomes an argument of the request.
void add_argument(CLI::App& verb, ParamDoc const& doc, std::shared_ptr<Given> const& given) {
  add_option(verb, doc, [given, key = doc.name](std::string const& value) {
    given->request.arguments.push_back({key, value});
  });
}

/// Adds an option with a choice of values, for the figures that -o writes.
template <class Choice>
void add_choice(CLI::App& verb, char const* name, Choice& choice, std::string const& doc) {
  std::string names;
  for (auto const& value : enum_values<Choice>) names += (names.empty() ? "" : "|") + std::string(value.name);
  verb.add_option_function<std::string>(
          name,
          [&choice, name](std::string const& text) {
            choice = at_place(name, [&] { return detail::read_enum<Choice>(name + 2, text); });
          },
          doc + " that -o writes")
      ->type_name(names);
}

void add_directory(CLI::App& verb, Output& output) {
  verb.add_option("-o,--output", output.directory,
                  "also write the result (JSON), its tables (CSV) and pictures (SVG) into this directory")
      ->check([](std::string const& path) {
        require_writable(path);
        return std::string();
      })
      ->type_name("DIR");
}

void add_report(CLI::App& verb, Output& output) {
  verb.add_option("--report", output.report,
                  "also write the result with its figures as one HTML file that can be mailed")
      ->check([](std::string const& path) {
        report::require_writable_file(path);
        return std::string();
      })
      ->type_name("FILE");
}

void add_output(CLI::App& verb, Command const& command, std::shared_ptr<Given> const& given) {
  auto const& doc = command.doc;
  auto& output = given->output;
  if (command.is_limited)
    verb.add_flag("--long", output.long_run, "allow runs estimated at more than 10 minutes");
  auto* json = verb.add_flag("--json", output.json, "print the result as JSON");
  verb.add_flag("--csv", output.csv, "print the tables as CSV")->excludes(json);
  verb.add_option_function<std::string>(
          "--threads",
          [&output](std::string const& text) {
            output.threads = at_place("--threads", [&] { return read_threads(text); });
          },
          "number of threads; results do not depend on it [all cores]")
      ->type_name("N");
  bool const writes_one_file = std::ranges::find(doc.params, "output", &ParamDoc::name) != doc.params.end();
  add_print_options(verb, doc, !writes_one_file, given->request, output);
  if (!writes_one_file) add_directory(verb, output);
  if (!writes_one_file || verb::has_figures(doc.name)) add_report(verb, output);
  if (writes_one_file) return;
  add_choice(verb, "--theme", output.style.theme, theme_doc);
  add_choice(verb, "--width", output.style.width, width_doc);
  add_choice(verb, "--style", output.style.look, style_doc);
}

/// Returns an error about a parameter as an error about the option of the command.
InputError as_option(InputError error, CatalogDoc const& doc) {
  auto name = error.where.empty() ? error.parameter : error.where;
  if (name.empty()) return error;
  auto found = std::ranges::find(doc.params, name, &ParamDoc::name);
  if (found == doc.params.end())
    found =
        std::ranges::find_if(doc.params, [&](ParamDoc const& param) { return param.use.repeated == name; });
  if (found != doc.params.end())
    name = found->use.positional.empty() ? option_name(*found) : std::string(found->use.positional);
  else if (auto const option = engine_option(doc, name); !option.empty())
    name = option;
  else
    return error;
  return error.moved_to(name);
}

/// Adds the verbs with their parameters as subcommands of a command. The request becomes the value of its
/// parameter `ask`.
void add_verbs(CLI::App& command, std::shared_ptr<Given> const& given) {
  for (auto const& doc : verb::verb_docs()) {
    auto* verb = command.add_subcommand(doc.name, doc.doc)->fallthrough()->group("");
    auto asked = std::make_shared<Given>();
    asked->request.name = doc.name;
    for (auto const& param : doc.params) add_argument(*verb, param, asked);
    verb->callback([&doc, asked, given] {
      try {
        verb::assemble(asked->request);
      } catch (InputError const& error) { throw as_option(error, doc); }
      given->request.arguments.push_back({"ask", asked->request.to_string()});
    });
  }
}

/// Adds the user's settings that the command line does not specify. Returns the settings added to the
/// request.
std::vector<ConfigEntry> apply_config(Command const& command, CLI::App const& verb, Given& given) {
  auto const config = Config::read();
  for (char const* const key : {"theme", "width"})  // of commands that write a picture
    if (auto const* entry = config.find(key);
        entry != nullptr && std::ranges::count(command.doc.params, key, &ParamDoc::name) > 0 &&
        std::ranges::count(given.request.arguments, key, &Spec::Argument::key) == 0)
      given.request.arguments.push_back({key, entry->value});
  if (!command.gives_result) return {};
  auto const setting = [&](char const* key) -> ConfigEntry const* {
    auto const* const option = verb.get_option_no_throw(fmt::format("--{}", key));
    return option == nullptr || option->count() > 0 ? nullptr : config.find(key);
  };
  if (auto const* threads = setting("threads")) given.output.threads = read_threads(threads->value);
  if (auto const* theme = setting("theme"))
    given.output.style.theme = detail::read_enum<chart::Theme>("theme", theme->value);
  if (auto const* width = setting("width"))
    given.output.style.width = detail::read_enum<chart::Width>("width", width->value);
  return command.is_limited ? config.complete(given.request, command.doc) : std::vector<ConfigEntry>{};
}

void add_command(CLI::App& app, Command const& command, int& status) {
  auto* verb = app.add_subcommand(command.doc.name, command.doc.doc);
  auto given = std::make_shared<Given>();
  given->request.name = command.doc.name;
  for (auto const& param : command.doc.params) add_argument(*verb, param, given);
  if (command.gives_result) add_output(*verb, command, given);
  if (command.accepts_verb) add_verbs(*verb, given);
  for (auto* option : verb->get_options())  // options of many verbs
    if (option != verb->get_help_ptr() && option->get_group() == "Options") option->group("Output");
  verb->callback([&command, given, &status, verb] {
    auto const added = apply_config(command, *verb, *given);
    Threads const threads{given->output.threads};
    try {
      status = command.run(given->request, given->output);
    } catch (InputError const& error) { throw as_option(at_setting(error, added), command.doc); }
  });
}

void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw InputError("cannot write to standard output", "is it closed, or is the disk full?");
}

/// Returns the requested help: of weft, of the given verb, or of all verbs.
std::string requested_help(CLI::App const& app, int argc, char const* const* argv, bool of_all) {
  auto const detail = std::find(argv, argv + argc, std::string_view("--help")) != argv + argc
                          ? HelpDetail::full
                          : HelpDetail::brief;
  std::string text;
  for (auto const& command : commands()) {
    auto const* const verb = app.get_subcommand(command.doc.name);
    if (of_all)
      text += help_text(*verb, command.doc, HelpDetail::full) + "\n";
    else if (verb->parsed())
      return help_text(*verb, command.doc, detail);
  }
  return of_all ? help_text(HelpDetail::full) + "\n" + text : help_text(detail);
}

/// Parses the command line and runs the command.
int parse_and_run(CLI::App& app, int argc, char const* const* argv, int const& status) {
  try {
    InterruptGuard const catching;
    try {
      app.parse(argc, argv);
      flush_output();
    } catch (...) {
      throw_if_interrupted();  // a wait interrupted by a signal also throws
      throw;
    }
    return status;
  } catch (CLI::Success const& success) {
    bool const of_all = dynamic_cast<CLI::CallForAllHelp const*>(&success) != nullptr;
    std::ostringstream version;
    if (of_all || dynamic_cast<CLI::CallForHelp const*>(&success) != nullptr)
      print_help(requested_help(app, argc, argv, of_all));
    else if (auto const code = app.exit(success, version); code == 0)
      print_help(version.str());
    flush_output();
    return 0;
  } catch (CLI::ParseError const& error) { throw to_input_error(error, app, argc, argv); }
}

}  // namespace

std::vector<Command> const& commands() {
  static std::vector<Command> const all = make_commands();
  return all;
}

void add_commands(CLI::App& app, int& status) {
  for (auto const& command : commands()) add_command(app, command, status);
}

std::string list_of(std::vector<std::string> const& items) {
  return fmt::format("{}", fmt::join(items, std::string_view("\0", 1)));  // no path contains this character
}

std::vector<std::string> items_of(std::string const& list) {
  std::vector<std::string> items;
  std::istringstream in(list);
  for (std::string item; std::getline(in, item, '\0');) items.push_back(item);
  return items;
}

/// The maximum of --threads, as in Python.
constexpr unsigned max_threads = 1024;

unsigned read_threads(std::string const& text) {
  auto const count = read_integer("threads", text);
  if (count < 0 || count > max_threads)
    reject_value("threads", text, fmt::format("must be in [0, {}]", max_threads));
  return static_cast<unsigned>(count);
}

namespace {

std::string version_text() {
  auto const yes_or_no = [](bool has) { return has ? "yes" : "no"; };
  return fmt::format("weft {}\nScotch: {}\nMPI: {}\nOTF2: {}", build_version,
                     yes_or_no(mapping::has_scotch()), yes_or_no(has_mpi()), yes_or_no(has_otf2()));
}

struct Version {
  struct Params {};
  static constexpr std::string_view name = "version";
  static constexpr std::string_view doc = "print the version, and the libraries in use";
  static constexpr std::tuple<> schema{};
};

/// Runs the command on this rank; converts exceptions to outcomes.
CommandOutcome run_on_this_rank(int argc, char const* const* argv) {
  try {
    CLI::App app{"Weft: design, route, map and simulate supercomputer interconnects", "weft"};
    app.require_subcommand(argc > 1 ? 1 : 0);
    app.set_version_flag("--version", version_text());
    app.set_help_all_flag("--help-all", "help of all verbs");
    int status = 0;
    add_commands(app, status);
    auto const words = current_words(app, {argv, argv + argc});
    argc = static_cast<int>(words.size());
    if (argc == 1) print_help(help_text(HelpDetail::brief));
    std::vector<char const*> pointers;
    for (auto const& word : words) pointers.push_back(word.c_str());
    return {parse_and_run(app, argc, pointers.data(), status)};
  } catch (InputError const& error) { return {2, error.what()}; } catch (Interrupted const&) {
    return {130, "interrupted"};
  } catch (std::filesystem::filesystem_error const& error) {
    return {2, fmt::format("cannot use {} ({})", error.path1().string(), error.code().message())};
  } catch (std::system_error const& error) { return {2, error.what()}; } catch (std::bad_alloc const&) {
    return {2, out_of_memory()};
  } catch (std::exception const& error) { return {1, std::string("internal error: ") + error.what()}; }
}

/// Redirects standard output to /dev/null on ranks other than 0.
void silence_other_ranks() {
  if (rank() == 0) return;
  int const nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
}

}  // namespace

Command version_command() {
  return command_of<Version>(false, [](Version::Params const&, Output const&) {
    fmt::print("{}\n", version_text());
    return 0;
  });
}

int run(int argc, char const* const* argv) {
  open_standard_descriptors();
  verb::describe_studies_by(study::schema_definitions);
  if (argc >= 3 && argv[1] == server::session_program)
    return server::run_session(std::span(argv, static_cast<std::size_t>(argc)).subspan(2));
  enable_interrupt_deadline();
  try {
    RankScope ranks;
    silence_other_ranks();
    auto const report = [](std::string const& message) {
      mark_interrupt_reported();
      print_error(message);
    };
    return ranks.end_all_ranks(run_on_this_rank(argc, argv), report);
  } catch (InputError const& error) {
    print_error(error.what());
    return 2;
  }
}

}  // namespace weft::app
