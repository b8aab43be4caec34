#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/report/page.hpp"

namespace weft::python {

/// A result that Python holds, and what its arrays are views of.
struct Ran {
  Result result;
  bool met = true;  ///< false where the command would exit with status 3
  std::optional<OutputFile> document = {};
  /// Of a study: itself on a page, its runs, and what the user should know of the computation.
  std::optional<report::Part> page = {};
  std::vector<std::shared_ptr<Ran>> runs = {};
  std::vector<std::string> told = {};
};
using RanPtr = std::shared_ptr<Ran>;

}  // namespace weft::python
