// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/link_rates.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

/// The meaning of a key.
enum class Meaning { nothing, weight, channel_class, name, terminals, terminal_weights, kind, rate };

struct Key {
  Meaning meaning = Meaning::nothing;
  std::string name, fallback;  ///< `fallback`: the default value; may be empty
  std::size_t which = 0;       ///< index in rate_names of a weight, or in kind_attributes of a kind
};

class GraphmlReader {
 public:
  GraphmlReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  GraphFile read() {
    auto const parsed =
        document_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!parsed) fail(parsed.offset, parsed.description(), "the file is not well-formed XML");
    auto const root = document_.child("graphml");
    if (!root) fail(0, "the file has no element <graphml>");
    for (auto const key : root.children("key")) read_key(key);
    auto const graph = root.child("graph");
    if (!graph) fail(root, "the file has no element <graph>");
    if (auto const second = graph.next_sibling("graph"))
      fail(second, "the file contains a second graph", "a file must contain one graph");
    read_nodes(graph);
    read_edges(graph);
    return std::move(graph_);
  }

 private:
  [[noreturn]] void fail(std::ptrdiff_t offset, std::string problem, std::string why = {},
                         std::string suggestion = {}) const {
    auto const before = text_.substr(
        0, std::min(static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)), text_.size()));
    auto const line = std::ranges::count(before, '\n') + 1;
    auto const column = before.size() - (before.rfind('\n') + 1) + 1;
    throw InputError(std::move(problem), std::move(why), std::move(suggestion),
                     fmt::format("{}:{}:{}", file_, line, column));
  }
  [[noreturn]] void fail(pugi::xml_node node, std::string problem, std::string why = {},
                         std::string suggestion = {}) const {
    fail(node.offset_debug(), std::move(problem), std::move(why), std::move(suggestion));
  }

  void read_key(pugi::xml_node node) {
    std::string const name = node.attribute("attr.name").value(), target = node.attribute("for").value();
    bool const of_edge = target == "edge" || target == "all", of_node = target == "node" || target == "all";
    Key key{.name = name, .fallback = node.child_value("default")};
    if (auto const which = rate_name(name); of_edge && which) {
      key.meaning = Meaning::weight;
      key.which = *which;
    }
    if (of_edge && name == "class") key.meaning = Meaning::channel_class;
    if (of_node && (name == "name" || name == "label")) key.meaning = Meaning::name;
    if (of_node && name == "terminals") key.meaning = Meaning::terminals;
    if (of_node && name == "terminal_bandwidths") key.meaning = Meaning::terminal_weights;
    if (auto const which = std::ranges::find(kind_attributes, name);
        of_node && which != kind_attributes.end()) {
      key.meaning = Meaning::kind;
      key.which = static_cast<std::size_t>(which - kind_attributes.begin());
    }
    if (target == "graph" && name == "bits_per_second") key.meaning = Meaning::rate;
    if (!keys_.emplace(node.attribute("id").value(), key).second)
      fail(node, fmt::format("duplicate key '{}'", shown(node.attribute("id").value())));
  }

  /// Returns the value of an element's datum with a meaning. `which`: index of the attribute name of a weight
  /// or kind.
  std::optional<std::string> datum(pugi::xml_node node, Meaning meaning, std::size_t which = 0) const {
    std::optional<std::string> found;
    for (auto const data : node.children("data")) {
      auto const key = keys_.find(data.attribute("key").value());
      if (key == keys_.end())
        fail(data, fmt::format("key '{}' is not declared", shown(data.attribute("key").value())));
      if (key->second.meaning != meaning || key->second.which != which) continue;
      if (found) fail(data, fmt::format("the element has more than one {}", shown(key->second.name)));
      found = data.child_value();
    }
    for (auto const& [id, key] : keys_)
      if (!found && key.meaning == meaning && key.which == which && !key.fallback.empty())
        found = key.fallback;
    return found;
  }
  bool has(Meaning meaning) const {
    return std::ranges::any_of(keys_, [&](auto const& entry) { return entry.second.meaning == meaning; });
  }

  void read_nodes(pugi::xml_node graph) {
    bool const terminals = has(Meaning::terminals);
    bool plain = !has(Meaning::name);  // ids are n0, n1, .. and identify the nodes by number
    std::vector<std::string> names;
    for (auto const node : graph.children()) {
      if (std::string_view const kind = node.name(); kind == "hyperedge")
        fail(node, "hyperedges are not supported", "links have two ends");
      if (std::string_view(node.name()) != "node") continue;
      if (node.child("graph"))
        fail(node.child("graph"), "a node contains a graph", "nested graphs are not supported");
      auto const id = node.attribute("id");
      if (!id) fail(node, "a node has no id");
      auto const number = static_cast<std::uint32_t>(vertices_.size());
      if (!vertices_.emplace(id.value(), number).second)
        fail(node, fmt::format("duplicate node '{}'", shown(id.value())));
      plain = plain && id.value() == fmt::format("n{}", number);
      names.push_back(datum(node, Meaning::name).value_or(id.value()));
      if (terminals) graph_.terminals.push_back(read_terminals(node));
      if (terminals && has(Meaning::terminal_weights)) read_terminal_weights(node);
      if (has(Meaning::kind)) graph_.kinds.push_back(read_kind(node));
    }
    drop_empty_kinds(graph_);
    graph_.vertices = vertices_.size();
    if (!plain) graph_.names = std::move(names);
  }

  std::uint32_t read_terminals(pugi::xml_node node) const {
    auto const text = datum(node, Meaning::terminals).value_or("0");
    auto const value = whole_number_in(text);
    if (!value || *value > 65535)
      fail(node, fmt::format("terminals={}", shown(text)), "must be a whole number in [0, 65535]");
    return static_cast<std::uint32_t>(*value);
  }

  FileVertex read_kind(pugi::xml_node node) const {
    for (std::size_t which = 0; which < kind_attributes.size(); ++which)
      if (auto const text = datum(node, Meaning::kind, which)) return vertex_kind(*text);
    return FileVertex::router;
  }

  std::uint32_t vertex(pugi::xml_node edge, char const* end) const {
    auto const id = edge.attribute(end);
    if (!id) fail(edge, fmt::format("an edge has no {}", end));
    auto const found = vertices_.find(id.value());
    if (found == vertices_.end())
      fail(edge, fmt::format("{}={}", end, shown(id.value())), "must be the id of a node");
    return found->second;
  }

  bool is_directed(pugi::xml_node edge, bool by_default) const {
    auto const attribute = edge.attribute("directed");
    std::string_view const text = attribute.value();
    if (attribute && text != "true" && text != "false")
      fail(edge, fmt::format("directed={}", shown(text)), "must be true or false");
    return attribute ? text == "true" : by_default;
  }

  void read_edges(pugi::xml_node graph) {
    std::string_view const edgedefault = graph.attribute("edgedefault").value();
    if (edgedefault != "directed" && edgedefault != "undirected")
      fail(graph, fmt::format("edgedefault={}", shown(edgedefault)), "must be directed or undirected");
    bool const by_default = edgedefault == "directed";
    bool const classes = has(Meaning::channel_class);
    std::vector<char> directed;
    for (auto const edge : graph.children("edge")) {
      FileLink link{vertex(edge, "source"), vertex(edge, "target")};
      for (std::size_t which = 0; which < rate_names.size(); ++which)
        if (auto const text = datum(edge, Meaning::weight, which)) {
          link.weight = read_weight(edge, *text);
          rates_.add(graph_.links.size(), which);
          break;
        }
      if (classes) link.channel_class = read_class(edge);
      directed.push_back(is_directed(edge, by_default));
      graph_.links.push_back(link);
    }
    state_rates(graph);
    graph_.directed = directed.empty() ? by_default : std::ranges::count(directed, 1) > 0;
    if (!graph_.directed) return;
    for (std::size_t i = 0; i < directed.size(); ++i)
      if (auto const link = graph_.links[i]; !directed[i]) {
        graph_.links.push_back(link);
        std::swap(graph_.links.back().a, graph_.links.back().b);
      }
  }

  void state_rates(pugi::xml_node graph) {
    if (has(Meaning::rate))
      if (auto const text = datum(graph, Meaning::rate)) graph_.rate = read_weight(graph, *text);
    try {
      rates_.state(graph_);
    } catch (InputError const& error) { fail(graph, error.problem, error.why); }
  }

  /// Reads the bandwidths of a node's terminals, which are separated by blanks.
  void read_terminal_weights(pugi::xml_node node) {
    auto const text = datum(node, Meaning::terminal_weights).value_or("");
    std::size_t count = 0;
    for (std::size_t begin = text.find_first_not_of(' '); begin < text.size();
         begin = text.find_first_not_of(' ', begin), ++count) {
      auto const end = std::min(text.find(' ', begin), text.size());
      graph_.terminal_weights.push_back(read_weight(node, text.substr(begin, end - begin)));
      begin = end;
    }
    if (count != graph_.terminals.back())
      fail(node, fmt::format("{} terminal_bandwidths do not match the terminals", count),
           fmt::format("the node has {} terminals", graph_.terminals.back()));
  }

  double read_weight(pugi::xml_node edge, std::string const& text) const {
    try {
      return parse_weight("weight", text);
    } catch (InputError const& error) { fail(edge, error.problem, error.why); }
  }

  std::uint16_t read_class(pugi::xml_node edge) {
    auto const name = datum(edge, Meaning::channel_class).value_or("link");
    auto const [entry, is_new] = classes_.try_emplace(name, static_cast<std::uint16_t>(classes_.size()));
    if (is_new && classes_.size() > 250) fail(edge, "the file has more than 250 classes of edges");
    if (is_new) graph_.classes.push_back(name);
    return entry->second;
  }

  std::string_view text_, file_;
  pugi::xml_document document_;
  std::unordered_map<std::string, Key> keys_;
  std::unordered_map<std::string, std::uint32_t> vertices_;
  std::unordered_map<std::string, std::uint16_t> classes_;
  LinkRates rates_;
  GraphFile graph_;
};

}  // namespace

GraphFile parse_graphml(std::string_view text, std::string_view file) {
  return GraphmlReader(text, file).read();
}

}  // namespace weft
