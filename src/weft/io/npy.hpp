// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "weft/core/array.hpp"
#include "weft/io/file_name.hpp"

namespace weft {

/// Returns the name of the file that contains the values of an array.
inline std::string npy_file_name(Array const& array) { return file_name_for(array.name + ".npy"); }

/// Serializes the array in NumPy's format 1.0, which `numpy.load` reads.
std::string npy_bytes(Array const& array);

/// Reads the shape and the values of an npy file. Throws InputError naming `file` if the content
/// is not in npy format or has a type that Array does not support.
Array read_npy(std::string_view bytes, std::string_view file);

}  // namespace weft
