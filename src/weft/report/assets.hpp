// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Files that the build embeds in Weft (cmake/WeftEmbed.cmake); a file that does not exist is empty.
namespace weft::report {

std::string_view page_style();       ///< src/weft/report/page.css
std::string_view page_loader();      ///< src/weft/report/loader.js
std::string_view script_gzip();      ///< web/dist/report.js.gz
std::string_view script_digest();    ///< web/dist/report.js.sha256: of the script as it runs, in base64
std::string_view script_licenses();  ///< web/dist/LICENSES.txt

std::string_view explorer_style();   ///< src/weft/report/explorer.css
std::string_view explorer_loader();  ///< src/weft/report/explorer_loader.js
std::string_view explorer_script();  ///< web/dist/explore.js.gz
std::string_view explorer_digest();  ///< web/dist/explore.js.sha256: of the script as it runs, in base64
std::string_view explorer_worker();  ///< web/dist/explore-worker.js.gz
std::string_view explorer_module();  ///< build/wasm/module/weft.wasm.xz: written by ./run wasm

}  // namespace weft::report
