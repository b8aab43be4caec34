#pragma once

#include <string>
#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// The traffic in a file.
class Matrix {
 public:
  struct Params {
    std::string file;
  };
  static constexpr std::string_view name = "matrix";
  static constexpr std::string_view doc =
      "A communication matrix in Matrix Market format: entry (i, j) is the amount that task i sends to task j, counted from 1, e.g. "
      "the bytes between the ranks of a real program. Whole numbers are exact; others are rounded to 40 bits of the maximum.";
  static constexpr std::tuple schema{
      param("file", &Params::file, "path to the file of the matrix"),
  };
  static void check(Params const& params);

  explicit Matrix(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;
  /// The grid of the job, if none is given: its tasks in one row.
  Sides own_grid() const;

 private:
  Params params_;
};

}  // namespace weft::task
