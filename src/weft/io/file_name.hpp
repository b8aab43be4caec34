// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace weft {

/// A safe name of a file for any name, such as one that a user has given to a class of channels. A name of at
/// most 120 letters, digits and characters of "._-+,=@" that does not begin with a point or a dash stays as
/// it is. Another one becomes its beginning, with _ in place of other characters, a hash of the whole name,
/// so that different names stay different, and its ending.
std::string file_name_for(std::string_view name);

}  // namespace weft
