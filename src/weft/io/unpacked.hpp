// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace weft {

/// Whether a file is packed by gzip or xz: it begins as such a file does, or it is named .gz or .xz.
bool is_packed(std::string_view beginning, std::filesystem::path const& path);

/// What gzip (RFC 1952) or xz packed into `bytes`, the whole content of the file; several members or
/// streams in a row are one text. Throws InputError with the path if the data end too early, are damaged or
/// are of neither form, and before the text takes more memory than there is.
std::string unpacked(std::string_view bytes, std::filesystem::path const& path);

}  // namespace weft
