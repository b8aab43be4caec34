// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "weft/io/fabric/fabric.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {

/// The names of a kind of device: the first letter of its ids, and its words in topology files, ports reports
/// and subnet lists.
struct DeviceNames {
  DeviceKind kind;
  char letter;
  std::string_view topology_file, ports_report, subnet_list;
};
inline constexpr std::array device_names{DeviceNames{DeviceKind::fabric_switch, 'S', "Switch", "SW", "SW"},
                                         DeviceNames{DeviceKind::adapter, 'H', "Ca", "CA", "CA"},
                                         DeviceNames{DeviceKind::subnet_router, 'R', "Rt", "RT", "Rt"}};

/// The kind of device that the word at the cursor names in a form of file; moves past the word.
std::optional<DeviceKind> accept_kind(LineCursor& line, std::string_view DeviceNames::*form);
/// The id of a device as ibnetdiscover prints it, such as S-0002c90200404ea8.
std::string device_id(DeviceKind kind, std::uint64_t guid);

/// One line about a cable: the near end, and the far end as that line names it.
struct CableEnd {
  FabricPort near;
  std::string far_id;
  std::uint32_t far_port = 0;
  std::string rate = {};
  std::uint8_t data_lanes = 0;
  LineReader::Place place = {};
};

/// A fabric in the making: devices, and every cable as each of its ends lists it.
class FabricBuilder {
 public:
  /// Errors are reported through the reader of the file.
  explicit FabricBuilder(LineReader const& reader) : reader_(reader) {}

  /// The device of that id, if it has been added.
  std::uint32_t const* find(std::string const& id) const;
  /// Throws InputError if there is one of that id.
  std::uint32_t add(Device device, LineReader::Place place);
  Device& device(std::uint32_t index) { return fabric_.devices[index]; }
  /// Throws InputError for a port that has been listed.
  void add(CableEnd end);

  /// A cable to a device that the file does not list.
  enum class Unlisted { refused, dangling };
  /// The fabric. Throws InputError for a port that does not lead back and for a file without switches.
  Fabric finish(Unlisted unlisted);

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  static Key key(FabricPort const& port) { return {port.device, port.port}; }
  void join(CableEnd const& near, Unlisted unlisted);

  LineReader const& reader_;
  Fabric fabric_;
  std::unordered_map<std::string, std::uint32_t> index_;
  std::map<Key, CableEnd> ends_;
};

/// Writes a fabric piece by piece to `take` as ibnetdiscover prints it, within the limits of ibsim: 63
/// characters of a name or description, neither # nor @ in a name, no = in what stands after a port. ibsim
/// gives port p of a node the GUID of the node plus p, so the GUID line of an end node is chosen to suit its
/// first cabled port. Returns one sentence about each part that had to change. Throws InputError if names
/// that had to change are not distinct any more.
std::vector<std::string> write_netlist(Fabric const& fabric,
                                       std::function<void(std::string_view)> const& take);

}  // namespace weft
