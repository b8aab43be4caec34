// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "weft/graph/graph_file.hpp"

namespace weft {

/// A network that a program has built. During the lifetime of any copy of the object, its text is valid
/// wherever the name of a topology is. Thread-safe.
class BuiltNetwork {
 public:
  /// `name`: of the family in results. Throws InputError for a name that is in use or a size that cannot be
  /// numbered.
  BuiltNetwork(std::string const& name, GraphFile graph);

  /// Returns `name:graph=DIGEST`; different networks have different texts. `name` alone denotes the latest of
  /// its networks.
  std::string const& text() const { return text_; }

 private:
  std::string text_;
  std::shared_ptr<GraphFile const> graph_;
};

}  // namespace weft
