#pragma once

#include "weft/study/presentation.hpp"

namespace weft::study {

/// `kind = "delays"`: how the delays of single messages spread, as densities and tails, each divided by its mean, with the
/// "few exceed 2 to 2.5 times the average" of Lenzen and Wattenhofer marked.
PresentationKind clex_delays_kind();

}  // namespace weft::study
