// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/concurrent_flow.hpp"

#include <vector>

#include <coin/ClpEventHandler.hpp>
#include <coin/ClpSimplex.hpp>
#include <coin/CoinPackedMatrix.hpp>

#include "weft/core/interrupt.hpp"
#include "weft/graph/hop_table.hpp"

namespace weft {
namespace {

/// The entries of a sparse matrix in coordinate form.
struct Entries {
  std::vector<int> rows, columns;
  std::vector<double> values;
  void add(int row, int column, double value) {
    rows.push_back(row);
    columns.push_back(column);
    values.push_back(value);
  }
};

/// The linear program. Row block s: for each vertex, inflow minus outflow minus f times the demand; then one
/// row per arc with its capacity. Column 0 is f, followed by the flow of each source over each arc that it
/// may use.
struct Program {
  Program(Graph const& graph, std::span<std::uint32_t const> weights, std::span<double const> capacity,
          FlowPaths paths) {
    auto const n = static_cast<int>(graph.num_vertices()), arcs = static_cast<int>(graph.num_arcs());
    if (paths == FlowPaths::shortest) hops.emplace(graph);
    auto const weight = [&](int v) { return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(v)]; };
    for (int source = 0; source < n; ++source) {
      if (weight(source) == 0) continue;
      add_source(graph, source);
      for (int v = 0; v < n; ++v)
        if (v != source) matrix.add(rows + v, 0, -weight(source) * weight(v));
      rows += n;
    }
    row_upper.assign(static_cast<std::size_t>(rows), 0.0);
    for (int column = 1; column < columns(); ++column)
      matrix.add(rows + arc_of[static_cast<std::size_t>(column)], column, 1);
    for (int arc = 0; arc < arcs; ++arc)
      row_upper.push_back(capacity.empty() ? 1.0 : capacity[static_cast<std::size_t>(arc)]);
    rows += arcs;
  }

  void add_source(Graph const& graph, int source) {
    int arc = -1;
    for (Vertex v = 0; v < graph.num_vertices(); ++v)
      for (auto const head : graph.heads(v)) {
        ++arc;
        if (!serves(graph, static_cast<Vertex>(source), v, head)) continue;
        auto const column = columns();
        arc_of.push_back(arc);
        if (static_cast<int>(v) != source) matrix.add(rows + static_cast<int>(v), column, -1);
        if (static_cast<int>(head) != source) matrix.add(rows + static_cast<int>(head), column, 1);
      }
  }

  bool serves(Graph const& graph, Vertex source, Vertex tail, Vertex head) const {
    if (tail != source && !graph.passes(tail)) return false;
    return !hops || hops->hops(head, source) == hops->hops(tail, source) + 1;
  }
  int columns() const { return static_cast<int>(arc_of.size()); }

  Entries matrix;
  std::vector<double> row_upper;
  std::optional<HopTable> hops;
  std::vector<int> arc_of{-1};  // arc of each column
  int rows = 0;
};

/// Stops the solver after Ctrl-C.
class StopOnInterrupt final : public ClpEventHandler {
 public:
  int event(Event) override { return interrupted() ? user_stop : proceed; }
  ClpEventHandler* clone() const override { return new StopOnInterrupt(*this); }

 private:
  static constexpr int proceed = -1, user_stop = 5;
};

}  // namespace

std::optional<double> concurrent_flow(Graph const& graph, std::span<std::uint32_t const> weights,
                                      std::span<double const> capacity, FlowPaths paths) {
  Program const program(graph, weights, capacity, paths);
  auto const& entries = program.matrix;
  CoinPackedMatrix const matrix(true, entries.rows.data(), entries.columns.data(), entries.values.data(),
                                static_cast<CoinBigIndex>(entries.values.size()));
  auto const rows = static_cast<std::size_t>(program.rows), flows = rows - graph.num_arcs();
  std::vector<double> row_lower(rows, 0.0), objective(static_cast<std::size_t>(program.columns()), 0.0);
  for (std::size_t row = flows; row < rows; ++row) row_lower[row] = -COIN_DBL_MAX;
  objective[0] = -1;
  ClpSimplex solver;
  solver.setLogLevel(0);
  solver.loadProblem(matrix, nullptr, nullptr, objective.data(), row_lower.data(), program.row_upper.data());
  StopOnInterrupt const handler{};
  solver.passInEventHandler(&handler);
  solver.dual();
  throw_if_interrupted();
  if (!solver.isProvenOptimal()) return {};
  return -solver.objectiveValue();
}

}  // namespace weft
