// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft {

/// A link of a GraphFile, or an arc from a to b if the file is directed. Parallel links and loops are legal.
struct FileLink {
  std::uint32_t a = 0, b = 0;
  double weight = 1;                ///< bandwidth, positive and finite, in units of GraphFile::rate
  std::uint16_t channel_class = 0;  ///< index into GraphFile::classes
  std::uint16_t latency = 0;        ///< cycles from a to b; 0: unspecified
  std::uint16_t latency_back = 0;   ///< cycles from b to a, if the file is not directed
  friend bool operator==(FileLink const&, FileLink const&) = default;
};

/// The kind of a vertex of a GraphFile: a router, a host (a computing node that does not forward), or a
/// computing node that forwards.
enum class FileVertex : std::uint8_t { router, host, node };

/// A network as described by a file, independent of the file format.
struct GraphFile {
  bool directed = false;
  std::uint64_t vertices = 0;  ///< maximum: 2^32
  std::vector<FileLink> links = {};
  std::vector<std::string> names = {};        ///< one per vertex; empty: vertices have only indices
  std::vector<std::uint32_t> terminals = {};  ///< number of terminals of each vertex; empty: unspecified
  std::vector<FileVertex> kinds = {};         ///< one per vertex; empty: all are routers
  std::vector<std::string> classes = {};      ///< names of the channel classes; empty: a single class
  double rate = 0;  ///< bit/s of weight 1, if the file specifies rates; 0: weights are relative
  /// Weight of the channels of each terminal, ordered by vertex; empty if all are 1
  std::vector<double> terminal_weights = {};
  std::vector<std::uint16_t> terminal_latencies = {};  ///< cycles, in the same order; empty: unspecified
  friend bool operator==(GraphFile const&, GraphFile const&) = default;
};

/// Returns the numbers from `first` as the names of the vertices of a file that does not count from 0.
std::vector<std::string> number_names(std::uint64_t vertices, std::uint64_t first);

/// Returns whether any weight differs from 1.
bool is_weighted(GraphFile const& graph);
/// Returns whether the file specifies the latency of any link.
bool has_latencies(GraphFile const& graph);

/// A graph reduced to a simpler format, with the numbers of omitted or merged parts.
struct Simplified {
  GraphFile graph;
  std::uint64_t loops = 0;     ///< omitted loops
  std::uint64_t parallel = 0;  ///< links merged with another link between the same vertices
};
/// Returns the graph without duplicates, in ascending order of (a, b), a <= b if undirected: parallel links
/// are merged into one with their total weight and maximum latency. Loops are omitted unless `keep_loops`. If
/// `undirected`, arcs become links with the larger weight of the two directions.
Simplified simplified(GraphFile const& graph, bool keep_loops, bool undirected);

/// Throws InputError, without a location, for a graph of more than 2^32 vertices, and for a graph of more
/// than 2^20 vertices of which most have no link, so that a wrong count in a file cannot exhaust the memory.
void check_size(std::uint64_t vertices, std::uint64_t links);

}  // namespace weft
