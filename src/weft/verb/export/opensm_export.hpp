#pragma once

#include "weft/verb/export/export.hpp"

namespace weft::verb {

/// A routing as a folder of files for OpenSM: format `opensm` of Export.
ExperimentPtr assemble_opensm_export(Export::Params const& params);

}  // namespace weft::verb
