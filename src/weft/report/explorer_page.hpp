// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace weft::report {

/// Where the explorer's page finds Weft.
enum class ExplorerEngine {
  server,         ///< in the server that it came from
  module_inside,  ///< in itself, as WebAssembly
  module_beside,  ///< in the file `module_file` of the same directory
};

inline constexpr std::string_view module_file = "weft.wasm.xz";

/// The explorer as one HTML file.
struct ExplorerPage {
  std::string html;
  std::string policy;  ///< its Content-Security-Policy: only scripts of this build run in it
};

/// The page. Without has_explorer_script() it explains only how to build the script. `link`: its first state
/// if its address has no link, as in the frame of a notebook: the part after # in a link.
ExplorerPage explorer_page(ExplorerEngine engine, std::string_view link = {});

/// Whether this build has the page's script (web/dist/explore.js.gz) and the module (./run wasm).
bool has_explorer_script();
bool has_explorer_module();
/// The bytes of `module_file`.
std::string_view explorer_module_bytes();

}  // namespace weft::report
