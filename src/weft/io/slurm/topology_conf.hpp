// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/fabric/fabric.hpp"

/// The file topology.conf of Slurm, for its plugin topology/tree (man topology.conf).
namespace weft {

/// The switches in the order of the file, each with an adapter for each of its nodes, and a cable from each
/// switch to each of the switches that it names. Nodes and switches have their names as descriptions; GUIDs
/// are Weft's. A link speed, which Slurm does not use, is checked and ignored. Also reads the lines of
/// `scontrol show topology`, which have a Level and name both the switches and all nodes below a switch.
/// Throws InputError at file:line:column.
Fabric parse_topology_conf(std::string_view text, std::string_view file);

/// Writes the switches that have hosts, with the first word of the hosts' descriptions as names of nodes. If
/// the switches are a tree of levels (switch_levels.hpp), the switches above them follow level by level; else
/// one switch, `fabric`, stands above all. A switch is named by the first word of its description, or by `s`
/// and its GUID if that is no name or another switch has it. Subnet routers are no nodes. Returns a sentence
/// about what the file does not hold. Throws InputError for a node on two switches, for two hosts of one name
/// and for a fabric without hosts.
std::vector<std::string> write_topology_conf(Fabric const& fabric,
                                             std::function<void(std::string_view)> const& take);

}  // namespace weft
