// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_or_reject.hpp"
#include "weft/io/swf.hpp"

/// Any bytes are a log, in order, that is written as it is read, or refused.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size, [](std::string_view text) {
    auto const log = weft::parse_swf(text, "file", weft::SwfOrder::sort);
    for (std::size_t i = 1; i < log.jobs.size(); ++i)
      if (log.jobs[i].submit < log.jobs[i - 1].submit) std::abort();
    if (weft::parse_swf(weft::format_swf(log), "file").jobs != log.jobs) std::abort();
  });
}
