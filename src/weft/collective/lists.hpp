// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::collective {

/// Parses sizes of messages: `512`, `64k`, `1Mi`, several as `1k,64k,1M`, or a sweep `1k..1G` that doubles
/// from the first to the last, inclusive. k, M, G, T are powers of 1000, ki, Mi, Gi, Ti of 1024. Returns the
/// distinct sizes, ascending. Throws InputError.
std::vector<std::uint64_t> read_message_sizes(std::string const& text);

/// Parses the receivers of a broadcast. Returns ranks, ascending. `all`: all ranks, as an empty list. `10%`
/// or `25`: this number of random ranks other than the root, the share rounded up. `0..63+96+100..101`: these
/// ranks; `5..5`: a single rank. Throws InputError.
std::vector<std::uint32_t> read_receivers(std::string const& text, std::uint64_t ranks, std::uint32_t root,
                                          std::uint64_t seed);

}  // namespace weft::collective
