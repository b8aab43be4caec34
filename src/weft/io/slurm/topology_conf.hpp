// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/fabric/fabric.hpp"

/// Reader and writer of Slurm's topology.conf, for its plugin topology/tree (man topology.conf).
namespace weft {

/// Parses the switches in the order of the file, each with an adapter for each of its nodes, and a cable from
/// each switch to each switch below it. Descriptions are the names of nodes and switches; Weft assigns the
/// GUIDs. A link speed, which Slurm does not use, is checked and ignored. Also parses the output of `scontrol
/// show topology`, which contains a Level and lists both the switches and all nodes below a switch. Throws
/// InputError at file:line:column.
Fabric parse_topology_conf(std::string_view text, std::string_view file);

/// Writes the switches with hosts; the name of a node is the first word of its host's description. If the
/// switches form a tree of levels (switch_levels.hpp), the switches above follow level by level; otherwise a
/// single switch, `fabric`, is above all. The name of a switch is the first word of its description, or `s`
/// and its GUID if the word is not a valid name or is in use. Omits subnet routers. Returns a sentence about
/// each part that the file omits. Throws InputError for two hosts or two switches with equal names, and for a
/// fabric without hosts.
std::vector<std::string> write_topology_conf(Fabric const& fabric,
                                             std::function<void(std::string_view)> const& take);

}  // namespace weft
