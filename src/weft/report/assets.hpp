#pragma once

#include <string_view>

/// Files that the build puts into Weft (cmake/WeftEmbed.cmake); the script is empty without web/dist.
namespace weft::report {

std::string_view page_style();       ///< src/weft/report/page.css
std::string_view page_loader();      ///< src/weft/report/loader.js
std::string_view script_gzip();      ///< web/dist/report.js.gz
std::string_view script_digest();    ///< web/dist/report.js.sha256: of the script as it runs, in base64
std::string_view script_licenses();  ///< web/dist/LICENSES.txt

}  // namespace weft::report
