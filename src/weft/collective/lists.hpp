// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::collective {

/// Parses message sizes in bytes: `512`, `64k`, `1Mi`, a list such as `1k,64k,1M`, or a sweep `1k..1G` that
/// doubles from the first to the last size, inclusive. k, M, G, T are powers of 1000; ki, Mi, Gi, Ti are
/// powers of 1024. Returns the distinct sizes, ascending. Throws InputError.
std::vector<std::uint64_t> read_message_sizes(std::string const& text);

/// Parses the receivers of a broadcast; returns their ranks, ascending. `all`: all ranks, as an empty list.
/// `25` or `10%`: this number of ranks other than `root`, drawn at random with `seed`; a percentage is
/// rounded up. `0..63,96` or `0..63+96`: the listed ranks; `5..5`: a single rank. Throws InputError.
std::vector<std::uint32_t> read_receivers(std::string const& text, std::uint64_t ranks, std::uint32_t root,
                                          std::uint64_t seed);

}  // namespace weft::collective
