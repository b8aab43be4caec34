#pragma once

#include "weft/study/presentation.hpp"

namespace weft::study {

PresentationKind heat_kind();

}  // namespace weft::study
