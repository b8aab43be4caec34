// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/cable_ends.hpp"
#include "weft/io/fabric/fabric_readers.hpp"

namespace weft {
namespace {

/// One end of a line of the report: `KIND lid port 0xGUID`.
struct ReportedPort {
  DeviceKind kind = DeviceKind::fabric_switch;
  std::uint16_t lid = 0;
  std::uint32_t port = 0;
  std::uint64_t guid = 0;

  std::string id() const { return device_id(kind, guid); }
};

class PortsReportReader {
 public:
  PortsReportReader(std::string_view text, std::string_view file)
      : file_(file), reader_(text, file, {.shape = {}, .comments = ""}), builder_(reader_) {}

  Fabric read() {
    while (reader_.next_full_line()) {
      LineCursor line(reader_);
      if (line.rest().starts_with('#')) continue;
      auto const place = line.place();
      if (auto const kind = accept_kind(line, &DeviceNames::ports_report))
        read_line(line, *kind, place);
      else if (began_)
        line.fail_unexpected("a line begins with CA, SW or RT");
    }
    if (!has_switch_)
      throw InputError("the file contains no switches", "is it a report of ibnetdiscover -p?", "",
                       std::string(file_));
    return builder_.finish(FabricBuilder::Unlisted::dangling);
  }

 private:
  static ReportedPort read_port(LineCursor& line, DeviceKind kind) {
    ReportedPort port{.kind = kind};
    port.lid = static_cast<std::uint16_t>(line.number("lid", 0, max_lids));
    line.skip_blanks();
    port.port = static_cast<std::uint32_t>(line.number("port", 0, max_fabric_ports));
    line.skip_blanks();
    port.guid = line.hex("GUID");
    line.skip_blanks();
    return port;
  }

  void read_line(LineCursor& line, DeviceKind kind, LineReader::Place place) {
    began_ = true;
    auto const near = read_port(line, kind);
    std::string rate(line.word());
    line.skip_blanks();
    if (line.at_end()) line.fail("the rate is missing", "expected a rate such as 4x QDR");
    rate += line.word();
    line.skip_blanks();
    bool const cabled = line.accept_word("-");
    ReportedPort far;
    if (cabled) far = read_far(line);
    auto const device = device_of(near, near_name(line, cabled), place);
    if (!cabled || near.port == 0) return;
    CableEnd end{.near = {.device = device, .port = near.port},
                 .far_id = far.id(),
                 .far_port = far.port,
                 .rate = to_gbits(rate) ? rate : std::string(),
                 .place = place};
    if (kind != DeviceKind::fabric_switch) {
      end.near.guid = near.guid;
      end.near.lid = near.lid;
    }
    builder_.add(std::move(end));
  }

  static ReportedPort read_far(LineCursor& line) {
    auto const kind = accept_kind(line, &DeviceNames::ports_report);
    if (!kind) line.fail_unexpected("expected CA, SW or RT");
    return read_port(line, *kind);
  }

  /// Reads the names of a line: ( 'near' - 'far' ), or 'near' for a port without a cable.
  static std::string near_name(LineCursor& line, bool cabled) {
    if (cabled) line.expect("( ", "expected names in brackets");
    line.expect("'", "expected a name in quotes");
    auto const rest = line.rest();
    if (cabled && !rest.ends_with(")")) line.fail("expected a closing bracket after the names");
    auto const end = cabled ? rest.find("' - '") : rest.rfind('\'');
    if (end == std::string_view::npos) line.fail("expected a closing quote after the name");
    return std::string(rest.substr(0, end));
  }

  std::uint32_t device_of(ReportedPort const& port, std::string name, LineReader::Place place) {
    bool const is_switch = port.kind == DeviceKind::fabric_switch;
    has_switch_ = has_switch_ || is_switch;
    auto const* const known = builder_.find(port.id());
    auto const index = known != nullptr ? *known
                                        : builder_.add({.kind = port.kind,
                                                        .id = port.id(),
                                                        .guid = port.guid,
                                                        .description = std::move(name),
                                                        .lid = is_switch ? port.lid : std::uint16_t{0}},
                                                       place);
    auto& ports = builder_.device(index).ports;
    ports = std::max(ports, port.port);
    return index;
  }

  std::string_view file_;
  LineReader reader_;
  FabricBuilder builder_;
  bool began_ = false, has_switch_ = false;
};

}  // namespace

Fabric parse_ports_report(std::string_view text, std::string_view file) {
  return PortsReportReader(text, file).read();
}

}  // namespace weft
