#pragma once

#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// Nearest neighbors on a grid of tasks.
class Halo {
 public:
  struct Params {
    bool corners = false;
    bool wrap = true;
  };
  static constexpr std::string_view name = "halo";
  static constexpr std::string_view doc =
      "Each task sends the same amount to both neighbors in every dimension of the task grid, which wraps "
      "unless wrap=false: in two dimensions the Halo of Chakaravarthy et al. (Mapping strategies for the "
      "PERCS architecture, HiPC 2012), in three the 7-point, in four the 9-point stencil of Bhatele et al. "
      "(SC 2011). With corners=true it sends to all 3^d - 1 tasks whose coordinates differ by at most one. A "
      "neighbor along a side of 1 is the task itself; a side of 2 has the same neighbor twice.";
  static constexpr std::tuple schema{
      param("corners", &Params::corners,
            "the diagonal neighbors too: 9 points in two dimensions, 27 in three"),
      param("wrap", &Params::wrap, "the first and the last task of a side are neighbors"),
  };

  explicit Halo(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::task
