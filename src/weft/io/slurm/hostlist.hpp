#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace weft {

/// The maximum number of names that one bracket of a hostlist stands for, as in Slurm.
inline constexpr std::size_t most_in_range = 65536;

/// Gives every name of a hostlist of Slurm, such as `a[1-3,07],b`, to `take`, with the position in the text
/// of the part that it stands in. Brackets hold numbers and ranges of numbers; the digits of the lower end of
/// a range are the minimum digits of its numbers. Of several brackets in a part the last one changes first.
/// Throws InputError at place(position) for malformed text.
void expand_hostlist(std::string_view text, std::function<std::string(std::size_t)> const& place,
                     std::function<void(std::string name, std::size_t position)> const& take);

/// The hostlist of these names in this order: neighbors that differ in a number at the end share a bracket.
std::string hostlist_of(std::span<std::string const> names);

/// Whether Slurm takes the text as one name: letters, digits, `-`, `_` and `.`, at most 64.
bool is_host_name(std::string_view text);

}  // namespace weft
