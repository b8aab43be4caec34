// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/ranks/rank_program.hpp"

namespace weft::collective {

/// Exchange of ghost zones (halos).
class Halo {
 public:
  struct Params : ApplicationParams {
    bool periodic = true;
  };
  static constexpr std::string_view name = "halo";
  static constexpr std::string_view doc =
      "Exchange of ghost zones: every task sends one block to each neighbor along each dimension of the task grid, all at the same time, in "
      "one round. Along a side of 2 both neighbors are the same task";
  static constexpr std::tuple schema = std::tuple_cat(
      application_schema, std::tuple{param("periodic", &Params::periodic,
                                           "the first and the last task of a side are neighbors")});

  explicit Halo(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }
  Sides default_grid(GridContext const& context) const;
  void check_grid(Sides const& grid) const;
  std::vector<Phase> phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;
  double matrix_share(TaskGrid const&) const { return 0; }

 private:
  Params params_;
};

/// Cannon's matrix multiplication: blocks are shifted along rows and columns.
class Cannon {
 public:
  using Params = ApplicationParams;
  static constexpr std::string_view name = "cannon";
  static constexpr std::string_view doc =
      "Cannon's matrix multiplication (L. E. Cannon, A cellular computer to implement the Kalman filter "
      "algorithm, 1969) on q x q tasks, each with one block of each matrix. Row i of the first matrix "
      "rotates i positions to the left, and column j of the second j positions up, each in the shorter "
      "direction: "
      "floor(q / 2) rounds. Then all blocks advance by one position, q - 1 times. Both matrices move at the "
      "same time over different links";
  static constexpr std::tuple schema = application_schema;

  explicit Cannon(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }
  Sides default_grid(GridContext const& context) const;
  void check_grid(Sides const& grid) const;
  std::vector<Phase> phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;
  double matrix_share(TaskGrid const& grid) const { return 1.0 / grid.size(); }

 private:
  Params params_;
};

/// SUMMA matrix multiplication: panels are broadcast along rows and columns.
class Summa {
 public:
  struct Params : ApplicationParams {
    std::uint32_t panels = 0;
  };
  static constexpr std::string_view name = "summa";
  static constexpr std::string_view doc =
      "SUMMA (R. A. van de Geijn & J. Watts, Scalable universal matrix multiplication algorithm, 1997) on r "
      "x c tasks: panels of columns of the first matrix are broadcast along the rows of tasks, and panels of "
      "rows of the second along the columns. Each panel travels in both directions from the task that owns "
      "it. A panel starts two rounds after the previous one (one round if no panel makes two hops), so that "
      "no "
      "link carries two: 2 (panels - 1) + floor(s / 2) rounds, s = max(r, c) (s - 1 instead of floor(s / 2) "
      "if the machine does not wrap). A block is the part of a panel that one task owns";
  static constexpr std::tuple schema =
      std::tuple_cat(application_schema,
                     std::tuple{param("panels", &Params::panels,
                                      "a multiple of rows and of columns; 0: their least common multiple")});

  explicit Summa(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }
  Sides default_grid(GridContext const& context) const;
  void check_grid(Sides const& grid) const;
  std::vector<Phase> phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;
  double matrix_share(TaskGrid const& grid) const;

 private:
  std::uint32_t panels(TaskGrid const& grid) const;

  Params params_;
};

/// 3-D matrix multiplication, on a cube of tasks.
class Matmul3d {
 public:
  struct Params : ApplicationParams {
    std::uint32_t packets = 1;
  };
  static constexpr std::string_view name = "matmul_3d";
  static constexpr std::string_view doc =
      "3-D matrix multiplication (R. C. Agarwal et al., A three-dimensional approach to parallel matrix "
      "multiplication, 1995; E. Dekel, D. Nassimi & S. Sahni, Parallel matrix and graph algorithms, 1981) on "
      "a x b x c tasks (i, j, k): block (i, k) of the first matrix is broadcast from (i, 0, k) along j and "
      "block (k, j) of the second from (0, j, k) along i, simultaneously; the products are summed along k "
      "at (i, j, 0). Blocks travel in both directions, cut into packets that follow one another: "
      "floor(max(a, b) / 2) + packets - 1 rounds, then floor(c / 2) + packets - 1";
  static constexpr std::tuple schema = std::tuple_cat(
      application_schema,
      std::tuple{param("packets", &Params::packets, Range{1, 65536}, "packets per block of a matrix")});

  explicit Matmul3d(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }
  Sides default_grid(GridContext const& context) const;
  void check_grid(Sides const& grid) const;
  std::vector<Phase> phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;
  /// Returns the fraction of a matrix in the largest block; the blocks of the three matrices differ if the
  /// sides differ.
  double matrix_share(TaskGrid const& grid) const;

 private:
  RankProgram broadcasts(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;
  RankProgram reductions(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;

  Params params_;
};

}  // namespace weft::collective
