#include "weft/io/fabric/cable_ends.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// The smaller number of virtual lanes, where known.
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
    reader_.fail_at(place, fmt::format("a second device '{}'", shown(device.id)));
  fabric_.devices.push_back(std::move(device));
  return index;
}

void FabricBuilder::add(CableEnd end) {
  auto const place = end.place;
  auto const [device, port] = key(end.near);
  if (!ends_.emplace(key(end.near), std::move(end)).second)
    reader_.fail_at(place,
                    fmt::format("port {} of '{}' a second time", port, shown(fabric_.devices[device].id)));
}

void FabricBuilder::join(CableEnd const& near, Unlisted unlisted) {
  auto const* const far = find(near.far_id);
  if (far == nullptr && unlisted == Unlisted::dangling) return;
  if (far == nullptr) reader_.fail_at(near.place, fmt::format("no device '{}'", shown(near.far_id)));
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
  auto const rate = gbits_of_rate(cable.rate), other = gbits_of_rate(back->second.rate);
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

}  // namespace weft
