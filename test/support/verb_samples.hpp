// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "weft/core/spec.hpp"
#include "weft/verb/verb.hpp"

namespace weft::test {

/// A small request for each verb, in the order of the catalog.
inline std::vector<Spec> verb_samples() {
  std::vector<Spec> requests;
  for (auto const& doc : verb::verb_docs()) {
    Spec request{doc.name, {}};
    for (auto const& param : doc.params) {
      if (param.name == "topology")
        request.arguments.push_back({"topology", doc.name == "schedule" || doc.name == "balance"
                                                     ? "sparse_torus:dimensions=2,side=3"
                                                     : "torus:sides=3x3"});
      if (param.name == "topologies")
        request.arguments.push_back({"topologies", "[torus:sides=3x3,petersen]"});
      if (param.name == "rates") request.arguments.push_back({"rates", "0.1"});
      if (param.name == "operation") request.arguments.push_back({"operation", "barrier"});
      if (param.name == "format" && doc.name == "export")
        request.arguments.push_back({"format", "edge_list"});
    }
    requests.push_back(std::move(request));
  }
  return requests;
}

}  // namespace weft::test
