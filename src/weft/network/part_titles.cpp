// SPDX-License-Identifier: Apache-2.0
#include "weft/network/part_titles.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/hosts.hpp"
#include "weft/network/router_names.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {
namespace {

bool is_fabric(AnyTopology const& topology) {
  auto const* const file = topology.get_if<topology::File>();
  return file != nullptr && file->fabric() != nullptr;
}

std::string format_guid(std::uint64_t guid) { return fmt::format("0x{:016x}", guid); }

/// Returns the titles of adapters, with the port number if several terminals have the same title.
std::vector<std::string> adapter_titles(NumberedFabric const& fabric) {
  auto const& ports = fabric.numbers.terminals();
  std::map<std::string, std::size_t> uses;
  for (auto const& port : ports) ++uses[fabric.fabric->devices[port.device].title()];
  std::vector<std::string> titles;
  for (auto const& port : ports) {
    auto const& title = fabric.fabric->devices[port.device].title();
    titles.push_back(uses[title] > 1 ? fmt::format("{}[{}]", title, port.port) : title);
  }
  return titles;
}

/// Sets the port numbers of the channels and terminals of a switch.
void add_ports(FabricNumbers const& numbers, std::uint32_t router, std::size_t first_channel,
               PartTitles& titles) {
  for (std::uint32_t port = 1; port <= numbers.num_ports(router); ++port) {
    auto const& use = numbers.use(router, port);
    auto const number = static_cast<std::uint16_t>(port);
    if (use.kind == PortUse::Kind::channel) titles.channel_ports[first_channel + use.index] = number;
    if (use.kind == PortUse::Kind::terminal) titles.terminal_ports[use.index] = number;
  }
}

PartTitles titles_of_fabric(AnyTopology const& topology) {
  auto const fabric = fabric_of(topology);
  PartTitles titles;
  titles.terminals = adapter_titles(fabric);
  titles.terminal_ports.assign(titles.terminals.size(), 0);
  for (std::uint32_t r = 0; r < fabric.numbers.devices().size(); ++r) {
    auto const first = titles.channel_ports.size();
    titles.routers.push_back(fabric.fabric->devices[fabric.numbers.devices()[r]].title());
    titles.channel_ports.resize(first + topology.degree({r}), 0);
    add_ports(fabric.numbers, r, first, titles);
  }
  return titles;
}

}  // namespace

PartTitles part_titles(AnyTopology const& topology) {
  if (is_fabric(topology)) return titles_of_fabric(topology);
  PartTitles titles{.routers = topology.names()};
  if (titles.routers.empty()) return titles;
  for (std::uint32_t t = 0; t < topology.num_terminals(); ++t)
    titles.terminals.push_back(titles.routers[topology.injection_router({t}).v]);
  return titles;
}

std::vector<std::string> switch_names(AnyTopology const& topology, RouterId router) {
  if (!is_fabric(topology)) return {};
  auto const& fabric = *topology.get_if<topology::File>()->fabric();
  FabricNumbers const numbers(fabric);
  auto const& device = fabric.devices[numbers.devices()[router.v]];
  std::vector<std::string> names{device.title()};
  if (device.id != names[0]) names.push_back(device.id);
  if (device.guid != 0) names.push_back(format_guid(device.guid));
  return names;
}

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (auto& letter : out)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return out;
}

/// The search for the parts of one topology.
class PartSearch {
 public:
  PartSearch(TopologyPtr const& topology, std::string_view text, std::size_t limit)
      : topology_(*topology),
        text_(text),
        limit_(limit),
        labels_(*topology),
        hosts_(topology),
        titles_(part_titles(*topology)) {}

  std::vector<PartMatch> run() {
    for (auto const step :
         {&PartSearch::add_router, &PartSearch::add_port, &PartSearch::add_terminals, &PartSearch::add_guids,
          &PartSearch::add_place, &PartSearch::add_parts_of_names}) {
      (this->*step)();
      if (!found_.empty()) break;
    }
    return std::move(found_);
  }

 private:
  bool is_full() const { return found_.size() >= limit_; }

  std::string title(RouterId router) const {
    if (!titles_.routers.empty()) return titles_.routers[router.v];
    return topology_.coordinates(router);
  }

  void add(RouterId router) {
    if (!is_full()) found_.push_back({.router = router, .title = title(router)});
  }
  void add(TerminalId terminal) {
    if (is_full()) return;
    auto name = titles_.terminals.empty() ? fmt::format("t{}", terminal.v) : titles_.terminals[terminal.v];
    found_.push_back(
        {.router = topology_.injection_router(terminal), .terminal = terminal, .title = std::move(name)});
  }

  void add_router() {
    if (auto const router = labels_.find(text_)) add(*router);
  }

  /// Adds the port denoted by a string such as `spine[3]`.
  void add_port() {
    auto const open = text_.rfind('[');
    if (open == std::string_view::npos || text_.back() != ']') return;
    auto const port = to_number(text_.substr(open + 1, text_.size() - open - 2));
    auto const router = labels_.find(text_.substr(0, open));
    if (!port || !router) return;
    if (titles_.channel_ports.empty()) {
      if (*port >= 1 && *port <= topology_.degree(*router))
        add(*router, static_cast<std::uint16_t>(*port - 1), *port);
      return;
    }
    std::size_t first = 0;
    for (std::uint32_t r = 0; r < router->v; ++r) first += topology_.degree({r});
    for (std::uint16_t p = 0; p < topology_.degree(*router); ++p)
      if (titles_.channel_ports[first + p] == *port) add(*router, p, *port);
  }
  void add(RouterId router, std::uint16_t port, std::uint64_t number) {
    found_.push_back(
        {.router = router, .port = PortId{port}, .title = fmt::format("{}[{}]", title(router), number)});
  }

  void add_terminals() {
    for (auto const terminal : hosts_.find(text_)) add(TerminalId{terminal});
  }

  /// Adds terminals by the GUID of an adapter or of its port; RouterLabels finds the GUIDs of switches.
  void add_guids() {
    constexpr int digits = 16;
    if (!is_fabric(topology_) || !text_.starts_with("0x")) return;
    auto const guid = to_number(text_.substr(2), digits);
    if (!guid) return;
    auto const fabric = fabric_of(topology_);
    auto const& ports = fabric.numbers.terminals();
    for (std::uint32_t t = 0; t < ports.size(); ++t)
      if (ports[t].guid == *guid || fabric.fabric->devices[ports[t].device].guid == *guid) add(TerminalId{t});
  }

  void add_place() {
    auto const plain = [](std::string_view text) {
      std::string out;
      for (auto const letter : text)
        if (letter != ' ' && letter != '(' && letter != ')') out += letter;
      return out;
    };
    auto const requested = plain(text_);
    if (requested.empty() || topology_.coordinates({0}).empty()) return;
    for (std::uint32_t r = 0; r < topology_.num_routers() && !is_full(); ++r)
      if (plain(topology_.coordinates({r})) == requested) add(RouterId{r});
  }

  void add_parts_of_names() {
    auto const requested = lower(text_);
    auto const contains = [&](std::string const& name) {
      return lower(name).find(requested) != std::string::npos;
    };
    for (std::uint32_t r = 0; r < titles_.routers.size() && !is_full(); ++r)
      if (contains(titles_.routers[r])) add(RouterId{r});
    for (std::uint32_t t = 0; t < titles_.terminals.size() && !is_full(); ++t)
      if (contains(titles_.terminals[t])) add(TerminalId{t});
  }

  AnyTopology const& topology_;
  std::string_view text_;
  std::size_t limit_;
  RouterLabels labels_;
  Hosts hosts_;
  PartTitles titles_;
  std::vector<PartMatch> found_;
};

}  // namespace

std::vector<PartMatch> find_parts(TopologyPtr const& topology, std::string_view text, std::size_t limit) {
  if (text.empty()) return {};
  return PartSearch(topology, text, limit).run();
}

}  // namespace weft
