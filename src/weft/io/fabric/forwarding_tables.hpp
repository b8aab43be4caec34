// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/fabric/fabric.hpp"

namespace weft {

/// Linear forwarding table of a switch.
struct SwitchTable {
  static constexpr std::uint8_t no_port = 255;  ///< also the value in the tables

  std::uint64_t guid = 0;
  std::vector<std::uint8_t> port;  ///< by destination LID; no_port above the last LID
  friend bool operator==(SwitchTable const&, SwitchTable const&) = default;

  /// Returns the output port for a LID; port 0 is the switch itself.
  std::uint8_t output_port(std::size_t lid) const { return lid < port.size() ? port[lid] : no_port; }
};

/// Forwarding tables of a fabric.
struct ForwardingTables {
  std::vector<SwitchTable> switches;     ///< with distinct GUIDs
  std::vector<std::uint64_t> port_guid;  ///< by LID; 0: unknown
  std::uint64_t repeated = 0;            ///< rows repeated with another port; the last one counts
  std::uint64_t skipped = 0;             ///< lines with an error message of the tool that printed the tables
  friend bool operator==(ForwardingTables const&, ForwardingTables const&) = default;
};

/// Adds the tables in `text`: LFTs as dumped by OpenSM (opensm-lfts.dump) or printed by ibroute, dump_fts and
/// dump_lfts.sh, or the forwarding database of OpenSM and ibdiagnet (.fdbs). Throws InputError at
/// file:line:column for malformed text, and for several tables of one switch in the output of ibdiagnet.
void add_forwarding_tables(std::string_view text, std::string_view file, ForwardingTables& tables);

/// The port to which a LID is assigned.
struct LidOwner {
  std::uint16_t lid = 0;
  DeviceKind kind = DeviceKind::fabric_switch;
  std::uint64_t port_guid = 0;  ///< GUID of the port; of a switch, the GUID of the node
  std::string description = {};
};

/// Writer of forwarding tables, which it passes to `take` piece by piece, in the form that OpenSM dumps and
/// that its routing engine `file` reads.
class ForwardingTablesWriter {
 public:
  /// `owners`: sorted by LID.
  ForwardingTablesWriter(std::span<LidOwner const> owners, std::function<void(std::string_view)> take);

  /// Writes the table of a switch. `ports`: output port for each owner, or SwitchTable::no_port.
  void write(LidOwner const& of_switch, std::span<std::uint8_t const> ports);

 private:
  std::function<void(std::string_view)> take_;
  std::uint16_t last_lid_;
  std::vector<std::string> before_, after_;  // the row of each owner, before and after the port
  std::string buffer_;
};

/// Formats of files with routes of a fabric.
enum class TableForm : std::uint8_t {
  none,
  forwarding_tables,
  forwarding_database,
  sl2vl,
  service_levels,
  qos_policy
};

/// Returns the format of `text`, by its first line that is neither a comment nor an error message, and the
/// row below it; `none` if it is unknown.
TableForm detect_table_form(std::string_view text);

}  // namespace weft
