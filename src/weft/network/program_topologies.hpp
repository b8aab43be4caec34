#pragma once

#include <functional>
#include <string>
#include <vector>

#include "weft/graph/graph_file.hpp"
#include "weft/network/any_topology.hpp"

/// Topologies that a program adds to those of the catalog, for the life of the process.
namespace weft {

/// The network of one text, and the text with every parameter written out.
struct ProgramGraph {
  std::string resolved;
  GraphFile graph;
};
using MakeProgramGraph = std::function<ProgramGraph(Spec const&)>;

/// Makes a name valid wherever a topology is named. Throws InputError for a name of the catalog or one that cannot be written in
/// a spec. A program may add its own name again: the last one counts. Thread-safe.
void add_program_topology(std::string const& name, MakeProgramGraph make);

/// The topology of a name that a program has added; null for others.
TopologyPtr make_program_topology(Spec const& spec);

/// The names added so far.
std::vector<std::string> program_topology_names();

}  // namespace weft
