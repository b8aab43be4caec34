#include "weft/workload/utilization_array.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr std::string_view edges_suffix = "_slots";

std::string caption_of(chart::TimeMap const& map) {
  if (map.values.empty()) return "The schedule has no slots.";
  auto const columns = map.values.size() / map.rows.size();
  std::size_t fullest = 0;
  double most = -1;
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < columns; ++i)
      sum += map.values[row * columns + i] * static_cast<double>(map.slots[i + 1] - map.slots[i]);
    if (sum > most) {
      most = sum;
      fullest = row;
    }
  }
  return fmt::format("Of {} slots, {} is the fullest row: its channels are in use {:.0f} % of the time.",
                     map.slots.back(), map.rows[fullest], 100 * most / static_cast<double>(map.slots.back()));
}

}  // namespace

void add_utilization(schedule::Utilization const& used, std::string const& name, std::string const& title,
                     Result& result) {
  std::vector<std::string> rows;
  std::vector<double> values;
  for (std::size_t row = 0; row < used.rows().size(); ++row) {
    rows.push_back(used.rows()[row].name);
    for (std::size_t bin = 0; bin < used.num_bins(); ++bin) values.push_back(used.used(row, bin));
  }
  std::vector<std::uint64_t> slots;
  for (std::size_t bin = 0; bin <= used.num_bins(); ++bin)
    slots.push_back(std::min(bin * used.slots_per_bin(), used.slots()));
  auto const count = rows.size();
  result.arrays.push_back({name,
                           title,
                           "",
                           "share of the channels of a row in use in a stretch of slots",
                           {count, used.num_bins()},
                           std::move(values),
                           std::move(rows)});
  result.arrays.push_back({name + std::string(edges_suffix),
                           title,
                           "slots",
                           "the first slot of each stretch, and the end",
                           {slots.size()},
                           std::move(slots)});
}

std::vector<chart::Figure> utilization_figures_of(Result const& result, std::string const& title) {
  std::vector<chart::Figure> figures;
  for (auto const& array : result.arrays) {
    auto const* const edges = result.find_array(array.name + std::string(edges_suffix));
    if (edges == nullptr) continue;
    chart::TimeMap map{title, array.title, array.labels, {}, {}};
    for (std::size_t i = 0; i < edges->size(); ++i)
      map.slots.push_back(static_cast<std::uint64_t>(edges->number(i)));
    for (std::size_t i = 0; i < array.size(); ++i) map.values.push_back(array.number(i));
    auto caption = caption_of(map);
    figures.push_back({array.name, array.title, std::move(caption), array.name, std::move(map)});
  }
  return figures;
}

}  // namespace weft
