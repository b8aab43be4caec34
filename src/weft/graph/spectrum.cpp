// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/spectrum.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <Spectra/SymEigsSolver.h>
#include <fmt/format.h>

#include "weft/core/random.hpp"
#include "weft/graph/order.hpp"

namespace weft {
namespace {

using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

constexpr std::uint64_t largest_dense = 300;
constexpr std::uint64_t max_to_factor = 3000, sparse_degree = 4;  // otherwise the factor is dense
constexpr Index eigenvectors = 4, subspace = 40;
constexpr double fine = 1e-12, coarse = 1e-6;  // residuals, relative

Vector laplacian_times(Graph const& graph, Vector const& x) {
  Vector y(x.size());
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    double sum = static_cast<double>(graph.degree(v)) * x[v];
    for (auto const head : graph.heads(v)) sum -= x[head];
    y[v] = sum;
  }
  return y;
}

double largest_degree(Graph const& graph) {
  std::uint64_t max = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) max = std::max(max, graph.degree(v));
  return static_cast<double>(max);
}

/// The operator shift * I - L on the vectors orthogonal to 1: its largest eigenvalues correspond to the
/// smallest eigenvalues of L after the first.
class Mirrored {
 public:
  using Scalar = double;
  Mirrored(Graph const& graph, Progress& progress)
      : graph_(graph), progress_(progress), shift_(2 * largest_degree(graph)) {}
  Index rows() const { return static_cast<Index>(graph_.num_vertices()); }
  Index cols() const { return rows(); }
  void perform_op(double const* in, double* out) const {
    progress_.advance();
    Vector x = Eigen::Map<Vector const>(in, rows());
    x.array() -= x.mean();
    Vector y = shift_ * x - laplacian_times(graph_, x);
    Eigen::Map<Vector>(out, rows()) = y.array() - y.mean();
  }

 private:
  Graph const& graph_;
  Progress& progress_;
  double shift_;
};

/// The inverse of L on the vectors orthogonal to 1, by factoring L without its last row and column.
class Inverse {
 public:
  using Scalar = double;
  explicit Inverse(Graph const& graph) : size_(static_cast<Index>(graph.num_vertices())) {
    std::vector<Eigen::Triplet<double>> entries;
    auto const last = static_cast<Vertex>(size_ - 1);
    for (Vertex v = 0; v < last; ++v) {
      entries.emplace_back(v, v, static_cast<double>(graph.degree(v)));
      for (auto const head : graph.heads(v))
        if (head < last) entries.emplace_back(v, head, -1.0);
    }
    Eigen::SparseMatrix<double> grounded(size_ - 1, size_ - 1);
    grounded.setFromTriplets(entries.begin(), entries.end());
    factor_.compute(grounded);
  }
  bool good() const { return factor_.info() == Eigen::Success; }
  Index rows() const { return size_; }
  Index cols() const { return size_; }
  void perform_op(double const* in, double* out) const {
    Vector x = Eigen::Map<Vector const>(in, size_);
    x.array() -= x.mean();
    Vector y = Vector::Zero(size_);
    y.head(size_ - 1) = factor_.solve(x.head(size_ - 1));
    Eigen::Map<Vector>(out, size_) = y.array() - y.mean();
  }

 private:
  Index size_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor_;
};

Vector random_vector(Index size) {
  Vector x(size);
  Rng rng(1, Purpose::partition, 0);
  for (auto& each : x) each = rng.uniform() - 0.5;
  x.array() -= x.mean();
  return x;
}

/// Returns eigenvectors of the largest eigenvalues of an operator; empty if the iterations do not converge.
template <class Operator>
Eigen::MatrixXd largest_eigenvectors(Operator& op, Index restarts, Index requested = eigenvectors,
                                     double tolerance = fine) {
  requested = std::min(requested, op.rows() - 2);
  Spectra::SymEigsSolver<Operator> solver(op, requested, std::min(op.rows() - 1, subspace));
  auto const start = random_vector(op.rows());
  solver.init(start.data());
  solver.compute(Spectra::SortRule::LargestAlge, restarts, tolerance);
  if (solver.info() != Spectra::CompInfo::Successful) return {};
  return solver.eigenvectors(requested);
}

Eigen::MatrixXd dense_eigenvectors(Graph const& graph) {
  auto const n = static_cast<Index>(graph.num_vertices());
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(n, n);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    laplacian(v, v) = static_cast<double>(graph.degree(v));
    for (auto const head : graph.heads(v)) laplacian(v, head) -= 1;
  }
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> const solver(laplacian);
  return solver.eigenvectors().middleCols(1, std::min(eigenvectors, n - 1));
}

struct Found {
  Eigen::MatrixXd vectors;
  char const* method;  // null if not converged
};

Found smallest_eigenvectors(Graph const& graph, Progress& progress, std::uint64_t products) {
  if (graph.num_vertices() <= largest_dense) return {dense_eigenvectors(graph), "dense decomposition"};
  constexpr std::uint64_t max = 400000, first_try = 1200;
  auto const restarts = [](std::uint64_t number) { return static_cast<Index>(number / subspace); };
  auto const allowed = products == 0 ? max : products;
  Mirrored mirrored(graph, progress);
  if (auto found = largest_eigenvectors(mirrored, restarts(std::min(allowed, first_try))); found.size() > 0)
    return {std::move(found), "Lanczos"};
  if (graph.num_vertices() <= max_to_factor ||
      (products == 0 && graph.num_arcs() <= sparse_degree * graph.num_vertices())) {
    Inverse inverse(graph);
    if (auto found = largest_eigenvectors(inverse, 100); inverse.good() && found.size() > 0)
      return {std::move(found), "inverse Lanczos"};
  }
  if (products == 0)
    if (auto found = largest_eigenvectors(mirrored, restarts(allowed)); found.size() > 0)
      return {std::move(found), "Lanczos"};
  if (auto found = largest_eigenvectors(mirrored, restarts(allowed), 1, coarse); found.size() > 0)
    return {std::move(found), "Lanczos"};
  return {random_vector(static_cast<Index>(graph.num_vertices())), nullptr};
}

}  // namespace

Algebraic algebraic_connectivity(Graph const& graph, Progress& progress, std::uint64_t products) {
  Algebraic result;
  auto const n = graph.num_vertices();
  if (n < 2 || !strongly_connected(graph)) {
    result.connectivity = {0, 0, n < 2 ? "a single vertex" : "not connected"};
    return result;
  }
  progress.start("eigenvalues", 0, "products");
  auto found = smallest_eigenvectors(graph, progress, products);
  progress.finish();
  for (Index i = 0; i < found.vectors.cols(); ++i) {
    Vector x = found.vectors.col(i);
    x.array() -= x.mean();
    x.normalize();
    auto const image = laplacian_times(graph, x);
    auto const value = x.dot(image), residual = (image - value * x).norm();
    if (i == 0 && found.method == nullptr)
      result.connectivity = {0, value, "Rayleigh quotient; Lanczos did not converge"};
    else if (i == 0)
      result.connectivity = {std::max(0.0, value - residual), value,
                             fmt::format("{}, residual {:.1e}", found.method, residual)};
    result.vectors.emplace_back(x.begin(), x.end());
  }
  return result;
}

std::uint64_t spectral_cut_bound(Graph const& graph, double eigenvalue, std::uint64_t part) {
  auto const n = graph.num_vertices();
  if (n < 2) return 0;
  auto const fraction = static_cast<double>(part) * static_cast<double>(n - part) / static_cast<double>(n);
  auto const bound = eigenvalue * fraction;
  constexpr double rounding = 1e-9;
  auto cut = static_cast<std::uint64_t>(std::ceil(std::max(0.0, bound * (1 - rounding) - rounding)));
  bool any[2] = {false, false};
  for (Vertex v = 0; v < n; ++v) any[graph.degree(v) % 2] = true;
  auto const parity = any[1] ? part % 2 : 0;
  if (any[0] != any[1] && cut % 2 != parity) ++cut;
  return cut;
}

}  // namespace weft
