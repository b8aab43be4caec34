#pragma once

#include <string>

#include "weft/routing/forwarding/routing_tables.hpp"

namespace weft::routing {

/// The files that hold the routes of a fabric; empty: none.
struct ForwardingFiles {
  std::string path = {};  ///< a folder, of which every file of a known form counts, or a single file
  std::string lfts = {}, sl2vl = {}, service_levels = {};
};

/// The routes in these files. LFTs in a folder go before forwarding databases. `network` is that of the
/// topology with the fabric. Throws InputError for files without forwarding tables, at file:line:column for
/// malformed ones, and for what forwarded_routes() refuses.
RoutingTables read_routing_tables(ForwardingFiles const& files, NumberedFabric const& fabric,
                                  Network const& network, FabricEnds ends);

}  // namespace weft::routing
