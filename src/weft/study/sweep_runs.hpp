#pragma once

#include <string>
#include <vector>

#include "weft/study/study.hpp"

namespace weft {

/// The sweeps among the outcomes, only those with the label `part` that the options name, if they do. Throws InputError if there are
/// none, or one lacks the labels `panel` or `curve`.
std::vector<StudyOutcome const*> sweep_runs(Toml const& options, std::vector<StudyOutcome> const& outcomes);

/// The values of a label of these runs, in the order of their first appearance.
std::vector<std::string> values_of(std::vector<StudyOutcome const*> const& runs, std::string_view label);

}  // namespace weft
