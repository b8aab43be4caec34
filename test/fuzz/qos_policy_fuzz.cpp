// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_or_reject.hpp"
#include "weft/io/fabric/qos_policy.hpp"

/// Any bytes are a QoS policy or refused.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size, [](std::string_view text) {
    weft::ServiceLevels levels;
    auto const lid_of = [](std::uint64_t guid) { return static_cast<std::uint16_t>(guid % 16); };
    weft::add_qos_policy(text, "file", lid_of, levels);
    for (std::uint64_t guid = 1; guid < 16; ++guid) {
      auto const level = levels.find(guid, 1);
      if (level != weft::ServiceLevels::unknown && level >= weft::num_service_levels) std::abort();
    }
  });
}
