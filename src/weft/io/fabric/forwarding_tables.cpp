// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/forwarding_tables.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/number.hpp"
#include "weft/io/fabric/cable_ends.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/io/fabric/service_levels.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Reads the number of `size` digits at position `at` of the text; nullopt if a character is not a digit.
template <int base>
std::optional<std::uint64_t> digits(std::string_view text, std::size_t at, std::size_t size) {
  if (text.size() < at + size) return {};
  std::uint64_t value = 0;
  for (auto const c : text.substr(at, size)) {
    auto const digit = digit_of(c);
    if (digit < 0 || digit >= base) return {};
    value = value * base + static_cast<std::uint64_t>(digit);
  }
  return value;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Returns whether the line is a heading or a summary.
bool is_heading(std::string_view line) {
  constexpr std::array headings{"Lid  Out", "Port     Info", "LID    :"};
  return line.empty() || line.front() == '#' || line.ends_with("lids dumped") ||
         std::ranges::any_of(headings, [&](auto const* each) { return line.starts_with(each); });
}

bool is_error_of_tool(std::string_view line) {
  return line.find("ibwarn:") != std::string_view::npos || line.find("iberror:") != std::string_view::npos ||
         line.find(" failed:") != std::string_view::npos;
}

/// Returns whether a line belongs to a fabric in one of the formats of fabric_readers.hpp.
bool is_of_fabric(LineCursor line) {
  constexpr std::array keys{"vendid=", "switchguid=", "caguid=", "rtguid=", "Switch\t", "Ca\t", "{ "};
  return std::ranges::any_of(keys, [&](auto const* key) { return line.rest().starts_with(key); }) ||
         accept_kind(line, &DeviceNames::ports_report);
}

class ForwardingTableReader {
 public:
  ForwardingTableReader(std::string_view text, std::string_view file, ForwardingTables& tables)
      : tables_(tables), reader_(text, file, {.shape = {}, .comments = ""}) {
    for (std::size_t i = 0; i < tables.switches.size(); ++i) index_[tables.switches[i].guid] = i;
  }

  void read() {
    InterruptCheck check_for_interrupt;
    while (reader_.next_line()) {
      check_for_interrupt();
      if (!read_row(reader_.line())) read_other_line();
    }
  }

 private:
  /// Reads `0xLLLL PPP ..`, or `0xLLLL : PPP ..` in a forwarding database. Returns whether the line is a row.
  bool read_row(std::string_view line) {
    if (!line.starts_with("0x")) return false;
    auto const lid = digits<16>(line, 2, 4);
    auto const at = line.find_first_not_of(" \t", 6);
    if (!lid || at == std::string_view::npos) fail_row();
    bool const is_database = line[at] == ':';
    auto const port_at = is_database ? line.find_first_not_of(" \t", at + 1) : at;
    if (port_at == std::string_view::npos) fail_row();
    auto const port = digits<10>(line, port_at, 3);
    if (!port && !line.substr(port_at).starts_with("UNREACHABLE")) fail_row();
    auto const end = port_at + 3;
    if (port && end < line.size() && !is_blank(line[end]) && line[end] != ':') fail_row();
    set(*lid, port.value_or(SwitchTable::no_port));
    if (is_database || has_guid(*lid)) return true;
    constexpr std::string_view mark = "portguid 0x";
    if (auto const guid = line.find(mark, port_at); guid != std::string_view::npos)
      set_guid(*lid, line, guid + mark.size());
    return true;
  }

  [[noreturn]] void fail_row() const {
    LineCursor(reader_).fail(fmt::format("unexpected '{}'", shown(reader_.line())),
                             "a row has the form `0xLLLL PPP ..`: the LID of the destination, and the port");
  }

  void set(std::uint64_t lid, std::uint64_t port) {
    if (current_ == nullptr) LineCursor(reader_).fail("a row precedes the first switch");
    if (lid == 0 && port == SwitchTable::no_port) return;  // `dump_fts -a` prints it
    if (lid == 0 || lid > max_lids)
      LineCursor(reader_).fail(fmt::format("LID=0x{:04X}", lid), "must be in [0x0001, 0xBFFF]");
    if (port > SwitchTable::no_port)
      LineCursor(reader_).fail(fmt::format("port={}", port), "must be in [0, 255]");
    auto& ports = current_->port;
    if (lid >= ports.size()) {
      ports.resize(lid + 1, SwitchTable::no_port);
      given_.resize(lid + 1, 0);
    }
    if (given_[lid] != 0 && ports[lid] != port) ++tables_.repeated;
    given_[lid] = 1;
    ports[lid] = static_cast<std::uint8_t>(port);
  }

  bool has_guid(std::uint64_t lid) const {
    return lid < tables_.port_guid.size() && tables_.port_guid[lid] != 0;
  }

  void set_guid(std::uint64_t lid, std::string_view line, std::size_t at) {
    auto const guid = digits<16>(line, at, 16);
    if (!guid) LineCursor(reader_).fail("the port GUID is missing", "expected 16 hexadecimal digits");
    if (lid >= tables_.port_guid.size()) tables_.port_guid.resize(lid + 1, 0);
    tables_.port_guid[lid] = *guid;
  }

  void read_other_line() {
    LineCursor line(reader_);
    if (line.rest().starts_with("Unicast lids")) {
      line.until(" guid ", "expected the GUID of the switch");
      return begin_table(line);
    }
    constexpr std::string_view database = "dump_ucast_routes: Switch ";
    if (line.rest().substr(0, 60).find(database) != std::string_view::npos) {
      line.until(database, {});
      return begin_table(line);
    }
    if (line.accept("PLFT_NUM:")) {
      line.skip_blanks();
      auto const place = line;
      if (auto const tables = line.number("PLFT_NUM", 0, 255); tables > 1)
        place.fail(
            fmt::format("PLFT_NUM={}", tables),
            "switches with private forwarding tables (PLFT) are not supported: the tables alone do not "
            "determine the routes");
      return;
    }
    if (is_error_of_tool(reader_.line()))
      ++tables_.skipped;
    else if (is_of_fabric(line))
      line.fail("the file is a topology file, not a forwarding table",
                "specify it as topology, e.g. file:path=..");
    else if (!is_heading(line.rest()))
      line.fail_unexpected("expected the heading of a forwarding table, or a row");
  }

  void begin_table(LineCursor& line) {
    auto const guid = line.hex("GUID");
    auto const [found, is_new] = index_.emplace(guid, tables_.switches.size());
    if (is_new) tables_.switches.push_back({guid, {}});
    current_ = &tables_.switches[found->second];
    given_.assign(current_->port.size(), 0);
    for (std::size_t lid = 0; lid < given_.size(); ++lid)
      given_[lid] = current_->port[lid] != SwitchTable::no_port;
  }

  ForwardingTables& tables_;
  LineReader reader_;
  std::unordered_map<std::uint64_t, std::size_t> index_;
  SwitchTable* current_ = nullptr;
  std::vector<std::uint8_t> given_;  // whether a row of the current switch has listed the LID
};

}  // namespace

void add_forwarding_tables(std::string_view text, std::string_view file, ForwardingTables& tables) {
  ForwardingTableReader(text, file, tables).read();
}

namespace {

constexpr std::string_view kind_name(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::fabric_switch: return "Switch";
    case DeviceKind::adapter: return "Channel Adapter";
    case DeviceKind::subnet_router: break;
  }
  return "Router";
}

}  // namespace

ForwardingTablesWriter::ForwardingTablesWriter(std::span<LidOwner const> owners,
                                               std::function<void(std::string_view)> take)
    : take_(std::move(take)), last_lid_(owners.empty() ? std::uint16_t{0} : owners.back().lid) {
  for (auto const& owner : owners) {
    before_.push_back(fmt::format("0x{:04x} ", owner.lid));
    after_.push_back(fmt::format(" # {} portguid 0x{:016x}: '{}'\n", kind_name(owner.kind), owner.port_guid,
                                 owner.description));
  }
}

void ForwardingTablesWriter::write(LidOwner const& of_switch, std::span<std::uint8_t const> ports) {
  WEFT_EXPECT(ports.size() == before_.size());
  buffer_.clear();
  fmt::format_to(std::back_inserter(buffer_), "Unicast lids [0-{}] of switch Lid {} guid 0x{:016x} ('{}'):\n",
                 last_lid_, of_switch.lid, of_switch.port_guid, of_switch.description);
  for (std::size_t i = 0; i < ports.size(); ++i) {
    auto const port = ports[i];
    if (port == SwitchTable::no_port) continue;
    std::array<char, 3> const digits{static_cast<char>('0' + port / 100),
                                     static_cast<char>('0' + port / 10 % 10),
                                     static_cast<char>('0' + port % 10)};
    buffer_.append(before_[i]).append(digits.data(), digits.size()).append(after_[i]);
  }
  fmt::format_to(std::back_inserter(buffer_), "{} lids dumped\n", last_lid_);
  take_(buffer_);
}

namespace {

constexpr int num_rows_looked_at = 100;

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
    auto const end = std::min(line.find_first_of(" \t\r", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

/// Parses a whole number in decimal, or in hexadecimal after 0x.
std::optional<std::uint64_t> whole_number(std::string_view word, bool may_be_hex = true) {
  int base = 10;
  if (may_be_hex && word.starts_with("0x")) {
    base = 16;
    word.remove_prefix(2);
  }
  return to_number(word, base);
}

bool is_head_of_device(std::string_view line) {
  return line.starts_with("Switch 0x") || line.starts_with("Channel Adapter 0x") ||
         line.starts_with("Router 0x");
}

/// Returns the format of a row without a head: `0xGUID in out` and eight bytes, or `source LID SL`.
TableForm form_of_flat(std::string_view line) {
  auto const words = words_of(line);
  for (auto const word : words)
    if (!whole_number(word)) return TableForm::none;
  if (words.size() == 11) return TableForm::sl2vl;
  bool const ends_with_level =
      words.size() == 3 && whole_number(words[2], false).value_or(num_service_levels) < num_service_levels;
  return ends_with_level ? TableForm::service_levels : TableForm::none;
}

}  // namespace

TableForm detect_table_form(std::string_view text) {
  LineReader reader(text, "", {.shape = {}, .comments = ""});
  bool in_device = false;
  for (int i = 0; i < num_rows_looked_at && reader.next_full_line(); ++i) {
    auto const line = reader.line();
    if (line.starts_with("Unicast lids")) return TableForm::forwarding_tables;
    if (line.substr(0, 60).find("dump_ucast_routes: Switch ") != std::string_view::npos)
      return TableForm::forwarding_database;
    if (line.starts_with("port-groups")) return TableForm::qos_policy;
    if (is_head_of_device(line)) {
      in_device = true;
    } else if (line.starts_with('#') || line.find("ibwarn:") != std::string_view::npos) {
      continue;
    } else if (in_device) {
      return line.starts_with("0x") ? TableForm::service_levels : TableForm::sl2vl;
    } else {
      return form_of_flat(line);
    }
  }
  return TableForm::none;
}

}  // namespace weft
