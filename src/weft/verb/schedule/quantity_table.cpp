#include "weft/traffic/schedule/sparse_torus/closed_forms.hpp"
#include "weft/verb/schedule/schedule_tables.hpp"

namespace weft::verb {
namespace {

using schedule::RouterExecution;

/// The rows of the table, part by part.
class Quantities {
 public:
  explicit Quantities(ExecutedSchedule const& it)
      : it_(it),
        d_(it.torus.shape().dims()),
        n_(it.torus.shape().side(0)),
        processors_(it.torus.num_terminals()),
        relations_(static_cast<double>(it.relations)),
        bound_(sparse_torus_forms::link_bound(d_, n_) * relations_) {}

  Table take() {
    add_counts();
    add_slots();
    add_rates();
    if (it_.execution && it_.execution->sent_on > 0) add_kept();
    return std::move(table_);
  }

 private:
  static std::uint64_t slots_of(RouterExecution const& e) { return e.last_arrival - e.first_send; }

  template <class Measure>
  Value measured(Measure const& measure) const {
    return it_.execution ? Value{measure(*it_.execution)} : Value{};
  }
  /// A row for what follows from the makespan.
  template <class Function>
  void add_of_makespan(char const* name, Function const& function, char const* meaning) {
    auto const executed = measured([&](auto const& e) { return function(static_cast<double>(slots_of(e))); });
    auto const& closed = it_.forms.makespan;
    table_.add_row(
        {name, executed, closed ? Value{function(static_cast<double>(*closed))} : Value{}, meaning});
  }

  void add_counts() {
    auto const p = static_cast<double>(processors_);
    table_.add_row(
        {"processors", measured([&](auto const&) { return processors_; }), processors_, "n^(d-1)"});
    if (it_.schedule && it_.schedule->groups)
      table_.add_row({"groups",
                      it_.schedule->groups->size(),
                      {},
                      "of path patterns, with that of the processor itself"});
    table_.add_row({"messages", measured([](auto const& e) { return e.messages; }),
                    it_.relations * (processors_ - 1), "that every processor sends"});
    auto const hops = [](auto const& e) {
      return e.messages == 0 ? 0.0
                             : static_cast<double>(e.hops) / static_cast<double>(e.sources * e.messages);
    };
    table_.add_row({"hops_per_message", measured(hops),
                    it_.forms.shortest && p > 1 ? Value{d_ * (n_ - 1.0) / 2 * p / (p - 1)} : Value{},
                    "d (n - 1) / 2 with the processor itself"});
  }

  void add_slots() {
    auto const& forms = it_.forms;
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
                    "slots from the end of a relation to that of the next, in the steady state"});
    table_.add_row({"link_bound", {}, bound_, "slots if every channel were busy all the time"});
  }

  void add_rates() {
    auto const packets = static_cast<double>(processors_) * relations_;
    add_of_makespan(
        "utilization", [&](double slots) { return slots == 0 ? 0 : bound_ / slots; },
        "link_bound / makespan");
    auto const peak = [&](auto const& e) { return static_cast<double>(e.peak_busy) / (1.0 * n_ * d_); };
    table_.add_row({"peak_utilization", measured(peak), {}, "busy channels in the fullest slot / all"});
    add_of_makespan(
        "time_per_packet", [&](double slots) { return slots / packets; },
        "makespan / p, of p messages with that to itself");
    add_of_makespan(
        "above_half", [&](double slots) { return slots / packets - 0.5; }, "time_per_packet - 1/2");
  }

  void add_kept() {
    table_.add_row(
        {"sent_on", it_.execution->sent_on, {}, "messages that every processor takes out and sends on"});
    table_.add_row({"most_kept",
                    it_.execution->most_kept,
                    {},
                    "of these, that it keeps for later slots at the same time"});
  }

  ExecutedSchedule const& it_;
  std::uint32_t d_, n_;
  std::uint64_t processors_;
  double relations_, bound_;
  Table table_{"schedule",
               "The schedule: executed, and in closed form",
               {{"quantity"}, {"executed"}, {"closed_form"}, {"meaning"}},
               {}};
};

}  // namespace

Table quantity_table(ExecutedSchedule const& it) { return Quantities(it).take(); }

}  // namespace weft::verb
