#include "weft/io/fabric/fabric_hosts.hpp"

#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace weft {
namespace {

/// The position of the blank in `NAME ADAPTER`; npos for a text of fewer or more words.
std::size_t end_of_name(std::string_view description) {
  auto const blank = description.find_first_of(" \t");
  if (blank == 0 || blank == std::string_view::npos || blank + 1 == description.size() ||
      description.find_first_of(" \t", blank + 1) != std::string_view::npos)
    return std::string_view::npos;
  return blank;
}

}  // namespace

std::vector<std::uint32_t> hosts_of_devices(Fabric const& fabric) {
  std::vector<std::uint32_t> host(fabric.devices.size());
  std::iota(host.begin(), host.end(), 0u);
  std::unordered_map<std::string_view, std::uint32_t> first_of_name;
  std::unordered_set<std::string_view> descriptions;
  for (std::uint32_t d = 0; d < fabric.devices.size(); ++d) {
    auto const& device = fabric.devices[d];
    std::string_view const description = device.description;
    auto const end = end_of_name(description);
    if (device.kind != DeviceKind::adapter || end == std::string_view::npos ||
        !descriptions.insert(description).second)
      continue;
    host[d] = first_of_name.emplace(description.substr(0, end), d).first->second;
  }
  return host;
}

}  // namespace weft
