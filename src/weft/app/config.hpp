// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/app/command.hpp"
#include "weft/core/error.hpp"

/// User settings for all commands, from a file (~/.config/weft.toml) and from environment variables. Studies,
/// Python and the explorer do not use them: their requests are complete.
namespace weft::app {

/// One setting, and where it is defined.
struct ConfigEntry {
  std::string section;  ///< a verb, `cost` or `layout`; empty: for all commands
  std::string key, value;
  std::string place;  ///< file:line:column, or the environment variable
};

class Config {
 public:
  /// Reads the file that WEFT_CONFIG names (if not empty), else $XDG_CONFIG_HOME/weft.toml, else
  /// ~/.config/weft.toml if it exists; then the environment variables WEFT_THREADS, WEFT_THEME, WEFT_WIDTH,
  /// WEFT_COST and WEFT_LAYOUT, which replace settings of the file. Throws InputError at file:line:column.
  static Config read();

  /// Returns all settings; later ones replace earlier ones.
  std::vector<ConfigEntry> const& settings() const { return settings_; }
  /// Returns the path of the configuration file; empty if there is none.
  std::string const& file() const { return file_; }
  /// Returns a setting for all commands, such as threads, or null.
  ConfigEntry const* find(std::string_view key) const;

  /// Adds the settings that apply to `verb` and that the request does not specify, including prices and
  /// layout. Returns the settings added.
  std::vector<ConfigEntry> complete(Spec& request, CatalogDoc const& verb) const;

 private:
  void read_file(std::string const& path);
  void read_environment();
  void set(ConfigEntry entry);

  std::string file_;
  std::vector<ConfigEntry> settings_;
};

/// Returns the error at the location of the setting that it concerns; unchanged if it concerns none of
/// `settings`.
InputError at_setting(InputError const& error, std::vector<ConfigEntry> const& settings);

}  // namespace weft::app
