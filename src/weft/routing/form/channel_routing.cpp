// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/form/channel_routing.hpp"

#include "weft/core/error.hpp"

namespace weft::routing {

std::uint32_t supplied_vcs(std::string_view routing, std::uint32_t needed, VcSupply const& given,
                           std::string_view why) {
  auto const vcs = given.choose ? given.choose(needed) : given.vcs;
  if (given.allow_deadlock || vcs >= needed) return vcs;
  if (needed == no_vcs_suffice)
    throw InputError(std::string(routing) + " can deadlock with any number of virtual channels",
                     std::string(why), "see weft deadlock, or use another routing", "routing");
  throw InputError(
      "vcs=" + std::to_string(vcs) + (vcs == 1 ? " is" : " are") + " too few for " + std::string(routing),
      "needs " + std::to_string(needed) + ": " + std::string(why),
      needed <= max_vcs ? "set vcs=" + std::to_string(needed)
                        : "a port has at most " + std::to_string(max_vcs) + ": use another routing",
      "vcs");
}

}  // namespace weft::routing
