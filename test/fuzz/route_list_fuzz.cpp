// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_or_reject.hpp"
#include "weft/io/route_list.hpp"

/// Any bytes are routes on a ring of 64 or refused; what was read follows its channels.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const target = [](std::uint32_t router, std::uint16_t port) {
    return (router + (port == 0 ? 1 : 63)) % 64;
  };
  auto const port = [&](std::uint32_t from, std::uint32_t to,
                        std::optional<std::uint16_t> requested) -> std::optional<std::uint16_t> {
    for (std::uint16_t p = 0; p < 2; ++p)
      if (requested.value_or(p) == p && target(from, p) == to) return p;
    return {};
  };
  return weft::read_or_reject(data, size, [&](std::string_view text) {
    auto const list = weft::parse_route_list(text, "file", {64, {}, port});
    for (std::size_t i = 0; i < list.routes.size(); ++i)
      for (std::size_t v = 1; v < list[i].size(); ++v)
        if (target(list[i][v - 1].router, list[i][v].port) != list[i][v].router || list[i][v].vc > 63)
          std::abort();
  });
}
