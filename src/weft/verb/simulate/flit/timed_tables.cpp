// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/simulate/flit/timed_tables.hpp"

#include <fmt/format.h>

#include "weft/core/quantity.hpp"
#include "weft/engine/rounds/result_tables.hpp"
#include "weft/workload/flit/tables.hpp"

namespace weft::verb {
namespace {

Table summary_table(flit::TimedOutcome const& outcome, flit::PacketFormat const& format) {
  Table table{"summary",
              "Summary",
              {{"messages", "", "messages that arrived"},
               {"bytes", "bytes", "size of these messages, without packet headers"},
               {"first_completion", "s"},
               {"last_completion", "s"},
               {"packets", "", "packets delivered"},
               {"flit_hops", "", "flits over channels of the network"},
               {"cycle", "s", "time of a flit on a channel"},
               {"cycles", "", "cycles until the end"},
               {"simulated", "cycles", "cycles in which something moved; the others were skipped"}},
              {}};
  bool const any = outcome.messages > 0;
  table.add_row({outcome.messages, outcome.bytes, any ? Value{outcome.first_finish} : Value{},
                 any ? Value{outcome.last_finish} : Value{}, outcome.packets.tally.delivered,
                 outcome.packets.flit_hops, format.cycle(), outcome.packets.cycles, outcome.simulated});
  return table;
}

}  // namespace

void DeliveryStatistics::add(flit::TimedDelivery const& it) {
  auto const& message = messages_[it.index];
  flow::Delivery const delivery{it.index,      message.from, message.to, message.bytes,
                                message.start, it.finish,    it.alone};
  all_.add(delivery);
  if (keeps_) deliveries_.push_back(delivery);
}

void add_timed_tables(flit::TimedOutcome const& outcome, DeliveryStatistics const& experience,
                      flit::PacketFormat const& format, Result& result) {
  result.tables.push_back(summary_table(outcome, format));
  add_delivery_tables(experience.all(), result);
  if (!experience.deliveries().empty()) result.tables.push_back(deliveries_table(experience.deliveries()));
  if (outcome.unreachable > 0)
    result.tables.push_back(rounds::unreachable_table(outcome.unreachable, outcome.lost_pairs.pairs()));
}

std::string answer_of(flit::FlitParams const& params, flit::TimedOutcome const& outcome,
                      DeliveryStatistics const& experience) {
  if (outcome.packets.ending != flit::Ending::measured) return weft::answer_of(params, outcome.packets);
  if (outcome.messages == 0) return "no message was sent";
  return fmt::format("{} delivered in {}; mean slowdown {:.3g}", format_count(outcome.messages, "message"),
                     format_span(outcome.last_finish), experience.all().slowdown.statistics().mean());
}

}  // namespace weft::verb
