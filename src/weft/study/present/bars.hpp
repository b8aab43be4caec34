#pragma once

#include "weft/study/presentation.hpp"

namespace weft::study {

PresentationKind bars_kind();

}  // namespace weft::study
