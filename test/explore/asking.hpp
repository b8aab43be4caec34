// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/bundle.hpp"
#include "weft/core/error.hpp"
#include "weft/explore/session.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"

namespace weft::explore {

/// Returns the response of a new session.
inline test::Bundle ask(std::string const& request, bool figures = false) {
  Session session;
  return test::read_bundle(session.answer(request, figures));
}

/// Returns the default member of every family except `file`, and members with other arrangements.
inline std::vector<std::string> small_topologies() {
  std::vector<std::string> specs{"torus:sides=6x5,concentration=2",
                                 "torus:sides=7",
                                 "mesh:sides=1x6",
                                 "mesh:sides=3x3x3x3",
                                 "torus:sides=60x60",
                                 "hypercube:dimensions=10",
                                 "ring:routers=700",
                                 "clex:m=9,levels=3",
                                 "dragonfly:p=4,a=8,h=4",
                                 "percs:supernodes=4,links=4",
                                 "kary_ntree:arity=8,levels=4",
                                 "kary_nfly:arity=3,stages=3",
                                 "wrapped_butterfly:dimension=5",
                                 "jellyfish:routers=40,degree=4",
                                 "de_bruijn:degree=3,length=4",
                                 "coated_mesh:side=30",
                                 "sparse_torus:dimensions=3,side=5",
                                 "binary_tree:height=12"};
  for (auto const& doc : topology_docs()) try {
      make_topology(doc.name);
      specs.push_back(doc.name);
    } catch (InputError const&) {
      continue;  // needs a file
    }
  std::erase_if(specs, [](auto const& spec) {
    try {
      make_topology(spec);
    } catch (InputError const& error) {
      ADD_FAILURE() << error.what();
      return true;
    }
    return false;
  });
  return specs;
}

}  // namespace weft::explore
