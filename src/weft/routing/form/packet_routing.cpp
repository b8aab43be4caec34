// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/form/packet_routing.hpp"

#include <algorithm>

namespace weft {

Heads Heads::part(std::size_t begin, std::size_t count, std::uint16_t width) const {
  auto const cut = [&](auto span, std::size_t each = 1) {
    return span.empty() ? span : span.subspan(begin * each, count * each);
  };
  return {.at = cut(at),
          .to = cut(to),
          .state = cut(state),
          .draw = cut(draw),
          .port = cut(port, width),
          .next_state = cut(next_state, width),
          .candidates = cut(candidates)};
}

void PacketRouting::start(Heads const& heads) const { std::ranges::fill(heads.next_state, 0u); }

bool PacketRouting::reaches(RouterId, std::uint32_t) const { return true; }

}  // namespace weft
