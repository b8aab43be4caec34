// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/form/shares.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"

namespace weft::routing {

void merge_shares(std::vector<ChannelShare>& shares, std::size_t first) {
  auto const begin = shares.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, shares.end(),
            [](ChannelShare const& a, ChannelShare const& b) { return a.channel < b.channel; });
  auto last = begin;
  for (auto share = begin; share != shares.end(); ++share)
    if (share != begin && share->channel == std::prev(last)->channel)
      std::prev(last)->numerator += share->numerator;
    else
      *last++ = *share;
  shares.erase(last, shares.end());
}

void no_path(RouterId from, RouterId to) {
  throw InputError(
      "no path leads from router " + std::to_string(from.v) + " to router " + std::to_string(to.v),
      "the network is not connected, or the routing allows no path", "", "routing");
}

void need_terminal() {
  throw InputError("the routing depends on the destination terminal",
                   "worst-case traffic and per-packet paths are computed per destination router",
                   "use another routing", "routing");
}

}  // namespace weft::routing
