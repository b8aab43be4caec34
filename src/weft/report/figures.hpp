#pragma once

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

}  // namespace weft::report
