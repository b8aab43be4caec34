// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/file.hpp"

#include <algorithm>
#include <limits>
#include <map>

#include "weft/core/error.hpp"
#include "weft/io/graph/link_rates.hpp"

namespace weft::topology {
namespace {

/// Returns the graph if its vertices and terminals can be numbered; otherwise throws InputError at `where`.
GraphFile checked(GraphFile graph, std::string const& where) {
  at_place(where, [&] {
    check_size(graph.vertices, graph.links.size());
    std::uint64_t terminals = 0;
    for (auto const count : graph.terminals) terminals += count;
    if (graph.vertices == 0) throw InputError("the graph has no vertices");
    if (terminals > std::numeric_limits<std::uint32_t>::max())
      throw InputError("too many terminals: " + std::to_string(terminals), "the maximum is 2^32 - 1");
  });
  return graph;
}

std::vector<ListedLink> links_of(GraphFile const& graph) {
  std::vector<ListedLink> links;
  links.reserve(graph.links.size());
  for (auto const& link : graph.links) links.push_back({link.a, link.b, link.channel_class});
  return links;
}

/// Returns the channel classes, each with the bandwidth of its slowest channel; File::bandwidth() is exact
/// for each channel.
std::vector<ChannelClass> classes_of(GraphFile const& graph) {
  std::vector<ChannelClass> classes;
  for (auto const& name : graph.classes) classes.push_back({name.empty() ? "link" : name, 0});
  if (classes.empty()) classes.push_back({"link", 0});
  for (auto const& link : graph.links)
    if (auto& bandwidth = classes[link.channel_class].bandwidth; bandwidth == 0 || link.weight < bandwidth)
      bandwidth = link.weight;
  for (auto& each : classes)
    if (each.bandwidth == 0) each.bandwidth = 1;
  return classes;
}

}  // namespace

void File::check(Params const& params) {
  if (params.path.empty())
    throw InputError("topology file needs a path", "", "specify file:path=FILE, e.g. file:path=net.graphml");
}

NetworkFile File::read(Params const& params) {
  check(params);
  auto content = read_network(params.path, params.format);
  auto& graph = content.graph;
  if (params.direction != FileDirection::as_written) graph.directed = params.direction == FileDirection::arcs;
  if (graph.directed) content.fabric = {};
  complete_terminals(graph, static_cast<std::uint32_t>(params.concentration));
  graph = checked(std::move(graph), params.path);
  return content;
}

File::File(Params const& params) : File(params, read(params)) {}

File::File(GraphFile graph, std::string text, std::string title)
    : File(Params{}, NetworkFile{checked(std::move(graph), text)}) {
  text_ = std::move(text);
  title_ = std::move(title);
}

File::File(Fabric fabric, std::string text, std::string title)
    : File(Params{}, NetworkFile{checked(to_graph(fabric), text), std::make_shared<Fabric const>(fabric)}) {
  text_ = std::move(text);
  title_ = std::move(title);
}

File::File(Params const& params, NetworkFile content)
    : Listed(content.graph.directed ? Kind::arcs : Kind::links, links_of(content.graph),
             content.graph.terminals, classes_of(content.graph)),
      params_(params),
      fabric_(std::move(content.fabric)) {
  auto& graph = content.graph;
  groups_ = std::make_shared<Groups const>(groups_of(graph));
  names_ = std::make_shared<std::vector<std::string> const>(std::move(graph.names));
  num_nodes_ =
      graph.vertices - static_cast<std::uint64_t>(std::ranges::count(graph.kinds, FileVertex::router));
  if (graph.kinds.empty()) num_nodes_ = 0;
  kinds_ = std::make_shared<std::vector<FileVertex> const>(std::move(graph.kinds));
}

template <class Visit>
void File::for_each_channel(GraphFile const& graph, Visit visit) const {
  std::vector<std::uint64_t> next;
  for (std::uint64_t r = 0; r < graph.vertices; ++r)
    next.push_back(first_channel({static_cast<std::uint32_t>(r)}));
  for (auto const& link : graph.links) {
    visit(next[link.a]++, link, false);
    if (!graph.directed) visit(next[link.b]++, link, true);
  }
}

File::Groups File::groups_of(GraphFile const& graph) const {
  Groups groups{.all = {},
                .of = {},
                .terminals = graph.terminal_weights,
                .unit_rate = graph.rate / 8,
                .latencies = {},
                .terminal_latencies = graph.terminal_latencies};
  using Key = std::pair<std::uint16_t, double>;
  std::map<Key, std::uint32_t> number;
  for (auto const& link : graph.links) number.try_emplace({link.channel_class, link.weight});
  for (std::uint16_t c = 0; c < classes().size(); ++c)
    if (auto const next = number.lower_bound({c, 0}); next == number.end() || next->first.first != c)
      number.try_emplace({c, 1});
  for (auto& [key, at] : number) {
    at = static_cast<std::uint32_t>(groups.all.size());
    groups.all.push_back({{key.first}, key.second});
  }
  auto const channels = (graph.directed ? 1 : 2) * graph.links.size();
  if (groups.all.size() != classes().size()) {
    groups.of.resize(channels);
    for_each_channel(graph, [&](std::uint64_t c, FileLink const& link, bool) {
      groups.of[c] = number.at({link.channel_class, link.weight});
    });
  }
  if (weft::has_latencies(graph)) {
    groups.latencies.resize(channels);
    for_each_channel(graph, [&](std::uint64_t c, FileLink const& link, bool is_back) {
      groups.latencies[c] = is_back ? link.latency_back : link.latency;
    });
  }
  return groups;
}

Spec to_spec(File const& file, bool all) {
  return file.text(all).empty() ? weft::to_spec<File>(file.params(), all) : Spec::parse(file.text(all));
}
}  // namespace weft::topology
