#pragma once

#include <string>
#include <vector>

#include "weft/study/source.hpp"
#include "weft/study/study.hpp"

namespace weft::study {

/// The small print of a figure: the command that gives it, the id of that run of the study (as_result), and the parameters
/// that `runs`, which are behind the figure, have in common; none: all runs.
std::string source_line(Study const& study, Material const& material, std::vector<Outcome const*> runs);

}  // namespace weft::study
