// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "weft/core/array.hpp"
#include "weft/io/file_name.hpp"

namespace weft {

/// The name of the file that holds the values of an array.
inline std::string file_of(Array const& array) { return file_name_for(array.name + ".npy"); }

/// The array as a file of NumPy, format 1.0: `numpy.load` reads it.
std::string npy_bytes(Array const& array);

/// Reads such a file: the shape and the values. Throws InputError that names `file` for other content, or
/// another type than those of Array.
Array read_npy(std::string_view bytes, std::string_view file);

}  // namespace weft
