#pragma once

#include <filesystem>
#include <vector>

#include "weft/report/page.hpp"

namespace weft::app {

/// report::write_report, which complains where this build has no scripts for it.
void write_report(std::filesystem::path const& file, std::vector<report::Part> const& parts,
                  report::PageOptions const& options = {});

}  // namespace weft::app
