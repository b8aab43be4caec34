#include "weft/network/router_labels.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/network/part_names.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {
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
                   names_.empty() ? fmt::format("there are {}, numbered from 0", routers_) : "",
                   reader_.suggestion(text));
}

std::optional<RouterId> RouterLabels::find(std::string_view text) {
  try {
    return reader_.find(text);
  } catch (InputError const&) { return {}; }
}

bool RouterLabels::names_it(std::string const& text, RouterId router) {
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
    if (names_it(text, router)) return std::move(text);
  auto const guid = fabric_ != nullptr ? fabric_->devices[numbers_->devices()[router.v]].guid
                                       : numbered_switch(router.v, "", 0).guid;
  return fmt::format("0x{:016x}", guid);
}

Value RouterLabels::cell(RouterId router) { return has_names() ? Value(of(router)) : Value(router.v); }

std::string RouterLabels::of(RouterId router, PortId port) {
  auto number = std::uint32_t{port.v} + 1;
  if (fabric_ != nullptr)
    for (std::uint32_t p = 1; p <= numbers_->num_ports(router.v); ++p)
      if (auto const& use = numbers_->use(router.v, p);
          use.kind == PortUse::Kind::channel && use.index == port.v)
        number = p;
  auto const name = of(router);
  bool const bare = !name.empty() && name.find_first_not_of("0123456789") == std::string::npos;
  return fmt::format("{}{}[{}]", bare && names_.empty() && fabric_ == nullptr ? "r" : "", name, number);
}

std::string router_text(AnyTopology const& topology, RouterLabels& labels, RouterId router) {
  if (labels.has_names()) return labels.of(router);
  auto const place = topology.place(router);
  return place.empty() ? fmt::format("router {}", router.v) : place;
}

}  // namespace weft
