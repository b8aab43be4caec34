#include "weft/routing/form/channel_routing.hpp"

#include "weft/core/error.hpp"

namespace weft::routing {

void require_vcs(std::string_view routing, std::uint32_t needed, VcSupply const& given,
                 std::string_view why) {
  if (given.may_deadlock || given.vcs >= needed) return;
  if (needed == no_vcs_suffice)
    throw InputError(std::string(routing) + " can deadlock with any number of virtual channels",
                     std::string(why), "see weft deadlock, or use another routing", "routing");
  throw InputError(std::string(routing) + " with " + std::to_string(given.vcs) + " virtual channel" +
                       (given.vcs == 1 ? "" : "s"),
                   "needs " + std::to_string(needed) + ": " + std::string(why),
                   needed <= most_vcs
                       ? "give vcs=" + std::to_string(needed)
                       : "a port has at most " + std::to_string(most_vcs) + ": use another routing",
                   "vcs");
}

}  // namespace weft::routing
