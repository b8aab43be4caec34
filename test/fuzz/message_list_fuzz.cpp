// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_or_reject.hpp"
#include "weft/io/message_list.hpp"

/// Any bytes are a message list or refused.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size,
                              [](std::string_view text) { weft::parse_message_list(text, "file", 64); });
}
