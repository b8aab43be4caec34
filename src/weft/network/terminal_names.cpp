#include "weft/network/terminal_names.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/topology/family/file.hpp"

namespace weft {

TerminalNames::TerminalNames(AnyTopology const& topology) : terminals_(topology.num_terminals()) {
  auto const* const file = topology.get_if<topology::File>();
  if (file == nullptr || file->fabric() == nullptr) return;
  auto const fabric = fabric_of(topology);
  auto const& ports = fabric.numbers.terminals();
  std::vector<std::uint32_t> ports_of(fabric.fabric->devices.size(), 0);
  for (auto const& port : ports) ++ports_of[port.device];
  for (std::uint32_t t = 0; t < ports.size(); ++t) {
    auto const& device = fabric.fabric->devices[ports[t].device];
    auto name = first_word(device.title());
    for (auto const& each : {device.title(), name, device.id}) {
      by_name_.add(each, t);
      by_name_.add(fmt::format("{}[{}]", each, ports[t].port), t);
    }
    if (ports_of[ports[t].device] > 1) name += fmt::format("[{}]", ports[t].port);
    names_.push_back(std::move(name));
  }
}

TerminalId TerminalNames::find(std::string_view text) const {
  if (auto const those = by_name_.find(text); !those.empty()) {
    if (those.size() == 1) return {those[0]};
    throw InputError(fmt::format("'{}' names {} terminals", shown(text), those.size()), "",
                     fmt::format("give one of them, such as {}", those[0]));
  }
  if (auto const number = number_in(text)) {
    if (*number < terminals_) return {static_cast<std::uint32_t>(*number)};
    throw InputError(fmt::format("terminal {}", text),
                     fmt::format("there are {}, numbered from 0", terminals_));
  }
  auto const near = nearest(text, names_);
  throw InputError(fmt::format("'{}' names no terminal", shown(text)),
                   names_.empty() ? "the terminals of this topology have numbers only" : "",
                   near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

std::string TerminalNames::name(TerminalId terminal) const {
  return names_.empty() ? std::to_string(terminal.v) : names_[terminal.v];
}

}  // namespace weft
