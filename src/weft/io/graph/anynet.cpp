// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/graph_writers.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t maximum = (std::uint64_t{1} << 32) - 1;
constexpr std::uint64_t longest_latency = 65535;  // cycles

struct Item {
  bool router = false;
  std::uint32_t id = 0;
  LineReader::Place place;
};

/// The lines read so far. Numbers are checked at the end, when their count is known.
class Anynet {
 public:
  explicit Anynet(LineReader& reader) : reader_(reader) {}

  void read_line() {
    auto const head = item();
    note(head);
    if (reader_.at_end() && !head.router) reader_.fail("a node has no router", shape);
    while (!reader_.at_end()) {
      auto const other = item();
      note(other);
      bool const latency = !reader_.at_end() && !is(reader_.peek(), "router") && !is(reader_.peek(), "node");
      connect(head, other);
      if (latency)
        state_latency(head, other, static_cast<std::uint16_t>(reader_.number("latency", 1, longest_latency)));
    }
  }

  GraphFile graph() {
    auto const routers = count(routers_, "router"), nodes = count(nodes_, "node");
    GraphFile graph{.vertices = routers};
    graph.terminals.assign(routers, 0);
    for (std::uint64_t node = 0; node < nodes; ++node) {
      auto const owner = router_of_.find(static_cast<std::uint32_t>(node));
      ++graph.terminals[owner->second];
    }
    for (auto const& [ends, cycles] : channels_) {
      auto const [a, b] = ends;
      if (a > b) continue;
      FileLink link{a, b};
      if (states_latencies_) {
        link.latency = cycles;
        link.latency_back = channels_.at({b, a});
      }
      graph.links.push_back(link);
    }
    if (states_latencies_) graph.terminal_latencies = terminal_latencies(graph.terminals);
    return graph;
  }

  static constexpr char const* shape = "router A [router B [latency]] [node T [latency]] ..";

 private:
  /// Returns whether a word equals `name`, ignoring case.
  static bool is(std::string_view word, std::string_view name) {
    return std::ranges::equal(word, name, {}, [](unsigned char c) { return std::tolower(c); });
  }
  Item item() {
    auto const place = reader_.place();
    auto const kind = reader_.word("router or node");
    if (!is(kind, "router") && !is(kind, "node"))
      reader_.fail_at(place, fmt::format("unexpected '{}'", shown(kind)), shape);
    auto const id_place = reader_.place();
    return {is(kind, "router"), static_cast<std::uint32_t>(reader_.number("number", 0, maximum)), id_place};
  }

  void note(Item const& item) { (item.router ? routers_ : nodes_).try_emplace(item.id, item.place); }

  void connect(Item const& head, Item const& other) {
    if (!head.router && !other.router) reader_.fail_at(other.place, "a node is connected to a node", shape);
    if (head.router && other.router) {
      if (head.id == other.id)
        reader_.fail_at(other.place, fmt::format("router {} is connected to itself", head.id));
      channels_[{head.id, other.id}] = 1;
      channels_.try_emplace({other.id, head.id}, std::uint16_t{1});
      return;
    }
    auto const& [router, node] = head.router ? std::tie(head, other) : std::tie(other, head);
    auto const [entry, is_new] = router_of_.try_emplace(node.id, router.id);
    if (!is_new && entry->second != router.id)
      reader_.fail_at(other.place, fmt::format("node {} is attached to router {}", node.id, router.id),
                      fmt::format("the node is already attached to router {}", entry->second));
  }

  /// Sets the latency of a connection. As in BookSim, the latency of a link between routers applies to the
  /// direction away from the router at the beginning of the line; the other direction has latency 1 unless
  /// its own line specifies another. The latency of a node applies to both directions.
  void state_latency(Item const& head, Item const& other, std::uint16_t cycles) {
    states_latencies_ = true;
    if (head.router && other.router)
      channels_[{head.id, other.id}] = cycles;
    else
      latency_of_node_[head.router ? other.id : head.id] = cycles;
  }
  /// Returns the latencies of the terminals, which are numbered router by router and then by node.
  std::vector<std::uint16_t> terminal_latencies(std::vector<std::uint32_t> const& terminals) const {
    std::vector<std::size_t> next;
    std::size_t sum = 0;
    for (auto const count : terminals) {
      next.push_back(sum);
      sum += count;
    }
    std::vector<std::uint16_t> latencies(sum, 1);
    for (std::uint32_t node = 0; node < sum; ++node) {
      auto const at = next[router_of_.at(node)]++;
      if (auto const stated = latency_of_node_.find(node); stated != latency_of_node_.end())
        latencies[at] = stated->second;
    }
    return latencies;
  }

  using Places = std::unordered_map<std::uint32_t, LineReader::Place>;
  /// Returns the number of items. Throws InputError if their numbers have gaps.
  std::uint64_t count(Places const& places, char const* what) const {
    auto const size = places.size();
    for (std::uint32_t id = 0; id < size; ++id) {
      if (places.contains(id)) continue;
      auto const beyond = std::ranges::max_element(places, {}, [](auto const& entry) { return entry.first; });
      reader_.fail_at(beyond->second, fmt::format("{} {}, but no {} {}", what, beyond->first, what, id),
                      "BookSim numbers from 0 without gaps");
    }
    return size;
  }

  LineReader& reader_;
  Places routers_, nodes_;
  std::unordered_map<std::uint32_t, std::uint32_t> router_of_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint16_t> channels_;  // cycles, in both directions
  std::unordered_map<std::uint32_t, std::uint16_t> latency_of_node_;
  bool states_latencies_ = false;
};

}  // namespace

GraphFile parse_anynet(std::string_view text, std::string_view file) {
  LineReader reader(text, file, {.shape = Anynet::shape, .comments = ""});
  Anynet anynet(reader);
  bool empty = true;
  while (reader.next_full_line()) {
    anynet.read_line();
    empty = false;
  }
  if (empty) throw InputError("the file contains no routers", "", "", std::string(file));
  return anynet.graph();
}

void write_anynet(GraphFile const& graph, TextSink& out) {
  auto const latency = [&](std::uint16_t cycles) {
    if (cycles != 0) out.print(" {}", cycles);
  };
  std::size_t next = 0;  // links ascend by their lower end
  std::uint64_t node = 0;
  for (std::uint64_t r = 0; r < graph.vertices; ++r) {
    out.print("router {}", r);
    for (auto left = graph.terminals.empty() ? 0 : graph.terminals[r]; left > 0; --left, ++node) {
      out.print(" node {}", node);
      if (!graph.terminal_latencies.empty()) latency(graph.terminal_latencies[node]);
    }
    for (; next < graph.links.size() && graph.links[next].a == r; ++next) {
      out.print(" router {}", graph.links[next].b);
      latency(graph.links[next].latency);
    }
    out.print("\n");
  }
  for (auto const& link : graph.links)
    if (link.latency_back != 0) out.print("router {} router {} {}\n", link.b, link.a, link.latency_back);
}

}  // namespace weft
