// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/load/against.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"
#include "weft/network/hosts.hpp"
#include "weft/workload/job_list.hpp"
#include "weft/workload/jobs.hpp"

namespace weft::verb {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The throughput bounds of the bottleneck channels between routers and of terminals; infinite if no such
/// channel is loaded.
struct Throughput {
  double routers = infinite, terminals = infinite;

  explicit Throughput(Result const& load) {
    auto const& table = load.table("throughput");
    for (std::size_t row = 0; row < table.rows.size(); ++row)
      if (auto const& value = table.at(row, "throughput"); value.is_number())
        routers = std::min(routers, value.number());
    if (auto const* const found = load.find_table("terminals"))
      if (auto const& value = found->at(0, "throughput"); value.is_number()) terminals = value.number();
  }
  bool loads_routers() const { return std::isfinite(routers); }
};

/// The throughput of a placement relative to another: over the channels between routers, and over all if
/// the placements load those of terminals differently. 1 if neither loads a channel.
double relative(Throughput const& one, Throughput const& other) {
  constexpr double rounding = 1e-9;
  bool const alike = one.terminals == other.terminals ||
                     std::abs(one.terminals - other.terminals) < rounding * other.terminals;
  auto const a = alike ? one.routers : std::min(one.routers, one.terminals),
             b = alike ? other.routers : std::min(other.routers, other.terminals);
  return a == b ? 1 : a / b;
}

/// Name of the other placement if it is a job on a subset of the terminals of the first.
constexpr char const* job_name = "same_terminals";

/// Returns the table `name` of the other placement, which is called NAME_other if that placement is a job;
/// nullptr if there is none.
Table const* find_of_mapping(Result const& load, std::string const& name) {
  auto const* const table = load.find_table(name);
  return table != nullptr ? table : load.find_table(fmt::format("{}_{}", name, job_name));
}

/// Returns the lowest proven bound.
std::optional<double> proven_bound(Result const& load) {
  std::optional<double> minimum;
  if (auto const* const bounds = find_of_mapping(load, "bounds"))
    for (std::size_t row = 0; row < bounds->rows.size(); ++row)
      if (auto const& value = bounds->at(row, "throughput");
          value.is_number() && bounds->at(row, "kind") == Value{"proven"})
        minimum = std::min(minimum.value_or(value.number()), value.number());
  return minimum;
}

/// Returns the mapping, followed by the best candidate if the mapping tries several.
std::string winner(Result const& load, std::string const& mapping) {
  if (auto const* const tried = find_of_mapping(load, "candidates"))
    for (std::size_t row = 0; row < tried->rows.size(); ++row)
      if (tried->at(row, "note") == Value{"won"})
        return fmt::format("{} ({})", mapping, tried->at(row, "mapping").exact_text());
  return mapping;
}

/// Returns the request with the other mapping for the tasks of a placement, on its terminals.
LoadParams on_the_same_terminals(RoutedMachine const& machine, LoadParams request, std::string const& mapping,
                                 Array const& placement) {
  std::vector<std::uint32_t> terminals;
  for (std::size_t task = 0; task < placement.size(); ++task)
    terminals.push_back(static_cast<std::uint32_t>(placement.number(task)));
  terminals = JobTerminals::distinct(std::move(terminals));
  Sides grid(placement.shape.begin(), placement.shape.end());
  auto per_node = request.ranks_per_node;
  if (per_node == 0 && placement.size() > terminals.size()) {
    std::set<std::uint32_t> used;
    for (auto const terminal : terminals) used.insert(machine.hosts().slot_of({terminal}).host);
    per_node = static_cast<std::int64_t>((placement.size() + used.size() - 1) / used.size());
  }
  if (terminals.size() == machine.terminals()) {
    request.mapping = mapping;
    request.grid = std::move(grid);
    request.ranks_per_node = per_node;
    return request;
  }
  Spec const job{job_name,
                 {{"pattern", "[" + request.pattern + "]"},
                  {"grid", format_sides(grid)},
                  {"mapping", "[" + mapping + "]"},
                  {"ranks_per_node", std::to_string(per_node)},
                  {"terminals", JobTerminals::text(terminals)}}};
  LoadParams const defaults;
  request.pattern = defaults.pattern;
  request.mapping = defaults.mapping;
  request.grid = defaults.grid;
  request.ranks_per_node = defaults.ranks_per_node;
  request.jobs = "[" + job.to_string() + "]";
  return request;
}

class LoadAgainst final : public Experiment {
 public:
  LoadAgainst(LoadParams request, AssembleLoad assemble)
      : Experiment("load"),
        machine_(make_machine(request)),
        assemble_(std::move(assemble)),
        request_(std::move(request)) {
    against_ = std::exchange(request_.against, {});
    placed_ = assemble_(machine_, request_);
    auto other = request_;
    other.mapping = against_;
    names_hosts_ =
        at_place("against", [&] { return named_terminals(machine_->machine(), against_); }).has_value();
    if (names_hosts_) other.ranks_per_node = 0;
    auto const planned = at_place("against", [&] { return assemble_(machine_, other); });
    auto settings = placed_->resolved();
    for (auto const& [key, value] : planned->resolved())
      if (key == "mapping") settings.push_back({"against", value});
    other_ = planned->estimate();
    resolve(std::move(settings), request_.seed);
  }

  Estimate estimate() const override { return placed_->estimate().then(other_); }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const placed = placed_->run(progress);
    placed_.reset();
    auto other_request = other_of(*placed.find_array("placement"));
    other_request.users.clear();
    auto const other = at_place("against", [&] { return assemble_(machine_, other_request); })->run(progress);
    result.tables = {placements(placed, other, result.answer)};
    std::ranges::copy(placed.tables, std::back_inserter(result.tables));
    for (auto const* name : {"candidates", "bounds"})
      if (auto const* const found = find_of_mapping(other, name))
        if (placed.find_table(name) == nullptr) {
          result.tables.push_back(*found);
          result.tables.back().name = name;
        }
    result.arrays = placed.arrays;
    result.notes = placed.notes;
    result.timings = placed.timings;
    for (auto const& [stage, seconds] : other.timings)
      result.timings.push_back({fmt::format("{} of {}", stage, against_), seconds});
  }

  /// The request for the other placement: of the same tasks, on its own hosts if it names them.
  LoadParams other_of(Array const& placement) const {
    if (!names_hosts_) return on_the_same_terminals(*machine_, request_, against_, placement);
    auto other = request_;
    other.mapping = against_;
    other.grid.assign(placement.shape.begin(), placement.shape.end());
    other.ranks_per_node = 0;
    return other;
  }

  /// Returns the table of the throughput of both placements and of the bound, and summarizes it in `answer`.
  Table placements(Result const& placed, Result const& other, std::string& answer) const {
    Throughput const here(placed), there(other);
    auto const bound = proven_bound(other);
    auto const won = winner(other, against_);
    Table table{
        "placements",
        "Throughput of the placements",
        {{"placement"},
         {"throughput", "",
          "throughput bound per node over the channels between routers, in units of the bandwidth", 4},
         {"terminals", "", "throughput bound per node over the channels of terminals", 4},
         {"of_highest", "%", "relative to the highest throughput of both", 1},
         {"of_bound", "%", "relative to the bound", 1}},
        {}};
    auto const number = [](double value) { return std::isfinite(value) ? Value(value) : Value(); };
    auto const ratio = relative(here, there);
    auto const add = [&](std::string const& name, Throughput const& one, double of_highest) {
      table.add_row({name, number(one.routers), number(one.terminals), 100 * std::min(of_highest, 1.0),
                     bound ? number(100 * one.routers / *bound) : Value()});
    };
    add(request_.mapping, here, ratio);
    add(won, there, 1 / ratio);
    if (bound) table.add_row({"bound", *bound, Value(), Value(), 100.0});
    answer = verdict(here, there, won, bound);
    return table;
  }

  std::string verdict(Throughput const& here, Throughput const& there, std::string const& won,
                      std::optional<double> bound) const {
    std::string const where = names_hosts_ ? "" : " on the same hosts";
    if (!here.loads_routers())
      return fmt::format("{}: no channel between routers is loaded{}", request_.mapping,
                         names_hosts_ ? "" : ", and no placement on the same hosts is better");
    if (!there.loads_routers())
      return fmt::format("{}: throughput {} per node; {}{} loads no channel between routers",
                         request_.mapping,
                         format_quantity(fmt::format("{:.4g}", here.routers), "channel rates"), won, where);
    auto text =
        fmt::format("{}: {:.1f} % of {}{}; throughput {:.4g} and {:.4g} channel rates per node",
                    request_.mapping, 100 * relative(here, there), won, where, here.routers, there.routers);
    if (here.terminals < here.routers || there.terminals < there.routers)
      text += fmt::format(", {:.4g} and {:.4g} over the links of terminals", here.terminals, there.terminals);
    return text + (bound ? fmt::format("; no placement exceeds {:.4g}", *bound) : "");
  }

  std::shared_ptr<RoutedMachine const> machine_;
  AssembleLoad assemble_;
  LoadParams request_;
  std::string against_;
  bool names_hosts_ = false;  ///< whether the other mapping itself names its terminals
  ExperimentPtr placed_;
  Estimate other_;
};

}  // namespace

ExperimentPtr load_against(LoadParams const& request, AssembleLoad const& assemble) {
  if (!request.jobs.empty())
    throw conflict("against", "jobs", "each job has its own placement").at("against");
  return std::make_unique<LoadAgainst>(request, assemble);
}

}  // namespace weft::verb
