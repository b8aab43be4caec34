// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/pattern.hpp"

#include <string>

#include "weft/core/error.hpp"

namespace weft {

void check_context(TrafficContext const& context) {
  constexpr std::uint64_t max_terminals = std::uint64_t{1} << 32;
  constexpr std::uint64_t max_messages = std::uint64_t{1} << 31;
  if (context.num_terminals < 1 || context.num_terminals > max_terminals)
    throw InputError(std::to_string(context.num_terminals) + " terminals are not supported",
                     "traffic needs 1 to 2^32 terminals");
  if (context.messages > max_messages)
    throw InputError("too many messages per terminal: " + std::to_string(context.messages),
                     "the maximum is 2^31");
}

}  // namespace weft
