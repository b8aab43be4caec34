// SPDX-License-Identifier: Apache-2.0
#include "weft/app/config.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "weft/app/figure_style.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/io/file.hpp"
#include "weft/io/toml.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

/// Keys that apply to all commands.
constexpr std::array common_keys{"threads", "theme", "width"};
/// Parameters with a separate table: lists of key=value.
constexpr std::array tables{"cost", "layout"};

std::string environment_value(char const* name) {
  auto const* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before other threads run
  return value == nullptr ? std::string() : value;
}
bool is_in_environment(char const* name) {
  return std::getenv(name) != nullptr;
}  // NOLINT(concurrency-mt-unsafe)

/// Returns the path of the configuration file; empty if there is none. Does not check whether a file that
/// WEFT_CONFIG names exists: reading a missing one fails.
std::string config_path() {
  if (is_in_environment("WEFT_CONFIG")) return environment_value("WEFT_CONFIG");
  auto folder = std::filesystem::path(environment_value("XDG_CONFIG_HOME"));
  if (folder.empty()) {
    auto const home = environment_value("HOME");
    if (home.empty()) return {};
    folder = std::filesystem::path(home) / ".config";
  }
  auto const path = (folder / "weft.toml").string();
  std::error_code error;
  return std::filesystem::exists(path, error) ? path : std::string();
}

std::vector<std::string> names_of_params(std::vector<ParamDoc> const& params) {
  std::vector<std::string> all;
  for (auto const& param : params) all.push_back(param.name);
  return all;
}

/// Checks the value of a common key.
void check_common(std::string const& key, std::string const& value) {
  if (key == "threads") read_threads(value);
  if (key == "theme") detail::read_enum<chart::Theme>(key, value);
  if (key == "width") detail::read_enum<chart::Width>(key, value);
}

/// Checks the list key=value,.. of a table.
void check_table(std::string_view table, std::string const& text) {
  if (table == "cost") read_cost(text);
  if (table == "layout") read_layout(text);
}

/// Calls `check`; moves its InputError to `place`, a line of the file or an environment variable.
template <class Check>
void check_at(std::string const& place, Check const& check) {
  try {
    check();
  } catch (InputError const& error) { throw error.moved_to(place); }
}

std::string snake_case(std::string key) {
  std::ranges::replace(key, '-', '_');
  return key;
}

/// Returns a value of the file in the syntax of an option; a list in brackets.
std::string text_of(Toml const& value) {
  if (!value.is_list()) return value.as_argument();
  std::string text;
  for (auto const& each : value.as_list()) text += (text.empty() ? "[" : ",") + each.as_argument();
  return text.empty() ? "[]" : text + "]";
}

CatalogDoc const* find_verb(std::string_view name) {
  auto const verb = std::ranges::find(verb::verb_docs(), name, &CatalogDoc::name);
  return verb == verb::verb_docs().end() ? nullptr : &*verb;
}

std::string key_place(Toml const& value, Toml::Member const& member) {
  auto const file = value.place().substr(0, value.place().rfind(':', value.place().rfind(':') - 1));
  return fmt::format("{}:{}:{}", file, member.line, member.column);
}

}  // namespace

Config Config::read() {
  Config config;
  if (auto const path = config_path(); !path.empty()) config.read_file(path);
  config.read_environment();
  return config;
}

void Config::set(ConfigEntry entry) {
  std::erase_if(settings_, [&](ConfigEntry const& each) {
    return each.section == entry.section && each.key == entry.key;
  });
  settings_.push_back(std::move(entry));
}

void Config::read_file(std::string const& path) {
  file_ = path;
  auto const content = Toml::read(path);
  std::vector<std::string> sections{common_keys.begin(), common_keys.end()};
  sections.insert(sections.end(), tables.begin(), tables.end());
  for (auto const& verb : verb::verb_docs()) sections.push_back(verb.name);
  content.allow_keys(sections);
  for (auto const& member : content.as_table()) {
    auto const& [key, value, line, column] = member;
    if (std::ranges::find(common_keys, key) != common_keys.end()) {
      auto const at = key_place(value, member);
      auto const text = value.as_argument();
      check_at(at, [&] { check_common(key, text); });
      set({"", key, text, at});
      continue;
    }
    auto const* const verb = find_verb(key);
    bool const is_table = std::ranges::find(tables, key) != tables.end();
    if (verb != nullptr && !is_table) {
      for (auto const& inner : value.as_table()) {
        auto const param = std::ranges::find_if(
            verb->params, [&](ParamDoc const& each) { return is_called(each, snake_case(inner.key)); });
        if (param == verb->params.end() || !param->use.positional.empty())
          throw InputError(fmt::format("weft {} has no option '{}'", key, shown(inner.key)), "",
                           suggest(inner.key, names_of_params(verb->params)), key_place(inner.value, inner));
        set({key, param->name, text_of(inner.value), key_place(inner.value, inner)});
      }
      continue;
    }
    for (auto const& inner : value.as_table()) {
      auto const at = key_place(inner.value, inner);
      auto const text = text_of(inner.value);
      check_at(at, [&] { check_table(key, Spec{"x", {{inner.key, text}}}.to_string().substr(2)); });
      set({key, inner.key, text, at});
    }
  }
}

void Config::read_environment() {
  for (auto const& [name, key] : {std::pair{"WEFT_THREADS", "threads"}, std::pair{"WEFT_THEME", "theme"},
                                  std::pair{"WEFT_WIDTH", "width"}})
    if (auto const value = environment_value(name); !value.empty()) {
      check_at(name, [&] { check_common(key, value); });
      set({"", key, value, name});
    }
  for (auto const& [name, table] : {std::pair{"WEFT_COST", "cost"}, std::pair{"WEFT_LAYOUT", "layout"}})
    if (auto const value = environment_value(name); !value.empty()) {
      check_at(name, [&] { check_table(table, value); });
      for (auto const& argument : Spec::parse(fmt::format("{}:{}", table, value)).arguments)
        set({table, argument.key, argument.value, name});
    }
}

ConfigEntry const* Config::find(std::string_view key) const {
  for (auto const& setup : settings_)
    if (setup.section.empty() && setup.key == key) return &setup;
  return nullptr;
}

namespace {

/// Adds to the spec of an engine the options that it does not specify. Returns false if there are none, or if
/// `settings` belong to another engine.
bool add_options(std::string& engine, std::string const& settings) {
  auto own = at_place("engine", [&] { return Spec::parse(engine); });
  auto const other = Spec::parse(settings);
  auto const before = own.arguments.size();
  if (own.name != other.name) return false;
  for (auto const& option : other.arguments)
    if (std::ranges::find(own.arguments, option.key, &Spec::Argument::key) == own.arguments.end())
      own.arguments.push_back(option);
  engine = own.to_string();
  return own.arguments.size() > before;
}

}  // namespace

std::vector<ConfigEntry> Config::complete(Spec& request, CatalogDoc const& verb) const {
  std::vector<ConfigEntry> added;
  auto const given = [&](std::string_view key) {
    return std::ranges::find(request.arguments, key, &Spec::Argument::key);
  };
  for (auto const& setup : settings_) {
    if (setup.section != verb.name) continue;
    auto const own = given(setup.key);
    if (own == request.arguments.end())
      request.arguments.push_back({setup.key, setup.value});
    else if (setup.key != "engine" || !add_options(own->value, setup.value))
      continue;
    added.push_back(setup);
  }
  for (auto const* table : tables) {
    auto const param = std::ranges::find(verb.params, table, &ParamDoc::name);
    if (param == verb.params.end() || param->use.catalog != table) continue;
    auto const own = given(table);
    auto const text = own == request.arguments.end() ? std::string() : own->value;
    Spec list{table, {}};
    if (!text.empty()) list = at_place(table, [&] { return Spec::parse(fmt::format("{}:{}", table, text)); });
    auto const before = list.arguments.size();
    for (auto const& setup : settings_)
      if (setup.section == table &&
          std::ranges::find(list.arguments, setup.key, &Spec::Argument::key) == list.arguments.end()) {
        list.arguments.push_back({setup.key, setup.value});
        added.push_back({setup.section, table, setup.value, setup.place});
      }
    if (list.arguments.size() == before) continue;
    auto const whole = list.to_string().substr(std::string_view(table).size() + 1);
    if (own == request.arguments.end())
      request.arguments.push_back({table, whole});
    else
      own->value = whole;
  }
  return added;
}

InputError at_setting(InputError const& error, std::vector<ConfigEntry> const& settings) {
  auto const name = error.where.empty() ? error.parameter : error.where;
  auto const setup = std::ranges::find(settings, name, &ConfigEntry::key);
  return setup == settings.end() ? error : error.moved_to(setup->place);
}

namespace {

struct ConfigCommand {
  struct Params {};
  static constexpr std::string_view name = "config";
  static constexpr std::string_view doc = "the settings in effect, and the source of each";
  static constexpr std::string_view example = "weft config";
  static constexpr std::tuple<> schema{};
};

/// Returns the default of a common key as text.
std::string default_text(std::string_view key) {
  if (key == "threads") return "all cores";
  return detail::write_value(chart::Style{}.theme);
}

int show_config(ConfigCommand::Params const&, Output const& output) {
  auto const config = Config::read();
  Table table{"settings", "Settings", {{"section"}, {"key"}, {"value"}, {"from"}}, {}};
  for (auto const* key : common_keys)
    if (config.find(key) == nullptr)
      table.add_row(
          {"", key,
           std::string_view(key) == "width" ? detail::write_value(chart::Style{}.width) : default_text(key),
           "default"});
  for (auto const& [section, key, value, place] : config.settings())
    table.add_row({section, key, value, place});
  Result result;
  auto const count = config.settings().size();
  result.answer =
      config.file().empty()
          ? fmt::format("no file ~/.config/weft.toml; {} setting{} from the environment", count,
                        count == 1 ? "" : "s")
          : fmt::format("{}: {} from the defaults", config.file(),
                        count == 1 ? "1 setting differs" : fmt::format("{} settings differ", count));
  result.tables = {std::move(table)};
  output.give(result);
  return 0;
}

}  // namespace

Command config_command() { return command_of<ConfigCommand>(true, show_config); }

}  // namespace weft::app
