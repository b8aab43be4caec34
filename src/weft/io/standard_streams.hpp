#pragma once

namespace weft {

/// Opens standard input, output and error if the process began without them, so that no file takes their descriptors.
/// Writing to such an output fails; such an error stream swallows everything.
void keep_standard_descriptors();

}  // namespace weft
