#include "weft/verb/simulate/rounds/messages_left.hpp"

#include <fmt/format.h>

#include "weft/drawing/result_figures.hpp"
#include "weft/experiment/channels.hpp"

namespace weft::verb {

void add_messages_left(Histogram const& arrivals, Result& result) {
  if (arrivals.count() == 0) return;
  std::vector<std::uint64_t> rounds{0}, left{arrivals.count()};
  for (auto const& bin : arrivals.bins()) {
    if (bin.value == 0) {
      left.back() -= bin.times;
      continue;
    }
    rounds.push_back(bin.value);
    left.push_back(left.back() - bin.times);
  }
  auto const count = rounds.size();
  rounds.insert(rounds.end(), left.begin(), left.end());
  result.arrays.push_back({"messages_left",
                           "Messages left after each round",
                           "",
                           "rounds in which messages arrive, and how many of those that arrive are then left",
                           {2, count},
                           std::move(rounds),
                           {"round", "messages"}});
}

std::vector<chart::Figure> messages_left_figures(Result const& result) {
  auto const* const array = result.find_array("messages_left");
  if (array == nullptr || array->shape.size() != 2 || array->shape[1] < 3) return {};
  auto const topology = topology_of(result);
  auto const title = topology == nullptr ? title_of(result, topology) : subtitle_of(result, *topology);
  chart::LineChart chart{{"Messages left", title}, {"round"}, {"messages left"}, {{"", {}, {}}}};
  auto& series = chart.series.front();
  auto const count = array->shape[1];
  double half = 0;
  for (std::size_t i = 0; i < count; ++i) {
    series.x.push_back(array->number(i));
    series.y.push_back(array->number(count + i));
    if (half == 0 && 2 * series.y.back() <= series.y.front()) half = series.x.back();
  }
  series.markers = count <= 40;
  chart.x.min = 0;
  chart.y.type = chart::ScaleType::log;
  auto const caption = fmt::format("Half of the {} messages have arrived after {} rounds, the last after {}.",
                                   chart::format_value(series.y.front()), chart::format_value(half),
                                   chart::format_value(series.x.back()));
  return {
      {"messages_left", "Messages left per round", caption, "messages_left", chart::Chart{std::move(chart)}}};
}

}  // namespace weft::verb
