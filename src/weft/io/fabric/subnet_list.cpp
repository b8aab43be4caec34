// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/cable_ends.hpp"
#include "weft/io/fabric/fabric_readers.hpp"

namespace weft {
namespace {

/// Signaling rate of a lane in Gbit/s, as in the list, and the name of the speed.
constexpr std::array signal_speeds{
    std::pair{"2.5", "SDR"},     std::pair{"5", "DDR"},   std::pair{"10", "QDR"},
    std::pair{"FDR10", "FDR10"}, std::pair{"14", "FDR"},  std::pair{"25", "EDR"},
    std::pair{"50", "HDR"},      std::pair{"100", "NDR"}, std::pair{"200", "XDR"}};

/// One end of a line: `{ KIND Ports:XX .. {description} LID:h PN:h }`.
struct ListedPort {
  Device device;
  std::uint64_t guid = 0;  ///< of the port
  std::uint16_t lid = 0;
  std::uint32_t port = 0;
};

class SubnetListReader {
 public:
  SubnetListReader(std::string_view text, std::string_view file)
      : file_(file), reader_(text, file, {.shape = {}, .comments = ""}), builder_(reader_) {}

  Fabric read() {
    while (reader_.next_full_line()) {
      LineCursor line(reader_);
      if (!line.rest().starts_with('#')) read_line(line);
    }
    if (!has_switch_)
      throw InputError("the file contains no switches", "is it an OpenSM subnet list?", "",
                       std::string(file_));
    return builder_.finish(FabricBuilder::Unlisted::dangling);
  }

 private:
  void read_line(LineCursor& line) {
    auto const place = line.place();
    auto near = read_port(line);
    line.skip_blanks();
    auto const far = read_port(line);
    auto const device = device_of(near, place);
    CableEnd end{.near = {.device = device, .port = near.port},
                 .far_id = far.device.id,
                 .far_port = far.port,
                 .rate = read_rate(line),
                 .place = place};
    if (near.device.kind != DeviceKind::fabric_switch) {
      end.near.guid = near.guid;
      end.near.lid = near.lid;
    }
    builder_.add(std::move(end));
  }

  static std::uint64_t field(LineCursor& line, std::string_view name, std::uint64_t maximum) {
    line.skip_blanks();
    line.expect(name, fmt::format("expected {}", name));
    auto const place = line;
    auto const value = line.hex(name.substr(0, name.size() - 1));
    if (value > maximum)
      place.fail(fmt::format("{}{:X}", name, value), fmt::format("must be at most {:X}", maximum));
    return value;
  }

  static ListedPort read_port(LineCursor& line) {
    line.expect("{", "expected a port in braces");
    line.skip_blanks();
    ListedPort port;
    auto& device = port.device;
    device.kind = kind_at(line);
    device.ports = static_cast<std::uint32_t>(field(line, "Ports:", max_fabric_ports));
    constexpr std::uint64_t any = ~std::uint64_t{0};
    field(line, "SystemGUID:", any);
    device.guid = field(line, "NodeGUID:", any);
    device.id = device_id(device.kind, device.guid);
    port.guid = field(line, "PortGUID:", any);
    for (auto const* ignored : {"VenID:", "DevID:", "Rev:"}) field(line, ignored, any);
    line.skip_blanks();
    line.expect("{", "expected a description in braces");
    device.description = line.until("} LID:", "expected } LID: after the description");
    port.lid = static_cast<std::uint16_t>(hex_at_most(line, "LID", max_lids));
    port.port = static_cast<std::uint32_t>(field(line, "PN:", device.ports));
    line.skip_blanks();
    line.expect("}", "expected a closing brace after the port");
    return port;
  }

  /// Reads the kind of a device; the port of a subnet manager has the suffix `-SM`.
  static DeviceKind kind_at(LineCursor& line) {
    if (auto const kind = accept_kind(line, &DeviceNames::subnet_list)) return *kind;
    for (auto const& names : device_names)
      if (line.accept_word(fmt::format("{}-SM", names.subnet_list))) return names.kind;
    line.fail_unexpected("expected CA, SW or Rt");
  }

  static std::uint64_t hex_at_most(LineCursor& line, std::string_view what, std::uint64_t maximum) {
    auto const place = line;
    auto const value = line.hex(what);
    if (value > maximum)
      place.fail(fmt::format("{}={:X}", what, value), fmt::format("must be at most {:X}", maximum));
    return value;
  }

  /// Reads `PHY=4x LOG=ACT SPD=10` as 4xQDR. Returns an empty text for a speed without a name.
  static std::string read_rate(LineCursor& line) {
    std::string width, speed;
    for (line.skip_blanks(); !line.at_end(); line.skip_blanks()) {
      if (line.accept("PHY="))
        width = line.word();
      else if (line.accept("SPD="))
        speed = line.word();
      else
        line.word();
    }
    auto const named = std::ranges::find(signal_speeds, speed, [](auto const& each) { return each.first; });
    if (named == signal_speeds.end() || !to_gbits(width + named->second)) return {};
    return width + named->second;
  }

  std::uint32_t device_of(ListedPort& port, LineReader::Place place) {
    bool const is_switch = port.device.kind == DeviceKind::fabric_switch;
    has_switch_ = has_switch_ || is_switch;
    if (auto const* const known = builder_.find(port.device.id)) return *known;
    if (is_switch) port.device.lid = port.lid;
    return builder_.add(port.device, place);
  }

  std::string_view file_;
  LineReader reader_;
  FabricBuilder builder_;
  bool has_switch_ = false;
};

}  // namespace

Fabric parse_subnet_list(std::string_view text, std::string_view file) {
  return SubnetListReader(text, file).read();
}

}  // namespace weft
