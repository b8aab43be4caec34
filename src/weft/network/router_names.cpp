// SPDX-License-Identifier: Apache-2.0
#include "weft/network/router_names.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/network/hosts.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {
namespace {

/// Returns `ib5` for `MF0;ib5:SX6036/U1`; empty for descriptions in another form.
std::string host_name(std::string const& description) {
  auto const begin = description.find(';');
  auto const end = description.find(':', begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  return description.substr(begin + 1, end - begin - 1);
}

/// Returns the GUID in a string of the form S-f4521403001165a0, 0xf4521403001165a0 or 16 hexadecimal digits.
std::optional<std::uint64_t> guid_in(std::string_view text) {
  constexpr std::size_t digits = 16;
  auto const rest = text.starts_with("S-") || text.starts_with("0x") ? text.substr(2) : text;
  return rest.size() < text.size() || rest.size() == digits ? to_number(rest, digits) : std::nullopt;
}

}  // namespace

RouterNames::RouterNames(std::uint64_t routers, std::vector<std::string> names,
                         std::shared_ptr<Fabric const> fabric)
    : routers_(routers), names_(std::move(names)), fabric_(std::move(fabric)) {
  if (fabric_ != nullptr) numbers_.emplace(*fabric_);
}

std::optional<RouterId> RouterNames::find(std::string_view text) {
  bool const named = has_fabric() || !names_.empty();
  if (named)
    if (auto const router = by_name(text)) return router;
  if (auto const router = by_letter(text)) return router;
  if (auto const number = to_number(text); number && *number <= std::numeric_limits<std::uint32_t>::max()) {
    if (!has_fabric() && named && to_number(names_.front()))
      throw InputError(fmt::format("no router is named {}", *number), "", suggestion(text));
    if (*number < routers_) return RouterId{static_cast<std::uint32_t>(*number)};
    throw InputError(fmt::format("router={}", *number), fmt::format("must be in [0, {}]", routers_ - 1));
  }
  return by_guid(text);
}

std::optional<RouterId> RouterNames::by_letter(std::string_view text) const {
  auto const number = text.starts_with('r') ? to_number(text.substr(1)) : std::nullopt;
  if (!number || *number >= routers_) return {};
  return RouterId{static_cast<std::uint32_t>(*number)};
}

std::optional<RouterId> RouterNames::by_name(std::string_view text) {
  auto const matches = index().by_name.find(text);
  if (matches.empty()) return {};
  if (matches.size() == 1) return RouterId{matches[0]};
  throw InputError(fmt::format("'{}' matches {} switches", shown(text), matches.size()), "",
                   fmt::format("specify one of them, such as {}",
                               has_fabric() ? fabric_->devices[numbers_->devices()[matches[0]]].id
                                            : std::to_string(matches[0])));
}

std::optional<RouterId> RouterNames::by_guid(std::string_view text) const {
  auto const guid = guid_in(text);
  if (!guid) return {};
  if (has_fabric()) {
    for (std::uint32_t r = 0; r < routers_; ++r)
      if (fabric_->devices[numbers_->devices()[r]].guid == *guid) return RouterId{r};
    return {};
  }
  auto const first = numbered_switch(0, "", 0).guid;
  if (*guid < first || *guid - first >= routers_) return {};
  return RouterId{static_cast<std::uint32_t>(*guid - first)};
}

PortId RouterNames::output_port(RouterId router, std::uint64_t port) const {
  auto const reject = [&](std::string const& why) {
    auto const name = has_fabric() ? fabric_->devices[numbers_->devices()[router.v]].title()
                                   : fmt::format("router {}", router.v);
    throw InputError(fmt::format("port {} of {} has no cable between switches", port, shown(name)), why,
                     "only cables between switches can fail individually");
  };
  if (!has_fabric()) {
    if (port == 0 || port > std::numeric_limits<std::uint16_t>::max()) reject("ports are numbered from 1");
    return {static_cast<std::uint16_t>(port - 1)};
  }
  auto const ports = numbers_->num_ports(router.v);
  if (port == 0 || port > ports) reject(fmt::format("port numbers are in [1, {}]", ports));
  auto const& use = numbers_->use(router.v, static_cast<std::uint32_t>(port));
  using enum PortUse::Kind;
  if (use.kind == nothing) reject("no cable is plugged in");
  if (use.kind != channel) reject("the port is connected to a host");
  return {static_cast<std::uint16_t>(use.index)};
}

std::uint32_t RouterNames::port_number(RouterId router, PortId port) const {
  if (has_fabric())
    for (std::uint32_t p = 1; p <= numbers_->num_ports(router.v); ++p)
      if (auto const& use = numbers_->use(router.v, p);
          use.kind == PortUse::Kind::channel && use.index == port.v)
        return p;
  return port.v;
}

std::string RouterNames::near(std::string_view text) {
  if (!has_fabric() && names_.empty()) return {};
  return nearest(text, index().all);
}

std::string RouterNames::suggestion(std::string_view text) {
  if (!has_fabric() && names_.empty()) return {};
  auto const name = near(text);
  return name.empty() ? suggest(text, index().first) : fmt::format("did you mean '{}'?", name);
}

std::vector<std::string> RouterNames::names_of_switch(std::uint32_t router) const {
  auto const& device = fabric_->devices[numbers_->devices()[router]];
  std::vector<std::string> names{host_name(device.description), first_word(device.title()), device.title(),
                                 device.id};
  std::erase(names, "");
  return names;
}

RouterNames::Index const& RouterNames::index() {
  if (index_) return *index_;
  index_.emplace();
  for (std::uint32_t r = 0; r < routers_; ++r) {
    auto const names = has_fabric() ? names_of_switch(r) : std::vector{names_[r]};
    index_->first.push_back(names.front());
    for (auto const& name : names) {
      index_->by_name.add(name, r);
      index_->all.push_back(name);
    }
  }
  return *index_;
}

namespace {

std::shared_ptr<Fabric const> fabric_in(AnyTopology const& topology) {
  auto const* const file = topology.get_if<topology::File>();
  return file == nullptr ? nullptr : file->fabric();
}

}  // namespace

RouterLabels::RouterLabels(AnyTopology const& topology)
    : routers_(topology.num_routers()),
      names_(topology.names()),
      fabric_(fabric_in(topology)),
      reader_(routers_, names_, fabric_) {
  if (fabric_ != nullptr) numbers_.emplace(*fabric_);
}

RouterId RouterLabels::at(std::string_view text) {
  if (auto const router = reader_.find(text)) return *router;
  throw InputError(fmt::format("'{}' is not a router", shown(text)),
                   names_.empty() ? fmt::format("router numbers are in [0, {}]", routers_ - 1) : "",
                   reader_.suggestion(text));
}

std::optional<RouterId> RouterLabels::find(std::string_view text) {
  try {
    return reader_.find(text);
  } catch (InputError const&) { return {}; }
}

bool RouterLabels::is_name_of(std::string const& text, RouterId router) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  return text.find_first_of("+-[]") == std::string::npos && find(text) == router;
}

std::string RouterLabels::of(RouterId router) {
  auto number = std::to_string(router.v);
  if (!has_names()) return number;
  std::vector<std::string> candidates;
  if (fabric_ != nullptr) {
    auto const& device = fabric_->devices[numbers_->devices()[router.v]];
    candidates = {first_word(device.title()), device.id};
  } else {
    candidates = {names_[router.v]};
  }
  candidates.push_back(std::move(number));
  for (auto& text : candidates)
    if (is_name_of(text, router)) return std::move(text);
  auto const guid = fabric_ != nullptr ? fabric_->devices[numbers_->devices()[router.v]].guid
                                       : numbered_switch(router.v, "", 0).guid;
  return fmt::format("0x{:016x}", guid);
}

Value RouterLabels::cell(RouterId router) { return has_names() ? Value(of(router)) : Value(router.v); }

std::string RouterLabels::of(RouterId router, PortId port) {
  auto const number = port_number(router, port) + (fabric_ == nullptr ? 1 : 0);
  auto const name = of(router);
  bool const bare = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
  return fmt::format("{}{}[{}]", bare && names_.empty() && fabric_ == nullptr ? "r" : "", name, number);
}

std::string format_router(AnyTopology const& topology, RouterLabels& labels, RouterId router) {
  if (labels.has_names()) return labels.of(router);
  auto const label = topology.coordinates(router);
  return label.empty() ? fmt::format("router {}", router.v) : label;
}

}  // namespace weft
