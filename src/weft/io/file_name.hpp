#pragma once

#include <string>
#include <string_view>

namespace weft {

/// The name under which a file of that name is written: the same one if it has at most 120 letters, digits and
/// characters of "._-+,=@", and does not begin with a point or a dash. Of other names, what a user has called a
/// class of channels, for example, the beginning with _ for other characters, a hash of the whole name, so that
/// names that differ stay so, and the ending.
std::string file_name_for(std::string_view name);

}  // namespace weft
