#pragma once

#include "weft/study/presentation.hpp"

namespace weft::study {

PresentationKind curves_kind();

}  // namespace weft::study
