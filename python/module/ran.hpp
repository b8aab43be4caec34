// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/result.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/report/page.hpp"

namespace weft::python {

/// Names and texts of parameters.
using Arguments = std::vector<std::pair<std::string, std::string>>;

inline Spec request_of(std::string const& verb, Arguments const& arguments) {
  Spec request{verb, {}};
  for (auto const& [key, value] : arguments) request.arguments.push_back({key, value});
  return request;
}

/// A result owned by Python, to which its arrays refer.
struct Ran {
  Result result;
  bool met = true;                          ///< false if the command would exit with status 3
  std::vector<OutputFile> document = {};    ///< empty or one file
  std::vector<OutputFile> more_files = {};  ///< files that the experiment writes in addition to the tables
  std::optional<report::Part> page = {};    ///< of a study: the study as a page
  std::vector<std::shared_ptr<Ran>> runs = {};  ///< of a study
  std::vector<chart::Figure> figures = {};      ///< of a study
};
using RanPtr = std::shared_ptr<Ran>;

}  // namespace weft::python
