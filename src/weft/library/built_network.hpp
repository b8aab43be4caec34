// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "weft/graph/graph_file.hpp"

namespace weft {

/// A network that a program has built. During the lifetime of any copy of the object, its text is a valid
/// topology name. Thread-safe.
class BuiltNetwork {
 public:
  /// `name`: name of the family in results. Throws InputError for a name that is in use, and for a network
  /// that is too large to be numbered.
  BuiltNetwork(std::string const& name, GraphFile graph);

  /// Returns `name:graph=DIGEST`, which is unique for each network. `name` alone denotes the most
  /// recent network with the name.
  std::string const& text() const { return text_; }

 private:
  std::string text_;
  std::shared_ptr<GraphFile const> graph_;
};

}  // namespace weft
