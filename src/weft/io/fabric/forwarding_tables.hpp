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

/// The linear forwarding table of a switch.
struct SwitchTable {
  static constexpr std::uint8_t no_port = 255;  ///< also how tables say that there is none

  std::uint64_t guid = 0;
  std::vector<std::uint8_t> port;  ///< by destination LID; LIDs above the last row have none
  friend bool operator==(SwitchTable const&, SwitchTable const&) = default;

  /// 0 is the switch itself.
  std::uint8_t port_of(std::size_t lid) const { return lid < port.size() ? port[lid] : no_port; }
};

/// The forwarding tables of a fabric.
struct ForwardingTables {
  std::vector<SwitchTable> switches;     ///< each GUID once
  std::vector<std::uint64_t> port_guid;  ///< by LID; 0: the tables do not tell
  std::uint64_t repeated = 0;            ///< rows given again with another port; the last one counts
  std::uint64_t skipped = 0;             ///< lines with an error message of the tool that printed them
  friend bool operator==(ForwardingTables const&, ForwardingTables const&) = default;
};

/// Adds the tables of a text: LFTs as OpenSM dumps them (opensm-lfts.dump) or ibroute, dump_fts, dump_lfts.sh
/// print them, or the forwarding database of OpenSM and ibdiagnet (.fdbs). Throws InputError at
/// file:line:column for malformed text, and for several tables of one switch in a text of ibdiagnet.
void add_forwarding_tables(std::string_view text, std::string_view file, ForwardingTables& tables);

/// The port that a LID belongs to.
struct LidOwner {
  std::uint16_t lid = 0;
  DeviceKind kind = DeviceKind::fabric_switch;
  std::uint64_t port_guid = 0;  ///< of a switch that of the node
  std::string description = {};
};

/// Writes forwarding tables piece by piece to `take` as OpenSM dumps them, and as its routing engine `file`
/// reads them.
class ForwardingTablesWriter {
 public:
  /// `owners`: ascending by LID.
  ForwardingTablesWriter(std::span<LidOwner const> owners, std::function<void(std::string_view)> take);

  /// The table of a switch: the output port for each of the owners; SwitchTable::no_port if it has none.
  void write(LidOwner const& of_switch, std::span<std::uint8_t const> ports);

 private:
  std::function<void(std::string_view)> take_;
  std::uint16_t last_lid_;
  std::vector<std::string> before_, after_;  // the row of each owner without the port
  std::string buffer_;
};

/// The forms of files about the routes of a fabric.
enum class TableForm : std::uint8_t {
  none,
  forwarding_tables,
  forwarding_database,
  sl2vl,
  service_levels,
  qos_policy
};

/// The form of a text, by its first line that is neither a comment nor an error message, and the row below
/// it. `none` for any other text.
TableForm table_form_of(std::string_view text);

}  // namespace weft
