// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"
#include "weft/interop/booksim_configuration.hpp"

namespace weft {

/// A setting and its translation.
struct ImportedSetting {
  BooksimSetting setting;
  std::string becomes;  ///< part of the request; empty: no effect in Weft
  std::string note;
};

/// A configuration, translated to a request.
struct BooksimImport {
  Spec request;  ///< of the verb simulate
  std::vector<ImportedSetting> settings;
  std::vector<std::string> notes = {};  ///< differences between a run of BookSim and the request
};

/// Translates settings, with BookSim's defaults for missing keys. Throws InputError at the line of a setting
/// without a counterpart that would change the results.
BooksimImport import_booksim(std::vector<BooksimSetting> const& settings);
/// Returns an error about an option of the request, such as `speedup=1.5`, with the location of the setting
/// that became this option.
InputError at_setting(InputError const& error, BooksimImport const& imported);

}  // namespace weft
