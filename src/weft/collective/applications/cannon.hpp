#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Matrix multiplication by shifts.
class Cannon {
 public:
  struct Params {
    Sides grid{0};
    std::string mapping = std::string(natural_mapping);
    Embedding embedding = Embedding::rounds;
  };
  static constexpr std::string_view name = "cannon";
  static constexpr std::string_view doc =
      "Cannon's matrix multiplication (L. E. Cannon, A cellular computer to implement the Kalman filter "
      "algorithm, 1969) on q x q tasks, each with one block of each matrix. Row i of the first matrix "
      "rotates i places to the left, and column j of the second j places up, each in the shorter direction: "
      "floor(q / 2) rounds. Then all blocks advance by one place, q - 1 times. Both matrices move at the "
      "same time over different links";
  static constexpr std::tuple schema{
      param("grid", &Params::grid, Range{0, 4294967295.0}, grid_doc),
      param("mapping", &Params::mapping, mapping_doc).from("mappings"),
      param("embedding", &Params::embedding, embedding_doc),
  };

  explicit Cannon(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }
  Sides default_grid(GridContext const& context) const;
  void check_grid(Sides const& grid) const;
  std::vector<Phase> phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;
  double matrix_share(TaskGrid const& grid) const { return 1.0 / grid.size(); }

 private:
  Params params_;
};

}  // namespace weft::collective
