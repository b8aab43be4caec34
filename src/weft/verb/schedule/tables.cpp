// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/schedule/tables.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/traffic/schedule/sparse_torus/launches.hpp"

namespace weft::verb {
namespace {

using schedule::RouterExecution;
using sparse_torus_forms::level_sizes;
using sparse_torus_forms::link_bound;
using sparse_torus_forms::makespan;
using sparse_torus_forms::steady_period;

std::uint32_t dims_of(topology::SparseTorus const& torus) { return torus.shape().dims(); }
std::uint32_t side_of(topology::SparseTorus const& torus) { return torus.shape().side(0); }

std::string format_digits(std::vector<std::uint32_t> const& digits, std::uint32_t side) {
  return fmt::format("{}", fmt::join(digits, side <= 10 ? "" : "."));
}

/// Returns the number of launched groups that are on their way in each slot before the last one.
std::vector<std::int64_t> groups_on_their_way(RouterSchedule const& launched) {
  std::vector<std::int64_t> groups(launched.program.slots());
  for (auto const& launch : launched.launches) {
    ++groups[launch.slot];
    --groups[launch.slot + launch.length];
  }
  std::partial_sum(groups.begin(), groups.end(), groups.begin());
  return groups;
}

/// Returns the hops of the rotations of a group, without full turns.
std::string format_paths(PathGroups const& groups, GroupLaunch const& launch) {
  std::vector<std::uint32_t> hops;
  groups.hops(launch.group, hops);
  for (auto& digit : hops) digit %= groups.side();
  std::string paths;
  for (std::uint32_t k = 0; k < groups.group(launch.group).rotations; ++k) {
    paths += (k == 0 ? "" : " ") + format_digits(hops, groups.side());
    std::ranges::rotate(hops, hops.end() - 1);
  }
  return paths;
}

/// Returns the transfers that start in each slot: the rotations of one group.
Table launched_groups(ExecutedSchedule const& it) {
  auto const& launches = it.schedule->launches;
  auto const& groups = *it.schedule->groups;
  std::uint64_t const n = groups.side();
  Table table{"launches",
              "Launches per slot",
              {{"slot"},
               {fmt::format("slot_mod_{}", n), "", "slice of time"},
               {"paths", "", "hops along each dimension of the packet that leaves along dimension 0, 1, .."},
               {"relation"},
               {"leg", "", "number of the leg, of n hops, if paths are split into legs"},
               {"length", "hops"},
               {"free", "slots", "slices in which no group is in transit"}},
              {}};
  auto const last = it.schedule->program.slots() - 1;
  auto const busy = groups_on_their_way(*it.schedule);
  std::size_t next = 0;
  for (std::uint64_t slot = 0; slot < last; ++slot) {
    std::vector<Value> row{slot, slot % n};
    if (next < launches.size() && launches[next].slot == slot) {
      auto const& launch = launches[next++];
      row.insert(row.end(), {format_paths(groups, launch), launch.relation, launch.leg, launch.length});
    } else if (next == launches.size() && slot == launches.back().slot + 1) {
      row.insert(row.end(), {format_digits(std::vector<std::uint32_t>(groups.dims()), groups.side()),
                             launches.back().relation, 0, 0});  // message to the processor itself
    } else {
      row.resize(6);
    }
    row.emplace_back(static_cast<std::int64_t>(n) - busy[slot]);
    table.add_row(std::move(row));
  }
  return table;
}

/// Returns the messages of a processor in each slot.
Table sent_messages(RouterProgram const& program) {
  Table table{
      "launches",
      "Messages of a processor per slot: coordinates relative to its own",
      {{"slot"}, {fmt::format("slot_mod_{}", program.side()), "", "slot, modulo the side of the torus"}},
      {}};
  for (std::uint32_t dim = 0; dim < program.dims(); ++dim)
    table.columns.push_back(
        {fmt::format("dim{}", dim), "", "packet that starts along the dimension, or its origin"});
  ProcessorDigits const digits(program.dims(), program.side());
  std::size_t next = 0;
  for (std::uint64_t slot = 0; slot + 1 < program.slots(); ++slot) {
    std::vector<Value> row{slot, slot % program.side()};
    row.resize(2 + program.dims());
    for (; next < program.injections.size() && program.injections[next].slot == slot; ++next) {
      auto const& injection = program.injections[next];
      row[2 + injection.dim] =
          injection.is_new()
              ? format_digits(digits.coordinates(injection.offset), program.side())
              : fmt::format("arrival of slot {} from dim{}", injection.stored_slot, injection.stored_dim);
    }
    table.add_row(std::move(row));
  }
  return table;
}

using schedule::RouterExecution;

/// Builder of the table of quantities.
class Quantities {
 public:
  explicit Quantities(ExecutedSchedule const& it)
      : assembly_(it),
        d_(it.torus.shape().dims()),
        n_(it.torus.shape().side(0)),
        processors_(it.torus.num_terminals()),
        relations_(static_cast<double>(it.relations)),
        bound_(sparse_torus_forms::link_bound(d_, n_) * relations_) {}

  Table take() {
    add_counts();
    add_slots();
    add_rates();
    if (assembly_.times.are_requested()) add_times();
    if (assembly_.execution && assembly_.execution->sent_on > 0) add_kept();
    return std::move(table_);
  }

 private:
  static std::uint64_t slots_of(RouterExecution const& e) { return e.last_arrival - e.first_send; }

  template <class Measure>
  Value measured(Measure const& measure) const {
    return assembly_.execution ? Value{measure(*assembly_.execution)} : Value{};
  }
  /// Adds a row for a quantity derived from the makespan.
  template <class Function>
  void add_of_makespan(char const* name, Function const& function, char const* meaning) {
    auto const executed = measured([&](auto const& e) { return function(static_cast<double>(slots_of(e))); });
    auto const& closed = assembly_.forms.makespan;
    table_.add_row(
        {name, executed, closed ? Value{function(static_cast<double>(*closed))} : Value{}, meaning});
  }

  void add_counts() {
    auto const p = static_cast<double>(processors_);
    table_.add_row(
        {"processors", measured([&](auto const&) { return processors_; }), processors_, "n^(d-1)"});
    if (assembly_.schedule && assembly_.schedule->groups)
      table_.add_row({"groups",
                      assembly_.schedule->groups->size(),
                      {},
                      "groups of path patterns, including the empty pattern"});
    table_.add_row({"messages", measured([](auto const& e) { return e.messages; }),
                    assembly_.relations * (processors_ - 1), "that every processor sends"});
    auto const hops = [](auto const& e) {
      return e.messages == 0 ? 0.0
                             : static_cast<double>(e.hops) / static_cast<double>(e.sources * e.messages);
    };
    table_.add_row({"hops_per_message", measured(hops),
                    assembly_.forms.shortest && p > 1 ? Value{d_ * (n_ - 1.0) / 2 * p / (p - 1)} : Value{},
                    "d (n - 1) / 2 if messages to the sender are included"});
  }

  void add_slots() {
    auto const& forms = assembly_.forms;
    table_.add_row({"last_send",
                    measured([](auto const& e) { return e.last_send; }),
                    {},
                    "the slot in which processors send last"});
    table_.add_row({"makespan", measured(slots_of), forms.makespan ? Value{*forms.makespan} : Value{},
                    "slots from the first send to the last arrival"});
    auto const period = [&](auto const& e) {
      auto const between = static_cast<double>(e.relation_ends.back() - e.relation_ends.front());
      return relations_ > 1 ? Value{between / (relations_ - 1)} : Value{};
    };
    table_.add_row({"period", measured(period), forms.period ? Value{*forms.period} : Value{},
                    "slots between the ends of two relations, in the steady state"});
    table_.add_row({"link_bound", {}, bound_, "slots if every channel were busy all the time"});
  }

  void add_rates() {
    auto const packets = static_cast<double>(processors_) * relations_;
    add_of_makespan(
        "utilization", [&](double slots) { return slots == 0 ? 0 : bound_ / slots; },
        "link_bound / makespan");
    auto const peak = [&](auto const& e) { return static_cast<double>(e.peak_busy) / (1.0 * n_ * d_); };
    table_.add_row(
        {"peak_utilization", measured(peak), {}, "busy channels in the busiest slot / all channels"});
    add_of_makespan(
        "time_per_packet", [&](double slots) { return slots / packets; },
        "makespan / p; the p messages of a processor include the message to itself");
    add_of_makespan(
        "above_half", [&](double slots) { return slots / packets - 0.5; }, "time_per_packet - 1/2");
  }

  /// Adds the rows in seconds. Every slot is a step.
  void add_times() {
    auto const slot = assembly_.times.seconds(1, 1);
    add_of_makespan(
        "seconds", [&](double slots) { return slots * slot; }, "makespan x (bytes / bandwidth + alpha)");
    table_.add_row({"seconds_per_relation",
                    {},
                    assembly_.forms.period ? Value{*assembly_.forms.period * slot} : Value{},
                    "period x (bytes / bandwidth + alpha)"});
    auto const sent = relations_ * static_cast<double>(processors_ - 1) * assembly_.times.bytes;
    add_of_makespan(
        "bytes_per_second", [&](double slots) { return slots == 0 ? 0 : sent / (slots * slot); },
        "that every processor sends");
  }

  void add_kept() {
    table_.add_row(
        {"sent_on", assembly_.execution->sent_on, {}, "messages that every processor receives and forwards"});
    table_.add_row({"most_kept",
                    assembly_.execution->max_stored,
                    {},
                    "maximum number of messages that a processor keeps simultaneously for later slots"});
  }

  ExecutedSchedule const& assembly_;
  std::uint32_t d_, n_;
  std::uint64_t processors_;
  double relations_, bound_;
  Table table_{"schedule",
               "The schedule: executed, and in closed form",
               {{"quantity"}, {"executed"}, {"closed_form"}, {"meaning"}},
               {}};
};

}  // namespace

Table execution_table(ExecutedSchedule const& it, bool literal) {
  Table table{"execution",
              "Execution",
              {{"execution"},
               {"sources", "", "processors whose messages were followed hop by hop"},
               {"compared", "",
                "messages of these processors that were compared with the translated "
                "messages of processor 0"},
               {"hops", "hops", "hops that were executed"}},
              {}};
  if (!it.execution) {
    table.add_row({"none", 0, 0, 0});
    return table;
  }
  auto const& e = *it.execution;
  table.add_row({literal ? "literal" : "symmetry", e.sources, e.translated, e.hops});
  return table;
}

Table utilization_table(schedule::Utilization const& used, std::string const& title, char const* unit) {
  Table table{"channels",
              title,
              {{"class"},
               {"channels"},
               {"carried", unit, "in all slots", 0},
               {"mean", "", "fraction of the capacity of the channels in all slots", 4},
               {"peak", "", "in the busiest interval of slots", 4}},
              {}};
  for (std::size_t row = 0; row < used.rows().size(); ++row)
    table.add_row({used.rows()[row].name, used.rows()[row].channels, used.carried(row), used.mean(row),
                   used.peak(row)});
  return table;
}

Table launch_table(ExecutedSchedule const& it) {
  return it.schedule->groups ? launched_groups(it) : sent_messages(it.schedule->program);
}

Table relation_table(RouterExecution const& execution) {
  Table table{"relations",
              "All-to-alls back to back",
              {{"relation"},
               {"end", "slots", "slot in which the last message is delivered"},
               {"after_the_one_before", "slots"}},
              {}};
  auto const& ends = execution.relation_ends;
  for (std::size_t i = 0; i < ends.size(); ++i)
    table.add_row({i, ends[i], i == 0 ? Value{} : Value{ends[i] - ends[i - 1]}});
  return table;
}

Table level_table(topology::SparseTorus const& torus) {
  Table table{"level_sizes",
              "Nodes by distance from a processor (Lemma 2)",
              {{"distance", "hops"}, {"nodes"}, {"are_processors", "", "1: these nodes are processors"}},
              {}};
  auto const sizes = level_sizes(dims_of(torus), side_of(torus));
  for (std::size_t k = 0; k < sizes.size(); ++k)
    table.add_row({k, sizes[k], k % side_of(torus) == 0 ? 1 : 0});
  return table;
}

namespace {

/// Returns the slots from the first transfer until the last message of a relation is delivered.
std::uint64_t slots_of_relation(RandomRelation const& relation, ExecutedSchedule const& it) {
  auto const& e = *it.execution;
  std::vector<std::uint64_t> arrival(it.torus.num_terminals());  // arrival slots in the last all-to-all
  for (std::size_t m = 0; m < e.messages; ++m) arrival[e.offsets[m]] = e.arrivals[m];
  ProcessorDigits const digits(dims_of(it.torus), side_of(it.torus));
  auto last = e.first_send;  // default if all messages are local
  for (auto const& pair : relation.last_pairs())
    last = std::max(last, arrival[digits.difference(pair.destination, pair.source)]);
  return last - e.first_send;
}

Table h_relation_table(RandomRelation const& relation, std::uint64_t packets, ExecutedSchedule const& it) {
  auto const p = static_cast<double>(it.torus.num_terminals());
  auto const fraction = static_cast<double>(packets) / p;
  auto const relations = static_cast<double>(relation.relations());
  Table table{
      "h_relation",
      "A random h-relation in all-to-alls back to back",
      {{"h", "messages", "messages per processor: h random permutations"},
       {"local", "messages", "total messages of processors to themselves"},
       {"relations", "",
        "all-to-alls until every message is delivered: the maximum number of messages between a pair"},
       {"optimum", "",
        "h / p: all-to-alls that would deliver h messages of every processor if all slots could be filled",
        4},
       {"loss", "", "relations / optimum", 4},
       {"slots", "slots", "until the last message is delivered"},
       {"optimum_slots", "slots",
        "optimum x slots per relation in the steady state, but at least n, since no message takes fewer "
        "slots",
        1}},
      {}};
  Value slots, optimum_slots;
  if (it.execution) slots = slots_of_relation(relation, it);
  if (it.forms.period)
    optimum_slots = std::max(fraction * *it.forms.period, static_cast<double>(side_of(it.torus)));
  table.add_row({packets, relation.local(), relation.relations(), fraction, relations / fraction, slots,
                 optimum_slots});
  if (it.times.are_requested()) {
    table.columns.push_back({"seconds", "s", "slots x (bytes / bandwidth + alpha)"});
    table.rows.back().push_back(slots.is_empty() ? Value{} : Value{slots.number() * it.times.seconds(1, 1)});
  }
  return table;
}

Table delivery_table(RandomRelation const& relation, topology::SparseTorus const& torus) {
  auto const p = static_cast<double>(torus.num_terminals());
  Table deliveries{"deliveries",
                   "Deliveries of each all-to-all",
                   {{"relation"},
                    {"delivered", "messages", "messages delivered in total"},
                    {"waiting", "messages", "left for later all-to-alls"},
                    {"filled", "", "fraction of the possible messages", 4}},
                   {}};
  std::uint64_t waiting = 0;
  for (auto const count : relation.delivered()) waiting += count;
  for (std::size_t k = 0; k < relation.delivered().size(); ++k) {
    auto const count = relation.delivered()[k];
    waiting -= count;
    deliveries.add_row({k, count, waiting, static_cast<double>(count) / (p * (p - 1))});
  }
  return deliveries;
}

}  // namespace

void add_random_relation(RandomRelation const& relation, std::uint64_t packets, ExecutedSchedule const& it,
                         Result& result) {
  result.tables.push_back(h_relation_table(relation, packets, it));
  result.tables.push_back(delivery_table(relation, it.torus));
}

std::string theorem_note(topology::SparseTorus const& torus) {
  auto const d = dims_of(torus), n = side_of(torus);
  auto const p = static_cast<double>(torus.num_terminals());
  auto const slots = makespan(d, n);
  auto const excess = static_cast<double>(steady_period(d, n)) - link_bound(d, n);
  auto const more =
      d == 2   ? "for d = 2 a single relation costs 3/2 as n grows, and 1/2 only in the steady state"
      : d == 3 ? "for d = 3 it tends to 1/2 from above as n grows"
               : "for d >= 4 it tends to 1/2 from below as n grows, for fixed n to (n - 1) / (2 n) as d does";
  return fmt::format(
      "Theorem 1 of Leppanen & Penttonen (Sparse networks, 2007) gives the cost 1/2 + o(1/p) per packet; exactly it is T/p = {}/{} = {:.6f}, of which T/p - 1/2 = "
      "-1/(2n) + (n-1)/p + (W - bound)/p = {:+.6f} {:+.6f} {:+.6f}: {}.",
      slots, torus.num_terminals(), static_cast<double>(slots) / p, -1.0 / (2.0 * n), (n - 1.0) / p,
      excess / p, more);
}

std::string execution_note(ExecutedSchedule const& it, bool literal) {
  if (!it.execution) return "The schedule was not executed: only closed forms.";
  auto const& e = *it.execution;
  if (it.torus.num_terminals() == 1) return "There is only one processor, so there are no messages.";
  if (literal)
    return fmt::format(
        "Executed literally: every message of all {} processors on every channel. No channel carried two messages in one slot, and all messages arrived.",
        e.sources);
  return fmt::format(
      "Executed by symmetry: all messages of processor 0 over every hop. No two of them use one dimension of a level in the same slot, so by translation "
      "no channel carries two messages in one slot. {} other processors {}were executed hop by hop, and each hop was compared with the "
      "translated hop of processor 0. All messages arrived.",
      e.translated, e.translated + 1 == it.torus.num_terminals() ? "(all) " : "(at random) ");
}

Table quantity_table(ExecutedSchedule const& it) { return Quantities(it).take(); }

}  // namespace weft::verb
