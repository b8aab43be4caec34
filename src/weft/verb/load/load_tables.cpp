#include "weft/verb/load/load_tables.hpp"

#include <algorithm>

namespace weft::verb {

ChannelTables::ChannelTables(load::Loads const& loads)
    : loads_(loads),
      bins_(loads.classes.size(), std::vector<std::uint64_t>(bins, 0)),
      named_(loads.classes.size()) {}

void ChannelTables::count(std::size_t of_class, std::uint64_t load, std::uint64_t alike) {
  auto const max = loads_.classes[of_class].max;
  auto const bin = max == 0 ? 0 : static_cast<std::size_t>(static_cast<unsigned __int128>(load) * bins / max);
  bins_[of_class][std::min(bin, bins - 1)] += alike;
}

void ChannelTables::add_to(Result& result) const {
  Table fullest{"fullest",
                "The most loaded channels of each class",
                {{"class"}, {"load", "", "", 6}, {"channels"}, {"channel"}},
                {}};
  Table histogram{
      "histogram",
      "Channels by load",
      {{"class"}, {"from", "", "as a part of the class's maximum load", 1}, {"to", "", "", 1}, {"channels"}},
      {}};
  for (std::size_t i = 0; i < loads_.classes.size(); ++i) {
    auto const& one = loads_.classes[i];
    for (auto const& name : named_[i])
      fullest.add_row({one.name, loads_.relative(one.max), one.at_max, name});
    for (std::size_t bin = 0; one.max > 0 && bin < bins; ++bin)
      histogram.add_row(
          {one.name, static_cast<double>(bin) / bins, static_cast<double>(bin + 1) / bins, bins_[i][bin]});
  }
  result.tables.push_back(std::move(fullest));
  result.tables.push_back(std::move(histogram));
}

Table throughput_table(load::Loads const& loads) {
  Table table{"throughput",
              "Throughput of a node if the most loaded channel is saturated",
              {{"class"},
               {"bandwidth"},
               {"channels"},
               {"max_load", "", "load of the most loaded channel, if the mean task sends 1", 6},
               {"mean_load", "", "", 6},
               {"at_max", "", "channels with the maximum load"},
               {"throughput", "", "of a node, in units of the bandwidth", 4},
               {"bottleneck"}},
              {}};
  auto const* const worst = loads.bottleneck();
  for (auto const& one : loads.classes) {
    auto const throughput = one.max > 0 ? Value(loads.throughput(one)) : Value();
    double const mean =
        one.channels == 0 ? 0 : static_cast<double>(one.total) / static_cast<double>(one.channels);
    table.add_row({one.name, one.bandwidth, one.channels, loads.relative(one.max), mean / loads.task_load,
                   one.at_max, throughput, &one == worst ? "bottleneck" : ""});
  }
  return table;
}

}  // namespace weft::verb
