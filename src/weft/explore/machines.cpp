#include "weft/explore/machines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/drawing/scene.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/network/topologies.hpp"

namespace weft::explore {

ShownMachine& Machines::get(std::string const& topology, FailureParams const& failures) {
  auto key =
      fmt::format("{}|{}|{}|{}|{}", topology, failures.links, failures.routers, failures.seed, failures.fail);
  for (auto const& [file, hash] : contents_of({{"topology", topology}})) key += "|" + file + "|" + hash;
  auto const found = std::ranges::find(last_, key, &ShownMachine::key);
  if (found != last_.end()) {
    last_.splice(last_.begin(), last_, found);
    return last_.front();
  }
  auto made = make_topology(topology);
  check_scene_size(*made);
  Machine machine(made, failures);
  machine.network();  // refuses failures of what does not exist before it takes a place
  if (last_.size() == most) last_.pop_back();
  return last_.emplace_front(ShownMachine{std::move(key), std::move(made), std::move(machine)});
}

}  // namespace weft::explore
