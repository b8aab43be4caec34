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

/// Return a figure for a page; figure_with_network() adds the network if the figure shows one that can be
/// explored.
PageFigure page_figure(chart::Figure const& figure);
PageFigure figure_with_network(Result const& result, chart::Figure const& figure);

/// Returns the figures of a result. If the data for them are missing, as in results of other versions or
/// edited ones, returns an empty list and adds a note to the result.
std::vector<chart::Figure> saved_figures(Result& result);

/// saved_pictures() returns the SVG pictures of a directory, sorted by name; add_pictures() adds them to a
/// part as figures, charts with the Vega-Lite specification in the same directory.
std::vector<OutputFile> saved_pictures(std::filesystem::path const& folder);
void add_pictures(std::vector<OutputFile> const& pictures, std::filesystem::path const& folder, Part& part);

/// Returns a result as a part of a page: with the figures of its verb and their networks, or with the given
/// figures.
Part part_of(Result result);
Part part_of(Result result, std::vector<chart::Figure> const& figures);

/// Returns a run of the study with results in `folder` as a part: with figures of its tables, and with the
/// pictures of its arrays, which are not stored, as `weft run --pictures` wrote them to runs/ID.
Part part_of_run(Result result, std::filesystem::path const& folder);

/// Returns saved results as parts: each path is a result.json, a directory that -o wrote, or the directory of
/// a study with its runs. Their figures share scales; a comparison of two or more results comes first. Throws
/// InputError for other paths.
std::vector<Part> saved_parts(std::vector<std::filesystem::path> const& saved, Detail detail);

/// Adds a note on the number of runs that the page omits.
void note_omitted_runs(Part& part, std::size_t runs);

/// File extension of a chart as Vega-Lite, which replaces the extension of its picture.
inline constexpr char const* vega_lite_extension = ".vl.json";

/// Throws InputError if the file cannot be written. Called before long computations.
void require_writable_file(std::filesystem::path const& file);

/// Writes a page to a file, dated today. The file appears complete or not at all.
void write_report(std::filesystem::path const& file, std::vector<Part> const& parts,
                  PageOptions options = {});

}  // namespace weft::report
