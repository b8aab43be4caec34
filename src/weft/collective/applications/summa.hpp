#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Matrix multiplication by broadcasts along rows and columns.
class Summa {
 public:
  struct Params {
    Sides grid{0};
    std::string mapping = std::string(natural_mapping);
    Embedding embedding = Embedding::rounds;
    std::uint32_t panels = 0;
  };
  static constexpr std::string_view name = "summa";
  static constexpr std::string_view doc =
      "SUMMA (R. A. van de Geijn & J. Watts, Scalable universal matrix multiplication algorithm, 1997) on r "
      "x c tasks: panels of columns of the first matrix are broadcast along the rows of tasks, and panels of "
      "rows of the second along the columns. Each panel travels in both directions from the task that has "
      "it. A panel starts two rounds after the one before (one round if no panel makes two hops), so that no "
      "link carries two: 2 (panels - 1) + floor(s / 2) rounds, s = max(r, c) (s - 1 instead of floor(s / 2) "
      "if the machine does not wrap). Blocks are panels of one task";
  static constexpr std::tuple schema{
      param("grid", &Params::grid, Range{0, 4294967295.0}, grid_doc),
      param("mapping", &Params::mapping, mapping_doc).from("mappings"),
      param("embedding", &Params::embedding, embedding_doc),
      param("panels", &Params::panels, "a multiple of rows and of columns; 0: their least common multiple"),
  };

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

}  // namespace weft::collective
