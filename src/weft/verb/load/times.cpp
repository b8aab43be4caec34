#include "weft/verb/load/times.hpp"

#include <fmt/format.h>

namespace weft::verb {
namespace {

Column const of_latency{"latency", "s",
                        "alpha for each hop between the farthest tasks that exchange something"};

Table class_times(LinkTimes const& times, load::Loads const& loads) {
  Table table{"times",
              "Seconds of the most loaded channel of each class",
              {{"class"},
               {"bandwidth", "bytes/s"},
               {"bytes", "bytes", "over the most loaded channel"},
               {"seconds", "s", "bytes / bandwidth"}},
              {}};
  for (auto const& one : loads.classes) {
    auto const load = loads.relative(one.max);
    table.add_row({one.name, one.bandwidth * times.bandwidth, load * times.bytes,
                   times.carrying(load) / one.bandwidth});
  }
  return table;
}

}  // namespace

void add_load_times(LinkTimes const& times, load::Loads const& loads, std::span<Dilation const> dilations,
                    Result& result) {
  if (!times.known()) return;
  if (dilations.size() == 1) {
    auto const* const worst = loads.bottleneck();
    auto const carrying =
        worst == nullptr ? 0 : times.carrying(loads.relative(worst->max)) / worst->bandwidth;
    auto const latency = times.alpha * dilations.front().farthest;
    Table table{"time",
                "Seconds for the traffic of all tasks",
                {{"bytes", "bytes", "that the mean task sends"},
                 {"carrying", "s", "of the most loaded channel: no schedule is faster"},
                 of_latency,
                 {"seconds", "s", "carrying + latency"}},
                {}};
    table.add_row({times.bytes, carrying, latency, carrying + latency});
    result.tables.push_back(std::move(table));
    result.answer = fmt::format("the most loaded channel carries its bytes in {:.6g} s", carrying);
  }
  result.tables.push_back(class_times(times, loads));
}

void add_job_times(LinkTimes const& times, std::span<Dilation const> dilations, Table& jobs) {
  if (!times.known()) return;
  auto const alone = jobs.column("time_alone"), together = jobs.column("time_together");
  jobs.columns.insert(jobs.columns.end(), {of_latency,
                                           {"seconds_alone", "s", "carrying the bytes + latency"},
                                           {"seconds_together", "s", "the same beside the others"}});
  for (std::size_t j = 0; j < jobs.rows.size(); ++j) {
    auto& row = jobs.rows[j];
    auto const latency = times.alpha * dilations[j].farthest;
    auto const seconds_alone = latency + times.carrying(row[alone].number()),
               seconds_together = latency + times.carrying(row[together].number());
    row.insert(row.end(), {latency, seconds_alone, seconds_together});
  }
}

}  // namespace weft::verb
