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

/// The figures of a result. A result of another version, or one that was edited, may lack what they need:
/// then there are none, and a note of the result says so.
std::vector<chart::Figure> saved_figures(Result& result);

/// The pictures that a directory holds, by name, and those as figures of a part: the picture and, of charts,
/// the specification beside it.
std::vector<OutputFile> saved_pictures(std::filesystem::path const& folder);
void add_pictures(std::vector<OutputFile> const& pictures, std::filesystem::path const& folder, Part& part);

/// A result with its figures on a page: those that its verb makes, with their networks, or the given ones.
Part part_of(Result result);
Part part_of(Result result, std::vector<chart::Figure> const& figures);

/// A run of the study whose results are in `folder`: the figures of its tables, and those that need arrays,
/// which are not stored, as `weft run --pictures` wrote them below runs/ID.
Part part_of_run(Result result, std::filesystem::path const& folder);

/// Saved results, side by side: each a result.json, a directory that -o wrote, or that of a study with its
/// runs. Their figures share scales. Throws InputError for what is none of these.
std::vector<Part> saved_parts(std::vector<std::filesystem::path> const& saved, Detail detail);

/// Notes how many of these runs the page omits.
void note_omitted_runs(Part& part, std::size_t runs);

/// The ending of a chart as Vega-Lite, in the place of that of its picture.
inline constexpr char const* vega_lite_ending = ".vl.json";

/// Refuses a file that could not be written after the work. Throws InputError.
void require_writable_file(std::filesystem::path const& file);

/// Writes a page as a file, dated today. It appears complete or not at all.
void write_report(std::filesystem::path const& file, std::vector<Part> const& parts,
                  PageOptions options = {});

}  // namespace weft::report
