// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/app/command.hpp"
#include "weft/core/error.hpp"

/// Settings of users for all commands: in a file (~/.config/weft.toml) and in variables of the environment.
/// Studies, Python and the explorer do not read it: their requests are whole.
namespace weft::app {

/// One setting, and where it was made.
struct ConfigEntry {
  std::string section;  ///< a verb, `cost`, `layout`; empty: of all commands
  std::string key, value;
  std::string place;  ///< file:line:column, or the variable
};

class Config {
 public:
  /// Reads the file that WEFT_CONFIG names (if not empty), else $XDG_CONFIG_HOME/weft.toml, else
  /// ~/.config/weft.toml if it is there; then the variables WEFT_THREADS, WEFT_THEME, WEFT_WIDTH, WEFT_COST
  /// and WEFT_LAYOUT, which replace settings of the file. Throws InputError at file:line:column.
  static Config read();

  /// Later settings replace earlier ones.
  std::vector<ConfigEntry> const& settings() const { return settings_; }
  /// The path of the file; empty without a file.
  std::string const& file() const { return file_; }
  /// A setting of all commands, such as threads.
  ConfigEntry const* find(std::string_view key) const;

  /// Adds to a request the settings of its verb that it does not state itself, and the prices and the layout.
  /// Returns the added ones.
  std::vector<ConfigEntry> complete(Spec& request, CatalogDoc const& verb) const;

 private:
  void read_file(std::string const& path);
  void read_environment();
  void set(ConfigEntry entry);

  std::string file_;
  std::vector<ConfigEntry> settings_;
};

/// The error, with the line of the setting that it is about.
InputError at_setting(InputError const& error, std::vector<ConfigEntry> const& settings);

}  // namespace weft::app
