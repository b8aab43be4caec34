// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace weft::report {

/// The location of the engine that the explorer's page uses.
enum class ExplorerEngine {
  server,         ///< in the server that sent the page
  module_inside,  ///< in the page, as WebAssembly
  module_beside,  ///< in the file `module_file` in the directory of the page
};

inline constexpr std::string_view module_file = "weft.wasm.xz";

/// The explorer as one HTML file.
struct ExplorerPage {
  std::string html;
  std::string policy;  ///< Content-Security-Policy of the page: allows only scripts of this build
};

/// Returns the page; if !has_explorer_script(), a page that explains how to build the script. `link`: the
/// fragment of a link (the part after #), which determines the initial state if the address of the page has
/// no fragment, as in the frame of a notebook.
ExplorerPage explorer_page(ExplorerEngine engine, std::string_view link = {});

/// Return whether this build contains the script of the page (web/dist/explore.js.gz) and the WebAssembly
/// module (./run wasm).
bool has_explorer_script();
bool has_explorer_module();
/// Returns the bytes of `module_file`.
std::string_view explorer_module_bytes();

}  // namespace weft::report
