// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/report/page.hpp"

namespace weft::report {

/// A figure on a page; with its network, if it shows one that can be explored.
PageFigure page_figure(chart::Figure const& figure);
PageFigure figure_with_network(Result const& result, chart::Figure const& figure);

/// The figures of a result. A result of another version, or one that was edited, may lack the data for them:
/// then the list is empty, and a note of the result states it.
std::vector<chart::Figure> saved_figures(Result& result);

/// The pictures of a directory by name, and these as figures of a part: the picture and, of charts, the
/// specification in the same directory.
std::vector<OutputFile> saved_pictures(std::filesystem::path const& folder);
void add_pictures(std::vector<OutputFile> const& pictures, std::filesystem::path const& folder, Part& part);

/// A result with its figures on a page: the figures of its verb, with their networks, or the given ones.
Part part_of(Result result);
Part part_of(Result result, std::vector<chart::Figure> const& figures);

/// A run of the study whose results are in `folder`: the figures of its tables, and figures that need arrays,
/// which are not stored, as `weft run --pictures` wrote them below runs/ID.
Part part_of_run(Result result, std::filesystem::path const& folder);

/// Saved results, side by side: each a result.json, a directory that -o wrote, or the directory of a study
/// with its runs. Their figures share scales; the comparison of two or more comes first. Throws InputError
/// for other paths.
std::vector<Part> saved_parts(std::vector<std::filesystem::path> const& saved, Detail detail);

/// Notes how many of these runs the page omits.
void note_omitted_runs(Part& part, std::size_t runs);

/// The ending of a chart as Vega-Lite; it replaces the ending of its picture.
inline constexpr char const* vega_lite_ending = ".vl.json";

/// Refuses a file that could not be written after the work. Throws InputError.
void require_writable_file(std::filesystem::path const& file);

/// Writes a page as a file, dated today. It appears complete or not at all.
void write_report(std::filesystem::path const& file, std::vector<Part> const& parts,
                  PageOptions options = {});

}  // namespace weft::report
