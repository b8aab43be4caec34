// SPDX-License-Identifier: Apache-2.0
#include "weft/library/built_network.hpp"

#include <bit>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/hash.hpp"
#include "weft/core/spec.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

/// Returns a hash of the network, as 16 hexadecimal digits.
std::string digest(GraphFile const& graph) {
  Fnv1a hash;
  hash.add(std::uint64_t{graph.directed});
  hash.add(graph.vertices);
  for (auto const& link : graph.links) {
    hash.add(std::uint64_t{link.a} << 32 | link.b);
    hash.add(std::bit_cast<std::uint64_t>(link.weight));
    hash.add(std::uint64_t{link.channel_class});
  }
  for (auto const& name : graph.names) hash.add(std::string_view(name));
  for (auto const& name : graph.classes) hash.add(std::string_view(name));
  for (auto const count : graph.terminals) hash.add(std::uint64_t{count});
  for (auto const kind : graph.kinds) hash.add(static_cast<std::uint64_t>(kind));
  return fmt::format("{:016x}", hash.value());
}

/// The networks that a program has built, by spec, until their last user releases them.
class BuiltGraphs {
 public:
  static BuiltGraphs& all() {
    static BuiltGraphs graphs;
    return graphs;
  }
  /// Returns the graph, or an equal one that is already stored.
  std::shared_ptr<GraphFile const> add(std::string const& name, std::string const& text, GraphFile graph) {
    std::scoped_lock const lock(mutex_);
    std::erase_if(graphs_, [](auto const& entry) { return entry.second.expired(); });
    latest_[name] = text;
    auto& known = graphs_[text];
    auto held = known.lock();
    if (!held) known = held = std::make_shared<GraphFile const>(std::move(graph));
    return held;
  }
  ProgramGraph make(Spec const& spec) {
    std::scoped_lock const lock(mutex_);
    auto const text = spec.arguments.empty() ? latest_[spec.name] : spec.to_string();
    auto const at = graphs_.find(text);
    auto const graph = at == graphs_.end() ? nullptr : at->second.lock();
    if (!graph) throw InputError("topology " + text, "the program has no network with this name and digest");
    return {text, *graph};
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<GraphFile const>> graphs_;
  std::map<std::string, std::string> latest_;  // text of the latest network of each name
};

}  // namespace

BuiltNetwork::BuiltNetwork(std::string const& name, GraphFile graph)
    : text_(name + ":graph=" + digest(graph)) {
  add_program_topology(name, [](Spec const& spec) { return BuiltGraphs::all().make(spec); });
  graph_ = BuiltGraphs::all().add(name, text_, std::move(graph));
}

}  // namespace weft
