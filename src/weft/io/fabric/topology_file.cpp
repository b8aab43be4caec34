// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/fabric/cable_ends.hpp"
#include "weft/io/fabric/fabric_readers.hpp"

namespace weft {
namespace {

constexpr std::array headings{"Chassis", "Spine Nodes", "Line Nodes", "Non-Chassis Nodes"};
/// Keys of lines with the GUID of the device below.
constexpr std::array guid_keys{"switchguid", "caguid", "rtguid"};
/// Number of virtual lanes for data, by VLCap code 1 .. 5 of a port.
constexpr std::array<std::uint8_t, 6> lanes_of_code{0, 1, 2, 4, 8, 15};

/// Returns the GUID in an id such as S-0002c90200404ea8, or nullopt for any other name.
std::optional<std::uint64_t> guid_in(std::string_view id) {
  if (id.size() != 18 || id[1] != '-') return {};
  return to_number(id.substr(2), 16);
}

class TopologyFileReader {
 public:
  TopologyFileReader(std::string_view text, std::string_view file)
      : file_(file), reader_(text, file, {.shape = {}, .comments = ""}), builder_(reader_) {}

  Fabric read() {
    while (reader_.next_full_line()) read_line();
    if (!has_switch_)
      throw InputError("the file contains no switches", "is it a topology file of ibnetdiscover?", "",
                       std::string(file_));
    return builder_.finish(FabricBuilder::Unlisted::rejected);
  }

 private:
  void read_line() {
    LineCursor line(reader_);
    if (line.accept("#")) return;
    if (line.rest().starts_with('[')) return read_port(line);
    if (auto const kind = accept_kind(line, &DeviceNames::topology_file)) return read_device(line, *kind);
    if (line.accept_word("Hca")) return read_device(line, DeviceKind::adapter);
    for (auto const* heading : headings)
      if (line.rest().starts_with(heading)) return;
    read_key(line);
  }

  void read_key(LineCursor& line) {
    auto const rest = line.rest();
    auto const equals = rest.find_first_of(" \t=");
    if (equals == std::string_view::npos || rest[equals] != '=')
      line.fail_unexpected("expected a device or a port");
    auto const key = line.until("=", {});
    if (std::ranges::find(guid_keys, key) != guid_keys.end()) guid_ = line.hex("GUID");
  }

  void read_device(LineCursor& line, DeviceKind kind) {
    Device device{.kind = kind, .id = {}, .description = {}};
    device.ports = static_cast<std::uint32_t>(line.number("ports", 0, max_fabric_ports));
    line.skip_blanks();
    auto const place = line.place();
    line.expect("\"", "expected a name in quotes");
    device.id = line.until("\"", "expected a closing quote after the name");
    device.guid = guid_in(device.id).value_or(guid_);
    guid_ = 0;
    line.skip_blanks();
    if (line.accept("#")) read_description(line, device);
    has_switch_ = has_switch_ || kind == DeviceKind::fabric_switch;
    device_ = builder_.add(std::move(device), place);
    in_device_ = true;
  }

  static void read_description(LineCursor& line, Device& device) {
    line.skip_blanks();
    if (!line.accept("\"")) return;
    device.description = line.until("\"", "expected a closing quote after the description");
    if (!line.accept_word("base")) line.accept_word("enhanced");
    if (!line.accept_word("port") || !line.accept_word("0") || !line.accept_word("lid")) return;
    device.lid = static_cast<std::uint16_t>(line.number("lid", 0, max_lids));
    if (line.accept_word("lmc")) device.lmc = static_cast<std::uint8_t>(line.number("lmc", 0, 7));
  }

  /// Reads a port number in brackets, 1 .. `maximum`.
  static std::uint32_t port_number(LineCursor& line, std::uint64_t maximum) {
    line.expect("[", "expected a port number in brackets");
    auto const number = static_cast<std::uint32_t>(line.number("port", 1, maximum));
    line.expect("]", "expected a port number in brackets");
    if (line.accept("[ext ")) line.until("]", "expected a closing bracket");
    return number;
  }

  static std::uint64_t port_guid(LineCursor& line) {
    if (!line.accept("(")) return 0;
    auto const guid = line.hex("GUID");
    line.expect(")", "expected a closing bracket after the GUID");
    return guid;
  }

  void read_port(LineCursor& line) {
    if (!in_device_) line.fail("a port precedes the first device");
    auto& device = builder_.device(device_);
    CableEnd end{.near = {.device = device_}, .far_id = {}, .place = line.place()};
    end.near.port = port_number(line, device.ports);
    auto const guid = port_guid(line);
    line.skip_blanks();
    line.expect("\"", "expected a name in quotes");
    end.far_id = line.until("\"", "expected a closing quote after the name");
    end.far_port = port_number(line, max_fabric_ports);
    port_guid(line);
    line.skip_blanks();
    bool const is_switch = device.kind == DeviceKind::fabric_switch;
    if (!is_switch) end.near.guid = guid != 0 || device.guid == 0 ? guid : device.guid + end.near.port;
    if (line.accept("#")) read_tail(line, end, is_switch);
    builder_.add(std::move(end));
  }

  /// Reads the comment of a port line: the LID of an end node's own port, and the rate of the cable. Netlists
  /// may have other comments.
  static void read_tail(LineCursor& line, CableEnd& end, bool is_switch) {
    if (!is_switch && line.accept_word("lid")) {
      end.near.lid = static_cast<std::uint16_t>(line.number("lid", 0, max_lids));
      if (line.accept_word("lmc")) end.near.lmc = static_cast<std::uint8_t>(line.number("lmc", 0, 7));
    }
    line.skip_blanks();
    if (line.accept("\"")) line.until("\"", "expected a closing quote after the description");
    if (!line.accept_word("lid")) return;
    line.number("lid", 0, max_lids);
    line.skip_blanks();
    auto const rate = line.word();
    if (to_gbits(rate)) end.rate = rate;
    for (line.skip_blanks(); !line.at_end(); line.skip_blanks()) {
      if (line.accept("v="))
        end.data_lanes = lanes_of_code[line.number("v", 0, lanes_of_code.size() - 1)];
      else
        line.word();
    }
  }

  std::string_view file_;
  LineReader reader_;
  FabricBuilder builder_;
  std::uint64_t guid_ = 0;
  std::uint32_t device_ = 0;
  bool in_device_ = false, has_switch_ = false;
};

}  // namespace

Fabric parse_topology_file(std::string_view text, std::string_view file) {
  return TopologyFileReader(text, file).read();
}

}  // namespace weft
