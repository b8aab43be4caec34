#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weft/io/fabric/fabric.hpp"

namespace weft {

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

}  // namespace weft
