// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "fuzz/read_or_reject.hpp"
#include "weft/io/fabric/service_levels.hpp"

/// Any bytes are service levels or refused.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size, [](std::string_view text) {
    weft::ServiceLevels levels;
    weft::add_service_levels(text, "file", levels);
    auto const level = levels.find_by_lid(1, 2);
    if (level != weft::ServiceLevels::unknown && level >= weft::num_service_levels) std::abort();
  });
}
