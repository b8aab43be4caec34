// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "weft/io/fabric/fabric.hpp"

/// The forms in which tools for InfiniBand print a fabric. Each reader refuses malformed text with an
/// InputError at file:line:column.
namespace weft {

/// A fabric in any of the forms below, recognized by its content. A text of another tool is refused with what
/// it seems to be.
Fabric parse_fabric(std::string_view text, std::string_view file);
Fabric read_fabric(std::filesystem::path const& path);

/// The topology file of ibnetdiscover (also with -g and -f), which is the netlist of ibsim as well. Every
/// cable is listed at both ends. An end node's port without a GUID has that of the node plus its number, as
/// ibsim numbers ports.
Fabric parse_topology_file(std::string_view text, std::string_view file);

/// The ports report of ibnetdiscover -p: a line for each port with the port at the other end. GUIDs are those
/// of ports, so a host with two ports is two devices. Ports to devices that have no line are not cabled.
Fabric parse_ports_report(std::string_view text, std::string_view file);

/// OpenSM's opensm-subnet.lst and the .lst file of ibdiagnet: a line for each end of each cable.
Fabric parse_subnet_list(std::string_view text, std::string_view file);

}  // namespace weft
