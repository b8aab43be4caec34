// SPDX-License-Identifier: Apache-2.0
#include "weft/io/fabric/cable_ends.hpp"

#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/text_sink.hpp"

namespace weft {
namespace {

/// Returns the smaller number of virtual lanes; 0 means unknown.
std::uint8_t common_lanes(std::uint8_t a, std::uint8_t b) {
  return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
}

}  // namespace

std::optional<DeviceKind> accept_kind(LineCursor& line, std::string_view DeviceNames::*form) {
  for (auto const& names : device_names)
    if (line.accept_word(names.*form)) return names.kind;
  return {};
}

std::string device_id(DeviceKind kind, std::uint64_t guid) {
  return fmt::format("{}-{:016x}", std::ranges::find(device_names, kind, &DeviceNames::kind)->letter, guid);
}

std::uint32_t const* FabricBuilder::find(std::string const& id) const {
  auto const found = index_.find(id);
  return found == index_.end() ? nullptr : &found->second;
}

std::uint32_t FabricBuilder::add(Device device, LineReader::Place place) {
  auto const index = static_cast<std::uint32_t>(fabric_.devices.size());
  if (!index_.emplace(device.id, index).second)
    reader_.fail_at(place, fmt::format("duplicate device '{}'", shown(device.id)));
  fabric_.devices.push_back(std::move(device));
  return index;
}

void FabricBuilder::add(CableEnd end) {
  auto const place = end.place;
  auto const [device, port] = key(end.near);
  if (!ends_.emplace(key(end.near), std::move(end)).second)
    reader_.fail_at(place,
                    fmt::format("port {} of '{}' is listed twice", port, shown(fabric_.devices[device].id)));
}

void FabricBuilder::join(CableEnd const& near, Unlisted unlisted) {
  auto const* const far = find(near.far_id);
  if (far == nullptr && unlisted == Unlisted::dangling) return;
  if (far == nullptr)
    reader_.fail_at(near.place, fmt::format("device '{}' is not listed", shown(near.far_id)));
  auto const back = ends_.find({*far, near.far_port});
  auto const leads_back = [&](CableEnd const& end) {
    return end.far_port == near.near.port && end.far_id == fabric_.devices[near.near.device].id;
  };
  if (back == ends_.end() || !leads_back(back->second))
    reader_.fail_at(
        near.place,
        fmt::format("port {} of '{}' does not lead back to port {} of '{}'", near.far_port,
                    shown(near.far_id), near.near.port, shown(fabric_.devices[near.near.device].id)),
        "every cable is listed at both ends");
  if (key(back->second.near) == key(near.near))
    reader_.fail_at(near.place,
                    fmt::format("port {} of '{}' leads to itself", near.far_port, shown(near.far_id)));
  if (key(back->second.near) < key(near.near)) return;
  Cable cable{near.near, back->second.near, near.rate.empty() ? back->second.rate : near.rate,
              common_lanes(near.data_lanes, back->second.data_lanes)};
  auto const rate = to_gbits(cable.rate), other = to_gbits(back->second.rate);
  if (other && cable.rate != back->second.rate) {
    cable.other_rate = back->second.rate;
    if (*other < *rate) std::swap(cable.rate, cable.other_rate);
  }
  fabric_.cables.push_back(std::move(cable));
}

Fabric FabricBuilder::finish(Unlisted unlisted) {
  for (auto const& [port, end] : ends_) join(end, unlisted);
  return std::move(fabric_);
}

namespace {

constexpr std::size_t max_characters = 63;

/// Returns the key of the line with the GUID of a device.
constexpr std::string_view guid_key(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::fabric_switch: return "switchguid";
    case DeviceKind::adapter: return "caguid";
    case DeviceKind::subnet_router: break;
  }
  return "rtguid";
}

std::string_view kind_word(DeviceKind kind) {
  return std::ranges::find(device_names, kind, &DeviceNames::kind)->topology_file;
}

/// A port of a device and the port at the other end of its cable.
struct PortLine {
  FabricPort near, far;
  std::uint32_t cable;
};

class NetlistWriter {
 public:
  NetlistWriter(Fabric const& fabric, std::function<void(std::string_view)> const& take)
      : fabric_(fabric), sink_(take) {
    name_devices();
    sort_ports();
  }

  std::vector<std::string> write() {
    InterruptCheck check_for_interrupt;
    sink_.print("# Netlist of ibsim, topology file as ibnetdiscover prints it\n");
    auto line = lines_.begin();
    for (std::uint32_t d = 0; d < fabric_.devices.size(); ++d) {
      check_for_interrupt();
      auto const begin = line;
      while (line != lines_.end() && line->near.device == d) ++line;
      write_device(d, {begin, line});
    }
    sink_.finish();
    add_notes();
    return std::move(notes_);
  }

 private:
  using Lines = std::span<PortLine const>;

  void name_devices() {
    std::unordered_set<std::string_view> once;
    ids_.reserve(fabric_.devices.size());
    for (auto const& device : fabric_.devices) {
      bool const fits =
          device.id.size() <= max_characters && device.id.find_first_of("#@") == std::string::npos;
      if (!fits) ++renamed_;
      ids_.push_back(fits ? device.id : device_id(device.kind, device.guid));
      if (!once.insert(ids_.back()).second)
        throw InputError(fmt::format("two devices are named '{}'", ids_.back()),
                         "ibsim supports names of at most 63 characters without # and @");
      descriptions_.push_back(device.description.substr(0, max_characters));
      shortened_ += device.description.size() > max_characters;
    }
  }

  void sort_ports() {
    lines_.reserve(2 * fabric_.cables.size());
    for (std::uint32_t c = 0; c < fabric_.cables.size(); ++c) {
      auto const& [a, b, rate, lanes, other_rate] = fabric_.cables[c];
      lines_.push_back({a, b, c});
      lines_.push_back({b, a, c});
      without_lanes_ += lanes != 0;
    }
    std::ranges::sort(lines_, {},
                      [](auto const& line) { return std::pair(line.near.device, line.near.port); });
  }

  /// Returns the GUID from which ibsim derives the GUIDs of the ports.
  std::uint64_t base_guid(Device const& device, Lines lines) {
    auto const has_guid = [](auto const& line) { return line.near.guid != 0; };
    auto const first = std::ranges::find_if(lines, has_guid);
    if (device.kind == DeviceKind::fabric_switch || first == lines.end()) return device.guid;
    auto const base = first->near.guid - first->near.port;
    other_guids_ += static_cast<std::uint64_t>(std::ranges::count_if(
        lines, [&](auto const& line) { return has_guid(line) && line.near.guid != base + line.near.port; }));
    return base;
  }

  void write_device(std::uint32_t index, Lines lines) {
    auto const& device = fabric_.devices[index];
    auto const guid = base_guid(device, lines);
    sink_.print("\n");
    if (guid != 0) sink_.print("{}=0x{:x}\n", guid_key(device.kind), guid);
    sink_.print("{}\t{} \"{}\"", kind_word(device.kind), device.ports, ids_[index]);
    bool const has_lid = device.kind == DeviceKind::fabric_switch && (device.lid != 0 || device.lmc != 0);
    if (has_lid || !descriptions_[index].empty()) sink_.print("\t\t# \"{}\"", descriptions_[index]);
    if (has_lid)
      sink_.print(" {} port 0 lid {} lmc {}", device.lmc == 0 ? "base" : "enhanced", device.lid, device.lmc);
    sink_.print("\n");
    for (auto const& line : lines) write_port(device.kind, line);
  }

  void write_port(DeviceKind kind, PortLine const& line) {
    auto const& [near, far, cable] = line;
    sink_.print("[{}]", near.port);
    if (near.guid != 0) sink_.print("({:x}) ", near.guid);
    sink_.print("\t\"{}\"[{}]", ids_[far.device], far.port);
    if (far.guid != 0) sink_.print("({:x}) ", far.guid);
    auto const& rate = fabric_.cables[cable].rate;
    auto const& far_device = fabric_.devices[far.device];
    auto const far_lid = far_device.kind == DeviceKind::fabric_switch ? far_device.lid : far.lid;
    if (near.lid != 0 || near.lmc != 0 || far_lid != 0 || !rate.empty()) {
      sink_.print("\t\t#");
      if (kind != DeviceKind::fabric_switch) sink_.print(" lid {} lmc {}", near.lid, near.lmc);
      std::string description = descriptions_[far.device];
      std::ranges::replace(description, '=', '-');
      sink_.print(" \"{}\" lid {}{}{}", description, far_lid, rate.empty() ? "" : " ", rate);
    }
    sink_.print("\n");
  }

  void add_notes() {
    auto const note = [&](std::uint64_t count, std::string_view problem) {
      if (count > 0) notes_.push_back(fmt::format("{}: {}", problem, count));
    };
    note(renamed_, "devices named by their GUIDs, because ibsim cannot read their names");
    note(shortened_, "descriptions cut after 63 characters for ibsim");
    note(without_lanes_, "cables without their number of virtual lanes, which ibsim does not support");
    note(other_guids_, "ports to which ibsim assigns another GUID");
  }

  Fabric const& fabric_;
  TextSink sink_;
  std::vector<std::string> ids_, descriptions_, notes_;
  std::vector<PortLine> lines_;  // sorted by (device, port)
  std::uint64_t renamed_ = 0, shortened_ = 0, without_lanes_ = 0, other_guids_ = 0;
};

}  // namespace

std::vector<std::string> write_netlist(Fabric const& fabric,
                                       std::function<void(std::string_view)> const& take) {
  return NetlistWriter(fabric, take).write();
}

}  // namespace weft
