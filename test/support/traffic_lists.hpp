// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "weft/traffic/traffic.hpp"

namespace weft {

/// The destinations of `terminals` terminals from `first` on, as one list.
inline std::vector<std::uint32_t> destinations_of(Traffic const& traffic, std::uint32_t first,
                                                  std::uint64_t terminals) {
  std::uint64_t size = 0;
  for (std::uint64_t e = first; e < first + terminals; ++e)
    size += traffic.messages({static_cast<std::uint32_t>(e)});
  std::vector<std::uint32_t> out(size);
  traffic.destinations({first}, terminals, out);
  return out;
}

/// The destinations of one terminal.
inline std::vector<std::uint32_t> destinations_of(Traffic const& traffic, std::uint32_t e) {
  return destinations_of(traffic, e, 1);
}

/// The destinations of all terminals, as one list.
inline std::vector<std::uint32_t> all_destinations(Traffic const& traffic) {
  return destinations_of(traffic, 0, traffic.num_terminals());
}

/// The number of messages that each terminal receives.
inline std::vector<std::uint64_t> received_messages(Traffic const& traffic) {
  std::vector<std::uint64_t> received(traffic.num_terminals());
  for (auto const to : all_destinations(traffic)) ++received.at(to);
  return received;
}

/// The number of messages that each terminal sends.
inline std::vector<std::uint64_t> sent_messages(Traffic const& traffic) {
  std::vector<std::uint64_t> sent(traffic.num_terminals());
  for (std::uint32_t e = 0; e < sent.size(); ++e) sent[e] = traffic.messages({e});
  return sent;
}

}  // namespace weft
