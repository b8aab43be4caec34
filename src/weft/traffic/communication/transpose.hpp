#pragma once

#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// All-to-all along every line of a grid of tasks: inside every row and every column of a matrix.
class Transpose {
 public:
  struct Params {};
  static constexpr std::string_view name = "transpose";
  static constexpr std::string_view doc =
      "Each task of a P x Q grid sends 1/(2Q) of its data to every task of its row and 1/(2P) to every task of its "
      "column, itself included: matrix transposition in distributed transforms, after Chakaravarthy et al. (Mapping "
      "strategies for the PERCS architecture, HiPC 2012). In d dimensions, 1/d of it along each.";
  static constexpr std::tuple schema{};

  explicit Transpose(Params const&) {}
  Communication communicate(TaskContext const& context) const;
};

}  // namespace weft::task
