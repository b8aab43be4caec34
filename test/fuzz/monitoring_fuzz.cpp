// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_or_reject.hpp"
#include "weft/io/monitoring.hpp"

/// Any bytes are what Open MPI's monitoring writes or refused; ranks that were read are counted.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size, [](std::string_view text) {
    auto const found = weft::parse_monitoring(text, "file");
    for (auto const& traffic : found.traffic)
      if (traffic.from >= found.ranks || traffic.to >= found.ranks) std::abort();
  });
}
