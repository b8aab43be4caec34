// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft {

/// The number of service levels of InfiniBand, which equals the number of virtual lanes. Lane 15 does not
/// transport data: packets that are mapped to it are dropped.
inline constexpr std::uint8_t num_service_levels = 16;
inline constexpr std::uint8_t dropping_lane = 15;

/// Virtual lane of each service level.
using LanesOfLevels = std::array<std::uint8_t, num_service_levels>;

/// SL2VL tables of switches: the virtual lane of packets by input port, output port and service level.
class Sl2VlTables {
 public:
  /// A row of a switch: applies to packets that enter by port `in` (0: packets from the switch itself) and
  /// leave by port `out`.
  struct Row {
    std::uint8_t in = 0, out = 0;
    LanesOfLevels lanes = {};
    friend bool operator==(Row const&, Row const&) = default;
  };
  /// Returns the rows of a switch in the order of the file; empty if the tables do not contain the switch.
  std::span<Row const> rows(std::uint64_t switch_guid) const;
  void add(std::uint64_t switch_guid, Row const& row) { switches_[switch_guid].push_back(row); }
  bool empty() const { return switches_.empty(); }

 private:
  std::unordered_map<std::uint64_t, std::vector<Row>> switches_;
};

/// Adds the tables in `text`: opensm-sl2vl.dump, or lines `0xGUID in out 0xab ..` with eight bytes of two
/// lanes each. Throws InputError at file:line:column.
void add_sl2vl_tables(std::string_view text, std::string_view file, Sl2VlTables& tables);

/// Service levels of packets by source and destination. A source is identified by the GUID of its port or
/// node, or by its LID.
class ServiceLevels {
 public:
  static constexpr std::uint8_t unknown = 255;
  /// Return the service level from a source, by GUID or LID, to a destination LID; `unknown` if none is set.
  std::uint8_t find(std::uint64_t guid, std::uint16_t lid) const;
  std::uint8_t find_by_lid(std::uint16_t source, std::uint16_t lid) const;
  void set(std::uint64_t guid, std::uint16_t lid, std::uint8_t level) { set(by_guid_[guid], lid, level); }
  /// Sets the LID of a source with levels by GUID.
  void set_lid(std::uint64_t guid, std::uint16_t lid) { guid_of_lid_[lid] = guid; }
  void set_by_lid(std::uint16_t source, std::uint16_t lid, std::uint8_t level) {
    set(by_lid_[source], lid, level);
  }
  bool empty() const { return by_guid_.empty() && by_lid_.empty(); }
  /// Return the sources with levels, in unspecified order.
  std::vector<std::uint64_t> source_guids() const;
  std::vector<std::uint16_t> source_lids() const;

 private:
  using Levels = std::vector<std::uint8_t>;  // by destination LID
  static void set(Levels& levels, std::uint16_t lid, std::uint8_t level);
  std::unordered_map<std::uint64_t, Levels> by_guid_;
  std::unordered_map<std::uint16_t, Levels> by_lid_;
  std::unordered_map<std::uint16_t, std::uint64_t> guid_of_lid_;
};

/// Adds the service levels in `text`: opensm-path-records.dump, or lines `0x<GUID of the source node> lid
/// level`, or lines `source lid level`. Throws InputError at file:line:column.
void add_service_levels(std::string_view text, std::string_view file, ServiceLevels& levels);

}  // namespace weft
