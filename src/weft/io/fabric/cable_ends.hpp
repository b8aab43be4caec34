#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "weft/io/fabric/fabric.hpp"
#include "weft/io/line_cursor.hpp"

namespace weft {

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

}  // namespace weft
