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

/// Names of a kind of device: the first letter of its ids, and its keywords in topology files, ports reports
/// and subnet lists.
struct DeviceNames {
  DeviceKind kind;
  char letter;
  std::string_view topology_file, ports_report, subnet_list;
};
inline constexpr std::array device_names{DeviceNames{DeviceKind::fabric_switch, 'S', "Switch", "SW", "SW"},
                                         DeviceNames{DeviceKind::adapter, 'H', "Ca", "CA", "CA"},
                                         DeviceNames{DeviceKind::subnet_router, 'R', "Rt", "RT", "Rt"}};

/// Returns the kind of device that the word at the cursor denotes in the given file format, and moves past
/// the word.
std::optional<DeviceKind> accept_kind(LineCursor& line, std::string_view DeviceNames::*form);
/// Returns the id of a device in the form of ibnetdiscover, such as S-0002c90200404ea8.
std::string device_id(DeviceKind kind, std::uint64_t guid);

/// An end of a cable, from one line of a file: the near end, and the far end as the line names it.
struct CableEnd {
  FabricPort near;
  std::string far_id;
  std::uint32_t far_port = 0;
  std::string rate = {};
  std::uint8_t data_lanes = 0;
  LineReader::Place place = {};
};

/// Builder of a fabric from devices and cable ends; each cable is listed at both ends.
class FabricBuilder {
 public:
  /// Uses the reader of the file to report errors.
  explicit FabricBuilder(LineReader const& reader) : reader_(reader) {}

  /// Returns the index of the device with the given id, or null.
  std::uint32_t const* find(std::string const& id) const;
  /// Adds a device and returns its index. Throws InputError for a duplicate id.
  std::uint32_t add(Device device, LineReader::Place place);
  Device& device(std::uint32_t index) { return fabric_.devices[index]; }
  /// Adds an end of a cable. Throws InputError for a duplicate port.
  void add(CableEnd end);

  /// Policy for a cable to a device that the file does not list.
  enum class Unlisted { rejected, dangling };
  /// Returns the fabric. Throws InputError if the ends of a cable disagree, and for a file without switches.
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

/// Writes a fabric to `take`, piece by piece, in the form of ibnetdiscover and within the limits of ibsim:
/// names and descriptions of at most 63 characters, no # and @ in names, no = in comments after a port. ibsim
/// assigns to port p of a node the GUID of the node plus p; the GUID line of an end node is chosen to match
/// its first cabled port. Returns a sentence about each kind of change. Throws InputError if the changed
/// names are not distinct.
std::vector<std::string> write_netlist(Fabric const& fabric,
                                       std::function<void(std::string_view)> const& take);

}  // namespace weft
