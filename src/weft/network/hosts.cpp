#include "weft/network/hosts.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {

bool Hosts::are_named(AnyTopology const& topology) {
  auto const* const file = topology.get_if<topology::File>();
  return file != nullptr && (file->fabric() != nullptr || !file->names().empty());
}

Hosts::Hosts(AnyTopology const& topology) {
  auto const* const file = topology.get_if<topology::File>();
  if (file != nullptr && file->fabric() != nullptr)
    add_devices(fabric_of(topology));
  else
    add_routers(topology);
  add_terminals();
}

void Hosts::add_devices(NumberedFabric const& fabric) {
  auto const& ports = fabric.numbers.terminals();
  constexpr std::uint32_t none = 0xffffffff;
  std::vector<std::uint32_t> host_of(fabric.fabric->devices.size(), none), used;
  for (std::uint32_t t = 0; t < ports.size(); ++t) {
    auto const& device = fabric.fabric->devices[ports[t].device];
    auto& host = host_of[ports[t].device];
    if (host == none) {
      host = static_cast<std::uint32_t>(names_.size());
      names_.push_back(first_word(device.title()));
      used.push_back(0);
    }
    slots_.push_back({host, used[host]++});
    for (auto const& name : {device.title(), names_[host], device.id}) {
      by_name_.add(name, t);
      by_name_.add(fmt::format("{}[{}]", name, ports[t].port), t);
    }
  }
}

void Hosts::add_routers(AnyTopology const& topology) {
  auto const names = topology.names();
  std::uint32_t hosts = 0, used = 0;
  auto before = RouterId{0};
  for (std::uint32_t t = 0; t < topology.num_terminals(); ++t) {
    auto const router = topology.injection_router({t});
    if (hosts == 0 || router != before) {
      ++hosts;
      used = 0;
      if (!names.empty()) names_.push_back(names[router.v]);
    }
    before = router;
    slots_.push_back({hosts - 1, used++});
    if (!names.empty()) by_name_.add(names_.back(), t);
  }
}

void Hosts::add_terminals() {
  first_.push_back(0);
  for (auto const& [host, slot] : slots_) {
    if (host + 2 > first_.size()) first_.resize(host + 2, 0);
    ++first_[host + 1];
  }
  for (std::size_t h = 1; h < first_.size(); ++h) first_[h] += first_[h - 1];
  terminals_.resize(slots_.size());
  for (std::uint32_t t = 0; t < slots_.size(); ++t) terminals_[first_[slots_[t].host] + slots_[t].slot] = t;
}

std::vector<std::uint32_t> Hosts::find(std::string_view text) const {
  if (auto const those = by_name_.find(text); !those.empty()) return {those.begin(), those.end()};
  auto const number = number_in(!named() && text.starts_with('t') ? text.substr(1) : text);
  if (!number || *number >= num_terminals()) return {};
  return {static_cast<std::uint32_t>(*number)};
}

TerminalId Hosts::only(std::string_view text) const {
  auto const those = find(text);
  if (those.empty()) throw InputError(fmt::format("'{}' names no terminal", shown(text)), "", hint(text));
  if (those.size() > 1)
    throw InputError(fmt::format("'{}' names {} terminals", shown(text), those.size()), "",
                     fmt::format("give one of them, such as {}", those[0]));
  return {those[0]};
}

std::string Hosts::hint(std::string_view text) const {
  if (!named()) return fmt::format("the terminals are t0 to t{}", num_terminals() - 1);
  auto const near = nearest(text, names_);
  return near.empty() ? "" : fmt::format("did you mean '{}'?", near);
}

}  // namespace weft
