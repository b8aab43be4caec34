// SPDX-License-Identifier: Apache-2.0
#include "support/known_oracle.hpp"

#include <eigen3/Eigen/Eigenvalues>

namespace weft {

double algebraic_connectivity_of(std::vector<std::set<std::uint32_t>> const& graph) {
  auto const n = static_cast<Eigen::Index>(graph.size());
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index v = 0; v < n; ++v)
    for (auto const w : graph[static_cast<std::size_t>(v)]) {
      laplacian(v, v) += 1;
      laplacian(v, w) -= 1;
    }
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(laplacian, Eigen::EigenvaluesOnly).eigenvalues()(1);
}

}  // namespace weft
