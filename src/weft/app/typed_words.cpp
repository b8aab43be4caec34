// SPDX-License-Identifier: Apache-2.0
#include "weft/app/typed_words.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/core/ranks.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/machines.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

using Words = std::vector<std::string>;

bool is_option(std::string const& word) { return word.size() > 2 && word.starts_with("--"); }
std::string name_in(std::string const& word) { return word.substr(0, word.find('=')); }

/// An alias or a former name of an option, and the current name.
struct Alias {
  std::string name, option;
  bool is_former = false;
};

CLI::App const* find_subcommand(CLI::App const& app, std::string const& name) {
  auto const found = app.get_subcommands([&](CLI::App const* verb) { return verb->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

/// The options of the commands on a command line: of the verb, and of the verb after `explore`.
class KnownOptions {
 public:
  KnownOptions(CLI::App const& app, Words const& words) {
    add(app);
    CLI::App const* level = &app;
    for (std::size_t i = 1; i < words.size() && level != nullptr; ++i) {
      if (words[i].starts_with('-')) continue;
      level = find_subcommand(*level, words[i]);
      if (level == nullptr) break;
      add(*level);
      for (auto const& command : commands())
        if (command.doc.name == words[i]) add(command.doc);
    }
  }

  bool has(std::string const& name) const { return std::ranges::find(options_, name) != options_.end(); }
  Alias const* alias(std::string const& name) const {
    auto const found = std::ranges::find(aliases_, name, &Alias::name);
    return found == aliases_.end() ? nullptr : &*found;
  }
  /// Returns the default of the option --engine; nullopt if the verb has no engine.
  std::optional<std::string> const& engine() const { return engine_; }

 private:
  void add(CLI::App const& verb) {
    for (auto const* option : verb.get_options())
      for (auto const& name : option->get_lnames()) options_.push_back("--" + name);
  }
  void add(CatalogDoc const& doc) {
    for (auto const& param : doc.params) {
      if (param.name == "engine") engine_ = param.default_value;
      if (param.use.positional.empty()) {
        add_names(param.use.aliases, option_name(param), false);
        add_names(param.use.former, option_name(param), true);
      }
      // The name of a repeated parameter is an alias of its option: --topologies, --jobs.
      if (!param.use.repeated.empty() && param.use.positional.empty())
        add_names(param.name, option_name(param), false);
    }
  }
  void add_names(std::string_view names, std::string const& option, bool is_former) {
    std::istringstream in{std::string(names)};
    for (std::string name; in >> name;) aliases_.push_back({"--" + in_kebab_case(name), option, is_former});
  }

  Words options_;
  std::vector<Alias> aliases_;
  std::optional<std::string> engine_;
};

/// Returns the engines with their parameters.
std::vector<CatalogDoc> const& engines() {
  static auto const all = [] {
    std::vector<CatalogDoc> docs;
    for (auto& section : verb::list_catalogs())
      if (section.kind == "engines") docs = std::move(section.entries);
    return docs;
  }();
  return all;
}

ParamDoc const* engine_param(std::string const& engine, std::string const& key) {
  auto const doc = std::ranges::find(engines(), engine, &CatalogDoc::name);
  if (doc == engines().end()) return nullptr;
  auto const param =
      std::ranges::find_if(doc->params, [&](ParamDoc const& each) { return is_called(each, key); });
  return param == doc->params.end() ? nullptr : &*param;
}

std::string option_key(std::string_view option) {
  std::string key(option.substr(2));
  std::ranges::replace(key, '-', '_');
  return key;
}

/// Options that the verb lacks but an engine has, which are moved into --engine.
class EngineOptions {
 public:
  EngineOptions(KnownOptions const& known, Words& words) : known_(known), words_(words) {
    for (std::size_t i = 1; i < words.size(); ++i)
      if (words[i] == "--engine" && i + 1 < words.size())
        stated_ = words[i + 1];
      else if (words[i].starts_with("--engine="))
        stated_ = words[i].substr(std::string_view("--engine=").size());
  }

  /// Removes the option at `i`, with its value, if it belongs to the engine.
  bool take(std::size_t i) {
    auto const option = name_in(words_[i]);
    auto const key = option_key(in_kebab_case(option));
    auto const* const param = find(key);
    if (param == nullptr) return false;
    bool const has_value = words_[i].size() > option.size();
    std::string value = has_value ? words_[i].substr(option.size() + 1) : "true";
    auto const at = words_.begin() + static_cast<std::ptrdiff_t>(i);
    bool const takes_next = !has_value && param->type != "boolean";
    if (takes_next) {
      if (i + 1 == words_.size()) return false;
      value = words_[i + 1];
    }
    words_.erase(at, at + (takes_next ? 2 : 1));
    if (given_.empty()) first_option_ = option;
    given_.push_back({param->name, value});
    return true;
  }

  /// Adds the removed options to --engine.
  void finish() {
    if (given_.empty()) return;
    auto engine = stated_ ? Spec::parse(*stated_) : Spec{engine_, {}};
    std::ranges::move(given_, std::back_inserter(engine.arguments));
    auto const text = engine.to_string();
    if (rank() == 0 && !stated_ && engine_ != known_.engine())
      print_error(
          fmt::format("note: {} is an option of engine {}: using --engine {}", first_option_, engine_, text));
    if (!stated_) {
      words_.insert(words_.end(), {"--engine", text});
      return;
    }
    for (std::size_t i = 1; i < words_.size(); ++i)
      if (words_[i] == "--engine")
        words_[i + 1] = text;
      else if (words_[i].starts_with("--engine="))
        words_[i] = "--engine=" + text;
  }

 private:
  /// Returns the parameter of the specified engine; if no engine is specified, of the first engine that has
  /// it, which becomes the engine of all options.
  ParamDoc const* find(std::string const& key) {
    if (stated_) return engine_param(stated_->substr(0, stated_->find(':')), key);
    if (!engine_.empty()) return engine_param(engine_, key);
    auto const& usual = *known_.engine();
    bool const any = usual.empty() || usual == "rounds";
    for (std::string const& engine : {std::string(any ? "flit" : usual), std::string(any ? "flow" : "flit"),
                                      std::string(any ? "rounds" : "flow")})
      if (auto const* const param = engine_param(engine, key)) {
        engine_ = engine;
        return param;
      }
    return nullptr;
  }

  KnownOptions const& known_;
  Words& words_;
  std::optional<std::string> stated_;
  std::string engine_, first_option_;
  std::vector<Spec::Argument> given_;
};

/// Returns whether the word is a network: a file, or a topology with or without parameters.
bool is_network(std::string const& word) {
  auto const topologies = topology_docs();
  return file_topology(word) ||
         std::ranges::find(topologies, word.substr(0, word.find(':')), &CatalogDoc::name) != topologies.end();
}

}  // namespace

std::string engine_option(CatalogDoc const& command, std::string const& parameter) {
  if (std::ranges::find(command.params, "engine", &ParamDoc::name) == command.params.end()) return {};
  bool const is_known = std::ranges::any_of(engines(), [&](CatalogDoc const& engine) {
    return std::ranges::find(engine.params, parameter, &ParamDoc::name) != engine.params.end();
  });
  return is_known ? "--" + in_kebab_case(parameter) : std::string();
}

std::vector<std::string> current_words(CLI::App const& app, std::vector<std::string> words) {
  bool const is_file = words.size() > 1 && !words[1].starts_with('-') &&
                       find_subcommand(app, words[1]) == nullptr && file_topology(words[1]);
  if (is_file) words.insert(words.begin() + 1, "show");
  auto const* const explore =
      words.size() > 2 && words[1] == "explore" ? find_subcommand(app, words[1]) : nullptr;
  if (explore != nullptr && find_subcommand(*explore, words[2]) == nullptr && is_network(words[2]))
    words.insert(words.begin() + 2, "show");
  KnownOptions const known(app, words);
  EngineOptions of_engine(known, words);
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    if (!is_option(words[i])) continue;
    auto const name = name_in(words[i]);
    auto current = in_kebab_case(name);
    bool is_quiet = false;
    if (!known.has(current)) {
      auto const* const alias = known.alias(current);
      if (alias == nullptr) {
        if (known.engine() && of_engine.take(i)) --i;
        continue;
      }
      current = alias->option;
      is_quiet = !alias->is_former;
    }
    if (name == current) continue;
    if (rank() == 0 && !is_quiet) print_error(fmt::format("note: {} is now spelled {}", name, current));
    words[i].replace(0, name.size(), current);
  }
  of_engine.finish();
  return words;
}

}  // namespace weft::app
