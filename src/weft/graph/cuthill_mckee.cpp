// SPDX-License-Identifier: Apache-2.0
#include "weft/graph/cuthill_mckee.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>

namespace weft {

std::vector<Vertex> reverse_cuthill_mckee(Graph const& graph) {
  using Boost = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS,
                                      boost::property<boost::vertex_color_t, boost::default_color_type>>;
  Boost copy(graph.num_vertices());
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    for (auto const head : graph.heads(v)) boost::add_edge(v, head, copy);
  std::vector<boost::graph_traits<Boost>::vertex_descriptor> order(graph.num_vertices());
  boost::cuthill_mckee_ordering(copy, order.rbegin(), boost::get(boost::vertex_color, copy),
                                boost::make_out_degree_map(copy));
  return {order.begin(), order.end()};
}

}  // namespace weft
