#include "weft/topology/family/file.hpp"

#include <limits>

#include "weft/core/error.hpp"

namespace weft::topology {
namespace {

/// The graph, if its vertices and terminals can be numbered. Throws InputError at `where`.
GraphFile checked(GraphFile graph, std::string const& where) {
  at_place(where, [&] {
    check_size(graph.vertices, graph.links.size());
    std::uint64_t terminals = 0;
    for (auto const count : graph.terminals) terminals += count;
    if (graph.vertices == 0) throw InputError("a graph without vertices");
    if (terminals > std::numeric_limits<std::uint32_t>::max())
      throw InputError(std::to_string(terminals) + " terminals", "at most 2^32 - 1 can be named");
  });
  return graph;
}

std::vector<ListedLink> links_of(GraphFile const& graph) {
  std::vector<ListedLink> links;
  links.reserve(graph.links.size());
  for (auto const& link : graph.links) links.push_back({link.a, link.b, link.channel_class});
  return links;
}

std::vector<ChannelClass> classes_of(GraphFile const& graph) {
  if (graph.classes.empty()) return {{"link"}};
  std::vector<ChannelClass> classes;
  for (auto const& name : graph.classes) classes.push_back({name.empty() ? "link" : name});
  return classes;
}

/// The bandwidth of each channel in the order of Listed: per router, in the order of the list.
std::vector<float> bandwidths(GraphFile const& graph, std::vector<std::uint64_t> next) {
  std::vector<float> bandwidth((graph.directed ? 1 : 2) * graph.links.size());
  for (auto const& link : graph.links) {
    bandwidth[next[link.a]++] = static_cast<float>(link.weight);
    if (!graph.directed) bandwidth[next[link.b]++] = static_cast<float>(link.weight);
  }
  return bandwidth;
}

}  // namespace

void File::check(Params const& params) {
  if (params.path.empty())
    throw InputError("no path", "the topology `file` reads a graph from a file",
                     "write file:path=net.graphml");
}

NetworkFile File::read(Params const& params) {
  check(params);
  auto content = read_network(params.path, params.format);
  auto& graph = content.graph;
  if (params.direction != FileDirection::as_written) graph.directed = params.direction == FileDirection::arcs;
  if (graph.directed) content.fabric = {};
  if (graph.terminals.empty())
    graph.terminals.assign(graph.vertices, static_cast<std::uint32_t>(params.concentration));
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
    : File(Params{}, NetworkFile{checked(graph_of(fabric), text), std::make_shared<Fabric const>(fabric)}) {
  text_ = std::move(text);
  title_ = std::move(title);
}

File::File(Params const& params, NetworkFile content)
    : Listed(content.graph.directed ? Kind::arcs : Kind::links, links_of(content.graph),
             content.graph.terminals, classes_of(content.graph)),
      params_(params),
      fabric_(std::move(content.fabric)) {
  auto& graph = content.graph;
  std::vector<std::uint64_t> first;
  if (is_weighted(graph))
    for (std::uint64_t r = 0; r < graph.vertices; ++r)
      first.push_back(first_channel({static_cast<std::uint32_t>(r)}));
  bandwidth_ = std::make_shared<std::vector<float> const>(
      first.empty() ? std::vector<float>{} : bandwidths(graph, std::move(first)));
  names_ = std::make_shared<std::vector<std::string> const>(std::move(graph.names));
}

Spec to_spec(File const& file, bool all) {
  return file.text(all).empty() ? weft::to_spec<File>(file.params(), all) : Spec::parse(file.text(all));
}
}  // namespace weft::topology
