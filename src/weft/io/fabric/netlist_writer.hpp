#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/fabric/fabric.hpp"

namespace weft {

/// Writes a fabric piece by piece to `take` as ibnetdiscover prints it, within the limits of ibsim: 63
/// characters of a name or description, neither # nor @ in a name, no = in what stands after a port. ibsim
/// gives port p of a node the GUID of the node plus p, so the GUID line of an end node is chosen to suit its
/// first cabled port. Returns one sentence about each part that had to change. Throws InputError if names
/// that had to change are not distinct any more.
std::vector<std::string> write_netlist(Fabric const& fabric,
                                       std::function<void(std::string_view)> const& take);

}  // namespace weft
