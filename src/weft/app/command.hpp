#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "weft/app/app.hpp"
#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"

namespace weft::app {

/// Where and how a verb gives its result.
struct Output {
  bool json = false;
  bool csv = false;
  bool wide = false;
  std::string directory;
  unsigned threads = 0;

  /// Adds --json, --csv, --wide, -o and --threads to a verb.
  void add_to(CLI::App& verb);
  /// Prints the result (text, CSV or JSON); with -o, also writes it as JSON and each table as CSV into the directory.
  void give(Result const& result) const;
};

/// The result has been given, and is not what the person requires: exit status 3.
struct Unmet {};

/// One verb of the command. `add_NAME(app)` declares its options and what it does; each is defined in NAME.cpp. `map` is in load.cpp.
void add_list(CLI::App& app);
void add_show(CLI::App& app);
void add_route(CLI::App& app);
void add_simulate(CLI::App& app);
void add_sweep(CLI::App& app);
void add_compare(CLI::App& app);
void add_collective(CLI::App& app);
void add_balance(CLI::App& app);
void add_load(CLI::App& app);
void add_map(CLI::App& app);
void add_schedule(CLI::App& app);
void add_deadlock(CLI::App& app);
void add_universality(CLI::App& app);
void add_draw(CLI::App& app);
void add_export(CLI::App& app);
void add_run(CLI::App& app);
void add_docs(CLI::App& app);
void add_completion(CLI::App& app);

/// Adds an argument without a name, shown as `name`: its text ends up as the argument `key` of `spec`.
CLI::Option* add_positional(CLI::App& verb, char const* name, char const* key, std::string const& doc,
                            std::shared_ptr<Spec> const& spec);

/// How the value of an option is called in its help: its choices, if these are what it has.
std::string type_name_of(ParamDoc const& doc);

/// Adds the options that a schema describes, but for those named in `without`: their values end up as arguments of `spec`,
/// in the order given.
template <class Schema>
void add_schema_options(CLI::App& verb, Schema const& schema, std::shared_ptr<Spec> spec,
                        std::vector<std::string> const& without = {}) {
  for (ParamDoc const& doc : describe_params(schema)) {
    if (std::find(without.begin(), without.end(), doc.name) != without.end()) continue;
    std::string text = doc.doc;
    if (!doc.default_value.empty()) text += " [" + doc.default_value + "]";
    verb.add_option_function<std::string>(
            "--" + doc.name,
            [spec, name = doc.name](std::string const& value) {
              spec->arguments.push_back({name, value});
            },
            text)
        ->type_name(type_name_of(doc));
  }
}

/// Puts `--name` in front of an error about a schema's parameter `name`.
template <class Params, class Schema>
Params read_options(Schema const& schema, Spec const& spec) {
  try {
    return read_params<Params>(schema, spec);
  } catch (InputError const& error) {
    throw error.parameter.empty() ? error : error.at("--" + error.parameter);
  }
}

}  // namespace weft::app
