#pragma once

#include <string>
#include <string_view>

namespace weft::report {

/// Shorter texts stay as they are.
inline constexpr std::size_t least_packed = 8'192;

/// A text as gzip in base64, for the script of a page. Equal texts give equal bytes.
std::string packed(std::string_view text);

}  // namespace weft::report
