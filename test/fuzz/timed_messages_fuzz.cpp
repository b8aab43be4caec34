// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_or_reject.hpp"
#include "weft/io/message_list.hpp"

/// Any bytes are a list of messages or refused.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size, [](std::string_view text) {
    for (auto const& it : weft::parse_timed_messages(text, "file", 16))
      if (it.from >= 16 || it.to >= 16 || !(it.bytes >= 0) || !(it.start >= 0)) std::abort();
  });
}
