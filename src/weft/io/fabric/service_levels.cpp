// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/service_levels.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

/// Calls `read(line)` for each line that is neither empty nor a comment.
template <class Read>
void for_each_line(std::string_view text, std::string_view file, Read read) {
  LineReader reader(text, file, {.shape = {}, .comments = ""});
  InterruptCheck check_for_interrupt;
  while (reader.next_full_line()) {
    check_for_interrupt();
    LineCursor line(reader);
    if (!line.rest().starts_with('#')) read(line);
  }
}

std::uint64_t next_number(LineCursor& line, std::string_view what, std::uint64_t maximum) {
  line.skip_blanks();
  return line.number(what, 0, maximum);
}

/// Reads a LID in decimal, or in hexadecimal with 0x.
std::uint16_t next_lid(LineCursor& line) {
  line.skip_blanks();
  auto const begin = line;
  auto const lid = line.rest().starts_with("0x") ? line.hex("LID") : line.number("LID", 0, max_lids);
  if (lid == 0 || lid > max_lids) begin.fail(fmt::format("LID=0x{:04X}", lid), "must be in [0x0001, 0xBFFF]");
  return static_cast<std::uint16_t>(lid);
}

void expect_end(LineCursor& line, std::string_view why) {
  line.skip_blanks();
  if (!line.at_end()) line.fail_unexpected(std::string(why));
}

class Sl2VlReader {
 public:
  explicit Sl2VlReader(Sl2VlTables& tables) : tables_(tables) {}

  void read(LineCursor& line) {
    if (line.accept_word("Switch")) return begin_switch(line.hex("GUID"));
    if (line.accept_word("Channel Adapter") || line.accept_word("Router")) {
      state_ = State::end_node;
      return;
    }
    if (line.rest().starts_with("0x")) return read_flat(line);
    if (state_ == State::none) line.fail_unexpected("a row must follow the line of its switch");
    Sl2VlTables::Row row;
    read_ports(line, row);
    line.skip_blanks();
    line.expect(":", "expected ':' after the ports");
    for (auto& lane : row.lanes) lane = static_cast<std::uint8_t>(next_number(line, "VL", dropping_lane));
    expect_end(line, "a row has the virtual lanes of 16 service levels");
    if (state_ == State::in_switch) tables_.add(guid_, row);
  }

 private:
  enum class State : std::uint8_t { none, in_switch, end_node };

  void begin_switch(std::uint64_t guid) {
    state_ = State::in_switch;
    guid_ = guid;
  }

  static void read_ports(LineCursor& line, Sl2VlTables::Row& row) {
    row.in = static_cast<std::uint8_t>(next_number(line, "in port", max_fabric_ports));
    row.out = static_cast<std::uint8_t>(next_number(line, "out port", max_fabric_ports));
  }

  void read_flat(LineCursor& line) {
    auto const guid = line.hex("GUID");
    Sl2VlTables::Row row;
    read_ports(line, row);
    for (std::size_t i = 0; i < row.lanes.size(); i += 2) {
      line.skip_blanks();
      auto const begin = line;
      auto const byte = line.hex("VLs");
      if (byte > 0xff) begin.fail(fmt::format("VLs=0x{:x}", byte), "must be one byte, for two virtual lanes");
      row.lanes[i] = static_cast<std::uint8_t>(byte >> 4);
      row.lanes[i + 1] = static_cast<std::uint8_t>(byte & 15);
    }
    expect_end(line, "a row has the virtual lanes of 16 service levels in 8 bytes");
    tables_.add(guid, row);
  }

  Sl2VlTables& tables_;
  State state_ = State::none;
  std::uint64_t guid_ = 0;
};

class ServiceLevelReader {
 public:
  explicit ServiceLevelReader(ServiceLevels& levels) : levels_(levels) {}

  void read(LineCursor& line) {
    for (auto const* kind : {"Channel Adapter", "Router", "Switch"})
      if (line.accept_word(kind)) {
        guid_ = line.hex("GUID");
        in_source_ = true;
        if (line.accept(", base LID ")) levels_.set_lid(guid_, next_lid(line));
        return;
      }
    auto ahead = line;
    ahead.word();
    ahead.skip_blanks();
    if (ahead.rest().starts_with(':'))
      read_record(line);
    else
      read_flat(line);
  }

 private:
  /// Reads `0xLLLL : SL [: MTU : RATE]`, or `0xLLLL : UNREACHABLE`.
  void read_record(LineCursor& line) {
    if (!in_source_) line.fail_unexpected("a row must follow the line of its source");
    auto const lid = next_lid(line);
    line.skip_blanks();
    line.expect(":", "expected ':' after the LID");
    if (!line.accept_word("UNREACHABLE")) levels_.set(guid_, lid, next_level(line));
  }

  void read_flat(LineCursor& line) {
    bool const by_guid = line.rest().starts_with("0x") && line.rest().find_first_of(" \t") > 6;
    if (by_guid) {
      auto const guid = line.hex("GUID");
      auto const lid = next_lid(line);
      levels_.set(guid, lid, next_level(line));
    } else {
      auto const source = next_lid(line), lid = next_lid(line);
      levels_.set_by_lid(source, lid, next_level(line));
    }
    expect_end(line, "a line is `source LID SL`");
  }

  static std::uint8_t next_level(LineCursor& line) {
    return static_cast<std::uint8_t>(next_number(line, "SL", num_service_levels - 1));
  }

  ServiceLevels& levels_;
  std::uint64_t guid_ = 0;
  bool in_source_ = false;
};

}  // namespace

std::span<Sl2VlTables::Row const> Sl2VlTables::rows(std::uint64_t switch_guid) const {
  auto const found = switches_.find(switch_guid);
  return found == switches_.end() ? std::span<Row const>() : std::span<Row const>(found->second);
}

std::uint8_t ServiceLevels::find(std::uint64_t guid, std::uint16_t lid) const {
  auto const found = by_guid_.find(guid);
  return found == by_guid_.end() || lid >= found->second.size() ? unknown : found->second[lid];
}

std::uint8_t ServiceLevels::find_by_lid(std::uint16_t source, std::uint16_t lid) const {
  if (auto const guid = guid_of_lid_.find(source); guid != guid_of_lid_.end()) return find(guid->second, lid);
  auto const found = by_lid_.find(source);
  return found == by_lid_.end() || lid >= found->second.size() ? unknown : found->second[lid];
}

std::vector<std::uint64_t> ServiceLevels::source_guids() const {
  std::vector<std::uint64_t> guids;
  for (auto const& [guid, levels] : by_guid_) guids.push_back(guid);
  return guids;
}

std::vector<std::uint16_t> ServiceLevels::source_lids() const {
  std::vector<std::uint16_t> lids;
  for (auto const& [lid, levels] : by_lid_) lids.push_back(lid);
  return lids;
}

void ServiceLevels::set(Levels& levels, std::uint16_t lid, std::uint8_t level) {
  if (lid >= levels.size()) levels.resize(lid + std::size_t{1}, unknown);
  levels[lid] = level;
}

void add_sl2vl_tables(std::string_view text, std::string_view file, Sl2VlTables& tables) {
  Sl2VlReader reader(tables);
  for_each_line(text, file, [&](LineCursor& line) { reader.read(line); });
}

void add_service_levels(std::string_view text, std::string_view file, ServiceLevels& levels) {
  ServiceLevelReader reader(levels);
  for_each_line(text, file, [&](LineCursor& line) { reader.read(line); });
}

}  // namespace weft
