#include "weft/io/fabric/forwarding_tables_writer.hpp"

#include <array>
#include <iterator>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/forwarding_tables.hpp"

namespace weft {
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

}  // namespace weft
