// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/show/show.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "weft/core/parallel.hpp"
#include "weft/core/quantity.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/network/cables.hpp"
#include "weft/network/cost.hpp"
#include "weft/network/layout.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"
#include "weft/network/topology_facts.hpp"
#include "weft/workload/fabric_tables.hpp"

namespace weft::verb {
namespace {

/// Maximum number of routers for which the cost is computed, because it requires every router.
constexpr std::uint64_t max_vertices_for_cost = 1U << 24;
/// Maximum number of routers for which the estimate computes the closed form of the throughput.
constexpr std::uint64_t max_vertices_for_program = 1U << 16;
/// Maximum number of channels measured by default. Larger networks take many seconds.
constexpr std::uint64_t max_measured = 1U << 27;

Table metrics_table(Measures const& measures, bool are_chosen) {
  Table table{
      "metrics",
      "Metrics",
      {{"metric"},
       {"value", "", "exact value"},
       {"lower", "", "proven bound, if the value is not exact"},
       {"upper", "", "proven bound, if the value is not exact"},
       {.name = "unit", .priority = Priority::high},
       {.name = "how", .doc = "method, if there are several", .priority = Priority::low},
       {.name = "key", .doc = "name of the metric in --metrics and in programs", .priority = Priority::low}},
      {}};
  table.digest.role = are_chosen ? Digest::Role::whole : Digest::Role::main;
  for (auto const& metric : measures.metrics) {
    auto const& doc = metric_doc(metric.key);
    if (is_main_metric(metric.key)) table.digest.rows.push_back(table.rows.size());
    table.add_row({doc.name, metric.value, metric.lower, metric.upper, doc.unit, metric.how, metric.key});
  }
  return table;
}

/// Returns the value as text: `16 links`, `8 to 16 links`, `unknown`.
std::string value_text(Metric const& metric) {
  if (!metric.exact()) {
    auto const text = format_interval(metric.lower, metric.upper, max_interval_ratio);
    return text == "unknown" ? text : fmt::format("{} {}", text, metric_doc(metric.key).unit);
  }
  if (!metric.value.is_number()) return metric.value.short_text();  // infinite
  return format_quantity(format_rounded(metric.value.number()), metric_doc(metric.key).unit);
}

/// Returns the verdict: size, diameter and bisection, or the selected metrics.
std::string verdict(Measures const& measures, bool are_chosen) {
  constexpr std::size_t max_chosen = 5;
  std::string text;
  auto const add = [&](std::string const& part, std::string_view separator) {
    text += (text.empty() ? "" : std::string(separator)) + part;
  };
  if (are_chosen) {
    for (auto const& metric :
         std::span(measures.metrics).first(std::min(max_chosen, measures.metrics.size())))
      add(fmt::format("{} {}", metric_doc(metric.key).name, value_text(metric)), "; ");
    return text;
  }
  auto const* const routers = measures.find("n_routers");
  auto const* const terminals = measures.find("n_terminals");
  if (routers != nullptr && routers->exact())
    add(format_count(static_cast<std::uint64_t>(routers->value.number()), "router"), ", ");
  if (terminals != nullptr && terminals->exact())
    add(format_count(static_cast<std::uint64_t>(terminals->value.number()), "terminal"), ", ");
  if (auto const* const radix = measures.find("radix"); radix != nullptr && radix->exact())
    add("radix " + radix->value.short_text(), ", ");
  for (auto const* const key : {"diameter", "bisection"})
    if (auto const* const metric = measures.find(key))
      add(fmt::format("{} {}", metric_doc(key).name, value_text(*metric)), "; ");
  if (auto const* const parallel = measures.find("parallel"); parallel != nullptr && parallel->exact())
    if (auto const count = static_cast<std::uint64_t>(parallel->value.number()); count > 0)
      add(fmt::format("links and bisection exclude {}", format_count(count, "parallel link")), "; ");
  return text;
}

Table distances_table(Measures const& measures) {
  Table table{"distances",
              "Ordered pairs by distance",
              {{"hops"},
               {"pairs", "", "pairs of distinct vertices"},
               {"terminal_pairs", "", "pairs of distinct terminals"}},
              {}};
  auto const& pairs = measures.pairs;
  auto const& terminal_pairs = measures.terminal_pairs;
  for (std::size_t d = 0; d < std::max(pairs.size(), terminal_pairs.size()); ++d) {
    auto const at = [&](std::vector<std::uint64_t> const& counts) {
      return counts.empty() ? Value{} : Value{d < counts.size() ? counts[d] : 0};
    };
    if (d > 0 || (!terminal_pairs.empty() && terminal_pairs[0] > 0))
      table.add_row({d, at(pairs), at(terminal_pairs)});
  }
  return table;
}

Table channels(AnyTopology const& topology, std::vector<CableStatistics> const& cables) {
  Table table{"channels",
              "Channels and cables by class",
              {{"class"},
               {"bandwidth", "", "messages that a channel carries per round"},
               {"channels"},
               {"loops", "", "self loops, which have no cable"},
               {"min", "m"},
               {"mean", "m", "", 3},
               {"max", "m"},
               {"total", "m"}},
              {}};
  auto const groups = topology.groups();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    auto const& each = cables[i];
    table.add_row({each.name, groups[i].bandwidth, each.channels, each.loops, each.min_length(),
                   each.mean_length(), each.max_length(), each.total_length()});
  }
  return table;
}

std::string extent_note(Layout const& layout) {
  auto const extent = layout.extent();
  auto const side = [&](std::size_t axis) { return format_number(extent[axis] * layout.pitch()); };
  return "the layout occupies " + side(0) + " x " + side(1) + " x " + side(2) + " m";
}

void add_copies(AnyTopology const& topology, Result& result) {
  auto const copies = topology.copies();
  if (copies.empty()) return;
  Table table{"copies", "Copies: independent sub-machines", {{"level"}, {"copies"}, {"routers"}}, {}};
  for (std::size_t i = 0; i < copies.size(); ++i)
    table.add_row({i + 1, copies[i], topology.num_routers() / copies[i]});
  result.tables.push_back(std::move(table));
}

/// Returns the bisection bandwidth of the terminals per thousand dollars.
Value bisection_per_cost(Measures const& measures, double price, double rate) {
  auto const* cut = measures.find("term_bisection");
  if (cut == nullptr || price <= 0) return {};
  auto const bought = [&](Value const& bandwidth) { return bandwidth.number() * rate * 1000 / price; };
  if (cut->exact()) return bought(cut->value);
  if (cut->lower.is_empty() || cut->upper.is_empty()) return {};
  return Value(bought(cut->lower)).short_text() + " to " + Value(bought(cut->upper)).short_text();
}

/// Returns the estimate for a topology without a closed form of its cables.
Estimate estimate_cables(NetworkSize const& size, bool exact) {
  constexpr double seconds_per_channel = 5e-8;
  if (!exact && size.channels > max_measured) return {};
  auto const seconds = static_cast<double>(size.channels) * seconds_per_channel;
  return {0, seconds, useful_threads(static_cast<double>(size.routers) / 4096, seconds)};
}

void add_cables(AnyTopology const& topology, Setup const& setup, Measures const& measures,
                std::uint64_t num_channels, bool exact, Result& result) {
  auto const layout = topology.layout(setup.layout);
  if (!exact && num_channels > max_measured && topology.known_cables(layout).empty()) {
    result.notes.push_back(
        fmt::format("without cables and cost: measuring {} channels takes about {} s; add --exact to do it",
                    num_channels, num_channels / 50'000'000));
    return;
  }
  bool const priced = topology.num_routers() <= max_vertices_for_cost;
  auto cables = topology.known_cables(layout);
  CableLengths lengths;
  if (priced || cables.empty()) lengths = topology.cable_lengths(layout);
  if (cables.empty())
    cables = cable_statistics(topology.classes(), topology.groups(), lengths, layout.pitch());
  result.tables.push_back(channels(topology, cables));
  if (priced) {
    auto const cost = price(topology.inventory(layout, std::move(lengths)), setup.cost);
    auto table = cost_table(cost, setup.cost);
    table.add_row({"terminal bisection per price",
                   bisection_per_cost(measures, cost.price(), setup.cost.rate), "Gb/s per 1000 $"});
    result.tables.push_back(std::move(table));
  }
  result.notes.push_back(extent_note(layout));
}

class ShowExperiment final : public Experiment {
 public:
  explicit ShowExperiment(Show::Params const& params)
      : Experiment(Show::name),
        topology_(remaining_topology(params)),
        options_{.keys = read_metric_keys(params.metrics),
                 .exact = params.exact,
                 .branches = static_cast<std::uint64_t>(params.branches)},
        setup_{read_layout(params.layout), read_cost(params.cost)} {
    std::vector<Setting> settings{{"topology", topology_->spec(true)},
                                  {"metrics", params.metrics},
                                  {"exact", params.exact ? "true" : "false"},
                                  {"layout", resolved_layout(setup_.layout)},
                                  {"cost", resolved_cost(setup_.cost)}};
    if (params.exact) settings.push_back({"branches", std::to_string(params.branches)});
    add_failures(params, settings);
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override {
    auto const size = size_of(*topology_);
    bool const throughput_known = options_.exact && size.routers <= max_vertices_for_program && [&] {
      auto const load = topology_->facts().known.uniform_load;
      return load && load->exact();
    }();
    auto const metrics = short_run.then(estimate_metrics(size, options_, throughput_known));
    return options_.keys.empty() ? metrics.then(estimate_cables(size, options_.exact)) : metrics;
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const facts = topology_->facts();
    auto const measures = measure(facts, options_, progress);
    bool const are_chosen = !options_.keys.empty();
    if (!measures.metrics.empty()) {
      result.tables.push_back(metrics_table(measures, are_chosen));
      result.answer = verdict(measures, are_chosen);
    }
    if (measures.pairs.size() + measures.terminal_pairs.size() > 0)
      result.tables.push_back(distances_table(measures));
    if (!options_.keys.empty()) return;
    add_fabric_tables(*topology_, result);
    add_cables(*topology_, setup_, measures, facts.channels, options_.exact, result);
    add_copies(*topology_, result);
  }

  TopologyPtr topology_;
  MetricOptions options_;
  Setup setup_;
};

chart::Figure distance_figure(Table const& distances, std::string const& title) {
  chart::BarChart chart{.text = {"Pairs by distance", title},
                        .category_title = "hops",
                        .categories = {},
                        .y = {.title = "share of the ordered pairs"},
                        .series = {}};
  for (std::size_t row = 0; row < distances.rows.size(); ++row)
    chart.categories.push_back(distances.at(row, "hops").short_text());
  double mean = 0;
  for (auto const& [column, name] :
       {std::pair{"pairs", "vertices"}, std::pair{"terminal_pairs", "terminals"}}) {
    double sum = 0, hops = 0;
    for (std::size_t row = 0; row < distances.rows.size(); ++row)
      if (auto const& count = distances.at(row, column); !count.is_empty()) {
        sum += count.number();
        hops += count.number() * distances.at(row, "hops").number();
      }
    if (sum <= 0) continue;
    chart::BarSeries bars{name, {}};
    for (std::size_t row = 0; row < distances.rows.size(); ++row)
      bars.values.push_back(distances.at(row, column).number() / sum);
    chart.series.push_back(std::move(bars));
    mean = hops / sum;
  }
  auto const caption = fmt::format(
      "The longest distance is {} hops; the mean over the pairs of {} is {:.3g}.", chart.categories.back(),
      chart.series.empty() ? "vertices" : chart.series.back().name, mean);
  return {"distances", "Pairs by distance", caption, "distances", chart::Chart{std::move(chart)}};
}

/// Returns a figure of the inexact metrics: the lower bound of each as a fraction of its upper bound.
std::optional<chart::Figure> bounds_figure(Table const& metrics, std::string const& title) {
  chart::BarChart chart{.text = {"Metrics between bounds", title + ": the lower bound of each"},
                        .category_title = {},
                        .categories = {},
                        .y = {.title = "share of the upper bound", .min = 0, .max = 1.1},
                        .series = {{"proven", {}}}};
  auto& bars = chart.series.front();
  std::string widest;
  double minimum = 1;
  for (std::size_t row = 0; row < metrics.rows.size(); ++row) {
    auto const lower = metrics.at(row, "lower"), upper = metrics.at(row, "upper");
    if (!lower.is_number() || !upper.is_number() || !(upper.number() > 0)) continue;
    auto const name = metrics.at(row, "metric").short_text();
    auto const unit = metrics.at(row, "unit").exact_text();
    auto const range =
        fmt::format("{} to {}{}", lower.short_text(), upper.short_text(), unit.empty() ? "" : " " + unit);
    double const share = lower.number() / upper.number();
    chart.categories.push_back(fmt::format("{}: {}", name, range));
    bars.values.push_back(share);
    bars.low.push_back(share);
    bars.high.push_back(1);
    if (share > minimum) continue;
    minimum = share;
    widest = fmt::format("the {} lies between {}", name,
                         fmt::format("{} and {}", lower.short_text(), upper.short_text()));
  }
  if (bars.values.empty()) return {};
  auto const caption = fmt::format("{} of {} metrics are between bounds; the widest: {}.", bars.values.size(),
                                   metrics.rows.size(), widest);
  return chart::Figure{"bounds", "Metrics between bounds", caption, "metrics",
                       chart::Chart{std::move(chart)}};
}

}  // namespace

std::vector<chart::Figure> Show::figures(Result const& result) {
  auto const title = title_of(result, topology_of(result));
  std::vector<chart::Figure> figures;
  if (auto const* const distances = result.find_table("distances"); distances && !distances->rows.empty())
    figures.push_back(distance_figure(*distances, title));
  if (auto const* const metrics = result.find_table("metrics"))
    if (auto figure = bounds_figure(*metrics, title)) figures.push_back(std::move(*figure));
  return figures;
}

ExperimentPtr Show::assemble(Params const& params) { return std::make_unique<ShowExperiment>(params); }

}  // namespace weft::verb
