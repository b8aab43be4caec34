// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft {

/// The number of service levels of InfiniBand, and that of virtual lanes. Lane 15 takes no data: a packet
/// that is mapped to it is dropped.
inline constexpr std::uint8_t num_service_levels = 16;
inline constexpr std::uint8_t dropping_lane = 15;

/// The virtual lane of each service level.
using LanesOfLevels = std::array<std::uint8_t, num_service_levels>;

/// The virtual lanes that switches choose.
class Sl2VlTables {
 public:
  /// A row of a switch: packets that enter it by port `in` (0: they come from the switch itself) and leave it
  /// by `out`.
  struct Row {
    std::uint8_t in = 0, out = 0;
    LanesOfLevels lanes = {};
    friend bool operator==(Row const&, Row const&) = default;
  };
  /// The rows of a switch in the order of the file; empty if the tables do not have it.
  std::span<Row const> rows(std::uint64_t switch_guid) const;
  void add(std::uint64_t switch_guid, Row const& row) { switches_[switch_guid].push_back(row); }
  bool empty() const { return switches_.empty(); }

 private:
  std::unordered_map<std::uint64_t, std::vector<Row>> switches_;
};

/// Adds the tables of a text: opensm-sl2vl.dump, or lines `0xGUID in out 0xab ..` with two lanes in each of
/// eight bytes. Throws InputError at file:line:column.
void add_sl2vl_tables(std::string_view text, std::string_view file, Sl2VlTables& tables);

/// The service levels that packets use.
class ServiceLevels {
 public:
  static constexpr std::uint8_t unknown = 255;
  /// Of packets to a destination LID from a source; `unknown` if the file does not tell. A source is named by
  /// the GUID of its port, that of its node, or its LID.
  std::uint8_t find(std::uint64_t guid, std::uint16_t lid) const;
  std::uint8_t find_by_lid(std::uint16_t source, std::uint16_t lid) const;
  void set(std::uint64_t guid, std::uint16_t lid, std::uint8_t level) { set(by_guid_[guid], lid, level); }
  /// The LID of a source whose levels are set by its GUID.
  void set_lid(std::uint64_t guid, std::uint16_t lid) { guid_of_lid_[lid] = guid; }
  void set_by_lid(std::uint16_t source, std::uint16_t lid, std::uint8_t level) {
    set(by_lid_[source], lid, level);
  }
  bool empty() const { return by_guid_.empty() && by_lid_.empty(); }
  /// The GUIDs of sources with levels, in any order.
  std::vector<std::uint64_t> source_guids() const;
  std::vector<std::uint16_t> source_lids() const;

 private:
  using Levels = std::vector<std::uint8_t>;  // by destination LID
  static void set(Levels& levels, std::uint16_t lid, std::uint8_t level);
  std::unordered_map<std::uint64_t, Levels> by_guid_;
  std::unordered_map<std::uint16_t, Levels> by_lid_;
  std::unordered_map<std::uint16_t, std::uint64_t> guid_of_lid_;
};

/// Adds the service levels of a text: opensm-path-records.dump, or lines `0x<GUID of the source's node> lid
/// level`, or lines `source lid level`. Throws InputError at file:line:column.
void add_service_levels(std::string_view text, std::string_view file, ServiceLevels& levels);

}  // namespace weft
