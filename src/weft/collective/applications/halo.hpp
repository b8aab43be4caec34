#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Exchange of ghost zones.
class Halo {
 public:
  struct Params {
    Sides grid{0};
    std::string mapping = std::string(natural_mapping);
    Embedding embedding = Embedding::rounds;
    bool periodic = true;
  };
  static constexpr std::string_view name = "halo";
  static constexpr std::string_view doc =
      "Exchange of ghost zones: every task sends one block to each neighbor along each dimension of the task grid, all at the same time, in "
      "one round. Along a side of 2 both neighbors are the same task";
  static constexpr std::tuple schema{
      param("grid", &Params::grid, Range{0, 4294967295.0}, grid_doc),
      param("mapping", &Params::mapping, mapping_doc).from("mappings"),
      param("embedding", &Params::embedding, embedding_doc),
      param("periodic", &Params::periodic, "the first and the last task of a side are neighbors"),
  };

  explicit Halo(Params const& params) : params_(params) {}
  Params const& params() const { return params_; }
  Sides default_grid(GridContext const& context) const;
  void check_grid(Sides const& grid) const;
  std::vector<Phase> phases(TaskGrid const& grid, std::vector<std::uint32_t> const& places) const;
  double matrix_share(TaskGrid const&) const { return 0; }

 private:
  Params params_;
};

}  // namespace weft::collective
