// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace weft {

/// Converts any name, such as a user's name of a class of channels, to a safe file name. A name of at most
/// 120 letters, digits and characters of "._-+,=@" that does not begin with a dot or a dash is unchanged. Any
/// other name becomes its beginning, with _ instead of other characters, a hash of the complete name, which
/// keeps distinct names distinct, and its extension.
std::string file_name_for(std::string_view name);

}  // namespace weft
