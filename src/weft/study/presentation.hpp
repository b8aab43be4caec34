#pragma once

#include <string>
#include <vector>

#include "weft/core/table.hpp"
#include "weft/study/study.hpp"

namespace weft {

/// A picture under its file name, without the ending.
struct Picture {
  std::string name, svg;
};

/// What a study shows for itself.
struct Presentation {
  std::vector<Table> tables;
  std::vector<Picture> pictures;
  std::vector<std::string> notes;
};

/// The kinds that `kind = ".."` of a [[present]] table may name.
std::vector<std::string> presentation_kinds();

/// All presentations that the study asks for, one after the other.
Presentation present(Study const& study, std::vector<StudyOutcome> const& outcomes);

}  // namespace weft
