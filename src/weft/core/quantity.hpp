// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

/// Quantities for display: three significant digits, in the unit that fits.

/// Returns a count with its noun: `64 routers`, `1 router`.
std::string format_count(std::uint64_t count, std::string_view word);
/// Returns a number with its unit, which is in the singular after 1: `2 hops`, `1 hop`, `1 channel rate`.
std::string format_quantity(std::string_view number, std::string_view units);
/// Returns a number with three significant digits: `1280`, `0.52`, `2.1e+09`.
std::string format_rounded(double number);
/// Returns a duration: `240 us`, `22.9 ms`, `3.5 s`, `25 min`, `6.31 h`, `12 d`.
std::string format_span(double seconds);
/// Returns a rate in both of its common units: `12.5 GB/s (100 Gb/s)`.
std::string format_byte_rate(double bytes_per_second);
/// Returns a number of bytes: `1 MB`, `64 kB`, `1500 bytes`.
std::string format_size(double bytes);

}  // namespace weft
