#include "weft/library/interconnect.hpp"

#include <cmath>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "weft/experiment/assemble.hpp"
#include "weft/library/graph_of.hpp"
#include "weft/network/program_topologies.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

/// 16 digits that differ for different wirings.
std::string digest(GraphFile const& graph) {
  std::string text = graph.directed ? "arcs" : "links";
  for (auto const& link : graph.links)
    text += fmt::format(" {}-{}:{}*{}", link.a, link.b, graph.classes[link.channel_class], link.weight);
  for (auto const count : graph.terminals) text += fmt::format(" {}", count);
  return run_id({{"graph", text}}, 0);
}

/// The networks that a program has built under one name, by their texts, for as long as someone holds them.
class GraphsOfName {
 public:
  void add(std::string const& text, std::shared_ptr<GraphFile const> const& graph) {
    std::scoped_lock const lock(mutex_);
    std::erase_if(graphs_, [](auto const& entry) { return entry.second.expired(); });
    graphs_[text] = graph;
    latest_ = text;
  }
  ProgramGraph make(Spec const& spec) {
    std::scoped_lock const lock(mutex_);
    auto const text = spec.arguments.empty() ? latest_ : spec.to_string();
    auto const at = graphs_.find(text);
    auto const graph = at == graphs_.end() ? nullptr : at->second.lock();
    if (!graph) throw InputError("topology " + text, "the program holds no network of that name and digest");
    return {text, *graph};
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<GraphFile const>> graphs_;
  std::string latest_;
};

GraphsOfName& graphs_of_name(std::string const& name) {
  static std::mutex mutex;
  static std::map<std::string, GraphsOfName> all;
  std::scoped_lock const lock(mutex);
  auto const [at, is_new] = all.try_emplace(name);
  if (is_new) try {
      add_program_topology(name, [&graphs = at->second](Spec const& spec) { return graphs.make(spec); });
    } catch (...) {
      all.erase(at);
      throw;
    }
  return at->second;
}

double number_of(Value const& value, double otherwise) {
  return value.is_number() ? value.number() : otherwise;
}

}  // namespace

std::string MetricValue::text() const {
  auto const one = [](double value) { return Value(value).short_text(); };
  return is_exact() ? one(lower) : one(lower) + " to " + one(upper);
}

Interconnect::Interconnect(std::string const& topology) : topology_(make_topology(topology)) {}

Interconnect::Interconnect(std::string const& name, Wiring const& wiring)
    : graph_(std::make_shared<GraphFile const>(graph_of(wiring))) {
  auto& graphs = graphs_of_name(name);
  auto const text = name + ":graph=" + digest(*graph_);
  graphs.add(text, graph_);
  topology_ = make_topology(text);
}

std::string Interconnect::text() const { return topology_->spec(true); }
std::uint64_t Interconnect::num_routers() const { return topology_->num_routers(); }
std::uint64_t Interconnect::num_terminals() const { return topology_->num_terminals(); }

std::vector<MetricValue> Interconnect::metrics(std::vector<std::string> const& keys, bool exact) const {
  auto const result = verb::run_verb({"show",
                                      {{"topology", text()},
                                       {"metrics", fmt::format("{}", fmt::join(keys, ","))},
                                       {"exact", exact ? "true" : "false"}}});
  auto const& table = result.table("metrics");
  std::vector<MetricValue> metrics;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    auto const cell = [&](char const* column) { return table.at(row, column); };
    auto const value = number_of(cell("value"), std::nan(""));
    metrics.push_back({.key = cell("key").exact_text(),
                       .name = cell("metric").exact_text(),
                       .unit = cell("unit").exact_text(),
                       .method = cell("how").exact_text(),
                       .lower = number_of(cell("lower"), value),
                       .upper = number_of(cell("upper"), value)});
  }
  return metrics;
}

MetricValue Interconnect::metric(std::string const& key, bool exact) const {
  return metrics({key}, exact).at(0);
}

}  // namespace weft
