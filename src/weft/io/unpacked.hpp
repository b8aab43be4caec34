// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace weft {

/// Returns whether a file is compressed with gzip or xz, by its first bytes or by the extension .gz or .xz.
bool is_packed(std::string_view beginning, std::filesystem::path const& path);

/// Decompresses gzip (RFC 1952) or xz data, the complete content of a file; several consecutive members or
/// streams form one text. Throws InputError with the path if the data are truncated, damaged or in neither
/// format, or if the text does not fit in memory.
std::string unpacked(std::string_view bytes, std::filesystem::path const& path);

}  // namespace weft
