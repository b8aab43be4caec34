#include "weft/verb/balance/balance.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/experiment/assemble.hpp"
#include "weft/network/remaining.hpp"
#include "weft/verb/balance/balance_picture.hpp"
#include "weft/verb/balance/balance_runs.hpp"

namespace weft::verb {
namespace {

Table readings_table(std::vector<CapacityCondition> const& conditions, std::int64_t every) {
  Table table{"readings",
              "The capacity condition: processors x hops / k <= channels",
              {{"reading"},
               {"processors", "", "p"},
               {"hops", "", "phi: of a request"},
               {"channels", "", "requests that can move at once: the bandwidth of all channels"},
               {"k_min", "steps", "smallest k: the network carries a request per processor every k steps"},
               {"whole_k_min", "steps", "the smallest whole one, at least 1"},
               {"sparse", "", "whole_k_min = 1: every processor may send in every step"},
               {"balanced", "", "k_min is at most K"},
               {"how"}},
              {}};
  for (auto const& it : conditions) {
    bool const counted = it.reading != Reading::throughput;
    table.add_row({it.name, it.processors, counted ? Value{it.hops} : Value{},
                   counted ? Value{it.channels} : Value{}, it.k_min(), it.whole_k_min(),
                   it.is_sparse() ? "yes" : "no", it.carries(every) ? "yes" : "no", it.how});
  }
  return table;
}

/// The reading that counts hops: the one that decides, unless it counts what crosses a cut or gets through.
CapacityCondition const& phi_of(BalanceParts const& parts) {
  auto const reading = parts.condition.reading;
  bool const counts = reading != Reading::cut && reading != Reading::throughput;
  return counts ? parts.condition : *find_reading(parts.conditions, Reading::mean);
}

Table facts_table(BalanceParts const& parts) {
  auto const& subject = parts.subject;
  auto const& condition = parts.condition;
  auto const processors = static_cast<double>(subject.terminals);
  auto const every = static_cast<std::uint64_t>(parts.request.every);
  Table table{"balance", "Processing and communication", {{"fact"}, {"value"}, {"meaning"}}, {}};
  table.add_row({"processors", subject.terminals, "p: terminals"});
  table.add_row(
      {"routers", subject.vertices - subject.nodes, "routers that are not computing nodes themselves"});
  table.add_row({"channels per processor",
                 find_reading(parts.conditions, Reading::mean)->channels / processors,
                 "weighted by bandwidth"});
  auto const& counted = phi_of(parts);
  table.add_row({"hops", counted.hops, "phi: hops of a request, in the reading " + counted.name});
  table.add_row({"p^(1/3)", std::cbrt(processors), "phi grows at least as fast: the speed of signals"});
  table.add_row(
      {"k_min", condition.k_min(), "the network carries a request per processor every so many steps"});
  table.add_row({"latency", parts.latency.mean(), "mean, steps"});
  table.add_row({"slackness", slackness::needed_slackness(every, parts.latency.mean()),
                 "virtual processors that hide the mean latency"});
  if (auto const greatest = parts.latency.greatest(); greatest != slackness::Latency::unbounded)
    table.add_row({"certain slackness", slackness::needed_slackness(every, static_cast<double>(greatest)),
                   "virtual processors that hide every latency"});
  return table;
}

Table slackness_table(std::vector<SlacknessRun> const& runs) {
  Table table{"slackness",
              "Parallel slackness: share of the steps in which a processor works",
              {{"virtual_processors", "", "of each processor: s"},
               {"utilization", "", "simulated"},
               {"+-", "", "95 % confidence; 0: exact, over a period"},
               {"formula", "", "min(1, s K / (L + K), K c / p), with the mean latency L"},
               {"steps", "", "simulated"}},
              {}};
  for (auto const& run : runs)
    table.add_row({run.virtual_processors, run.measured.mean, run.measured.half_width, run.formula,
                   run.measured.steps});
  return table;
}

std::string steps_text(double steps) { return fmt::format("{:.6g} step{}", steps, steps == 1 ? "" : "s"); }

std::string answer_of(BalanceParts const& parts) {
  auto const every = static_cast<std::uint64_t>(parts.request.every);
  auto const& latency = parts.latency;
  auto const needed = slackness::needed_slackness(every, latency.mean());
  auto text = fmt::format("a request every {}: slackness {} for full utilization",
                          every == 1 ? "step" : fmt::format("{} steps", every), needed);
  if (latency.greatest() == slackness::Latency::unbounded)
    text += " by the mean latency, no slackness for certain";
  else if (auto const certain = slackness::needed_slackness(every, static_cast<double>(latency.greatest()));
           certain > needed)
    text += fmt::format(" by the mean latency, {} for certain", certain);
  auto const& condition = parts.condition;
  bool const certain_to = std::ranges::any_of(
      parts.conditions, [&](auto const& it) { return it.sufficient && it.carries(parts.request.every); });
  bool const published = condition.reading == Reading::published;
  text += fmt::format(
      "; the network carries a request per processor every {}{} ({}): ", steps_text(condition.k_min()),
      published || condition.sufficient ? "" : " at best", condition.name);
  if (condition.carries(parts.request.every))
    return text + (certain_to || published ? "balanced" : "balanced as far as that reading goes");
  return text + fmt::format("not balanced, utilization {:.6g} at most",
                            static_cast<double>(every) / condition.k_min());
}

/// What Leppanen and Penttonen conclude, for this network.
std::string conclusion_of(BalanceParts const& parts) {
  auto const processors = static_cast<double>(parts.subject.terminals);
  auto const& condition = parts.condition;
  auto const& counted = phi_of(parts);
  auto const text = fmt::format(
      "by the speed of signals phi, here {:.4g} hops, grows at least as p^(1/3), here {:.4g}: so must the "
      "channels per processor, here {:.4g} (a sparse network), or the steps between requests (sparse "
      "communication)",
      counted.hops, std::cbrt(processors), counted.channels / counted.processors);
  if (condition.is_sparse())
    return text + "; this network is sparse enough for a request of every processor in every step";
  return text + fmt::format("; here communication must be sparse: a request every {} steps",
                            condition.whole_k_min());
}

/// The slackness at which the formula fails most.
void add_failure(std::vector<SlacknessRun> const& runs, BalanceParts const& parts, Result& result) {
  SlacknessRun const* worst = nullptr;
  for (auto const& run : runs)
    if (run.formula - run.measured.mean > (worst == nullptr ? 0.01 : worst->formula - worst->measured.mean))
      worst = &run;
  if (worst == nullptr || parts.latency.is_fixed()) return;
  auto text = fmt::format(
      "the mean latency is not enough: with {} virtual processors the utilization is {:.3f}, but the formula "
      "gives {:.3f}",
      worst->virtual_processors, worst->measured.mean, worst->formula);
  if (parts.request.turn == slackness::Turn::strict)
    text +=
        ", because a late answer delays all virtual processors behind it (with turn=ready, ready ones pass "
        "it)";
  result.notes.push_back(text);
}

void add_notes(std::vector<SlacknessRun> const& runs, BalanceParts const& parts, Result& result) {
  result.notes.push_back(conclusion_of(parts));
  add_failure(runs, parts, result);
  if (parts.simulated < parts.subject.terminals)
    result.notes.push_back(fmt::format("simulated: {} of {} processors, with their share of the network",
                                       parts.simulated, parts.subject.terminals));
  if (std::ranges::any_of(runs, [](auto const& run) { return std::isinf(run.measured.half_width); }))
    result.notes.emplace_back("too few steps for a confidence interval: raise steps");
}

class BalanceExperiment final : public Experiment {
 public:
  explicit BalanceExperiment(Balance::Params const& params)
      : params_(params),
        topology_(remaining(make_topology(params.topology), failures_of(params, params.seed))) {
    auto resolved = params;
    resolved.topology = topology_->spec(true);
    resolved.latency = resolved_latency(params);
    resolve(settings_of(Balance::schema, resolved), params.seed);
  }

  std::vector<OutputFile> pictures(Result const& result) const override {
    return {{"slackness.svg", balance_picture(result.table("slackness"), title_of(*topology_))}};
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const parts = measure_balance(params_, *topology_, progress);
    auto const runs = run_slackness(parts, progress);
    result.tables = {facts_table(parts), readings_table(parts.conditions, params_.every),
                     slackness_table(runs)};
    result.answer = answer_of(parts);
    add_notes(runs, parts, result);
  }

  Balance::Params params_;
  TopologyPtr topology_;
};

}  // namespace

ExperimentPtr Balance::assemble(Params const& params) { return std::make_unique<BalanceExperiment>(params); }

}  // namespace weft::verb
