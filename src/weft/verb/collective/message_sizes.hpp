#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::verb {

/// Reads sizes of messages: `512`, `64k`, `1Mi`, several as `1k,64k,1M`, or a sweep `1k..1G` that doubles from the first to the last, both
/// included. k, M, G, T are powers of 1000, ki, Mi, Gi, Ti of 1024. In ascending order, each once. Throws InputError.
std::vector<std::uint64_t> read_message_sizes(std::string const& text);

}  // namespace weft::verb
