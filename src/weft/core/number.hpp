// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// Parses a number as users write it: 12, 0.5, 1e6, 2^20, 1000000^(1/3), 64k, 1Mi. With a `unit` such as s,
/// bytes, bytes/s, m, W or cycles, the text may have a unit of the same quantity: 1us, 64MB, 100Gb/s. Throws
/// InputError about `name` if the text is invalid.
double read_number(std::string_view name, std::string_view text, std::string_view unit = {});
/// Parses an integer in the same notation, exactly: 1e6, 1.5k and 27^(2/3) are valid, 2.5 and 10^(1/2) are
/// not.
std::int64_t read_integer(std::string_view name, std::string_view text, std::string_view unit = {});
/// Returns the number in a string of digits; nullopt for any other string and for more than 64
/// bits.
std::optional<std::uint64_t> to_number(std::string_view text, int base = 10);
/// Returns the shortest text that parses as the same number.
std::string format_number(double value);

/// Throws the InputError `name = text (why); suggestion` about parameter `name`.
[[noreturn]] void reject_value(std::string_view name, std::string_view text, std::string why,
                               std::string suggestion = {});

}  // namespace weft
