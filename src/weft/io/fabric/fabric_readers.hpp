// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "weft/io/fabric/fabric.hpp"

/// Readers of the formats in which InfiniBand tools print a fabric. Each throws InputError at
/// file:line:column for malformed text.
namespace weft {

/// Reads a fabric in any of the formats below, recognized by its content. If the text is the output of
/// another tool, the error names the tool.
Fabric parse_fabric(std::string_view text, std::string_view file);
Fabric read_fabric(std::filesystem::path const& path);

/// Reads a topology file of ibnetdiscover (also with -g and -f), which is also the netlist format of ibsim.
/// Each cable is listed at both ends. A port of an end node without a GUID gets the GUID of the node plus the
/// port number, as in ibsim.
Fabric parse_topology_file(std::string_view text, std::string_view file);

/// Reads the ports report of ibnetdiscover -p: one line per port, with the port at the other end. The GUIDs
/// are port GUIDs, so a host with two ports becomes two devices. Ports connected to unlisted devices are not
/// cabled.
Fabric parse_ports_report(std::string_view text, std::string_view file);

/// Reads opensm-subnet.lst of OpenSM and .lst files of ibdiagnet: one line for each end of each cable.
Fabric parse_subnet_list(std::string_view text, std::string_view file);

}  // namespace weft
