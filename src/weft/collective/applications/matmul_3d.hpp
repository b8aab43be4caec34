#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Matrix multiplication on a cube of tasks.
class Matmul3d {
 public:
  struct Params {
    Sides grid{0};
    std::string mapping = std::string(natural_mapping);
    Embedding embedding = Embedding::rounds;
    std::uint32_t packets = 1;
  };
  static constexpr std::string_view name = "matmul_3d";
  static constexpr std::string_view doc =
      "3-D matrix multiplication (R. C. Agarwal et al., A three-dimensional approach to parallel matrix "
      "multiplication, 1995; E. Dekel, D. Nassimi & S. Sahni, Parallel matrix and graph algorithms, 1981) on "
      "a x b x c tasks (i, j, k): block (i, k) of the first matrix is broadcast from (i, 0, k) along j and "
      "block (k, j) of the second from (0, j, k) along i, at the same time; the products are summed along k "
      "at (i, j, 0). Blocks travel in both directions, cut into packets that follow one another: "
      "floor(max(a, b) / 2) + packets - 1 rounds, then floor(c / 2) + packets - 1";
  static constexpr std::tuple schema{
      param("grid", &Params::grid, Range{0, 4294967295.0}, grid_doc),
      param("mapping", &Params::mapping, mapping_doc).from("mappings"),
      param("embedding", &Params::embedding, embedding_doc),
      param("packets", &Params::packets, Range{1, 65536}, "packets per block of a matrix"),
  };

  explicit Matmul3d(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }
  Sides default_grid(GridContext const& context) const;
  void check_grid(Sides const& grid) const;
  std::vector<Phase> phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;
  /// The share of the largest block: those of the three matrices differ if the sides do.
  double matrix_share(TaskGrid const& grid) const;

 private:
  RankProgram broadcasts(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;
  RankProgram reductions(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;

  Params params_;
};

}  // namespace weft::collective
