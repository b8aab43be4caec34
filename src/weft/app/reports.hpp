#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "weft/experiment/experiment.hpp"
#include "weft/report/page.hpp"

namespace weft::app {

/// Refuses a file that could not be written after the work. Throws InputError.
void require_writable_file(std::filesystem::path const& file);

/// A result and its pictures on a page.
report::Part part_of(std::string verb, Result result, std::vector<OutputFile> const& pictures);

/// Writes a page as a file, dated today. It appears complete or not at all.
void write_report(std::filesystem::path const& file, std::vector<report::Part> const& parts,
                  report::PageOptions options = {});

}  // namespace weft::app
