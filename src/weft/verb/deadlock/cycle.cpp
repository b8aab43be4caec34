#include "weft/verb/deadlock/cycle.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "weft/drawing/picture.hpp"
#include "weft/experiment/channels.hpp"

namespace weft::verb {
namespace {

chart::CycleList cycle_list(Table const& cycle, std::string const& facts) {
  chart::CycleList list{"A cycle of packets that wait for each other", facts, {}};
  for (std::size_t i = 0; i < cycle.rows.size(); ++i)
    list.rows.push_back(
        {fmt::format("{} VC {}", cycle.at(i, "held").short_text(), cycle.at(i, "vc").short_text()),
         fmt::format("its packet, {}, waits for{}", cycle.at(i, "packet").short_text(),
                     i + 1 < cycle.rows.size() ? "" : " the first")});
  return list;
}

/// The cycle drawn over the network.
std::optional<chart::NetworkView> cycle_view(Result const& result) {
  auto const topology = topology_of(result);
  auto const* const array = result.find_array("cycle");
  if (topology == nullptr || array == nullptr) return {};
  auto view = picture_of(*topology, no_progress(), failures_in(result));
  if (view.aggregate || view.vertices.empty()) return {};
  chart::ViewPath path{.vertices = {}, .closed = true};
  for (std::size_t i = 0; i < array->size(); i += 3)
    path.vertices.push_back(static_cast<std::uint32_t>(array->number(i)));
  view.title = "A cycle of packets that wait for each other";
  view.facts = result.setting("topology") + ", " + result.setting("routing");
  view.paths = {std::move(path)};
  return view;
}

}  // namespace

Array cycle_array(std::span<routing::VirtualChannel const> cycle, Network const& network) {
  std::vector<std::uint32_t> values;
  for (auto const& it : cycle)
    values.insert(values.end(), {network.source(it.channel).v, network.target(it.channel).v,
                                 static_cast<std::uint32_t>(it.vc)});
  return {"cycle",
          "The channels of the cycle",
          "",
          "of each: from router, to router, virtual channel",
          {cycle.size(), 3},
          std::move(values)};
}

std::vector<chart::Figure> cycle_figures(Result const& result) {
  std::vector<chart::Figure> figures;
  if (auto view = cycle_view(result))
    figures.push_back(
        {"cycle_network", "The cycle in the network", result.answer + ".", "cycle", std::move(*view)});
  if (auto const* const cycle = result.find_table("cycle"); cycle != nullptr && !cycle->rows.empty())
    figures.push_back({"cycle", "The cycle of waiting packets", result.answer + ".", "cycle",
                       cycle_list(*cycle, result.answer)});
  return figures;
}

}  // namespace weft::verb
