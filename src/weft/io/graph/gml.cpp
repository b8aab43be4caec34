// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/graph/graph_readers.hpp"
#include "weft/io/graph/link_rates.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

struct GmlValue {
  std::string_view key, text;  ///< `text`: without quotes; empty for a list
  std::vector<GmlValue> list = {};
  std::size_t at = 0;  ///< offset of the key
};

/// Parser of key-value pairs in GML (Himsolt, GML: A portable Graph File Format, 1997).
class GmlParser {
 public:
  GmlParser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  std::vector<GmlValue> parse() {
    auto values = pairs(0);
    if (at_ < text_.size()) fail(at_, "unexpected ']'");
    return values;
  }
  [[noreturn]] void fail(std::size_t at, std::string problem, std::string why = {}) const {
    auto const before = text_.substr(0, std::min(at, text_.size()));
    auto const line = std::ranges::count(before, '\n') + 1;
    throw InputError(std::move(problem), std::move(why), "",
                     fmt::format("{}:{}:{}", file_, line, before.size() - (before.rfind('\n') + 1) + 1));
  }

 private:
  static constexpr int max_depth = 32;

  static bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
  void skip() {
    while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '#')) {
      if (text_[at_] == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        ++at_;
    }
  }
  std::string_view word() {
    auto const begin = at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '[' && text_[at_] != ']') ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::vector<GmlValue> pairs(int depth) {
    if (depth > max_depth) fail(at_, "lists are nested too deeply", "the maximum is 32 levels");
    std::vector<GmlValue> values;
    for (skip(); at_ < text_.size() && text_[at_] != ']'; skip()) {
      GmlValue value{.key = {}, .text = {}, .at = at_};
      value.key = word();
      if (value.key.empty())
        fail(at_, fmt::format("unexpected '{}'", text_[at_]),
             "expected a key with a value, or a key with a list [ .. ]");
      skip();
      read_value(value, depth);
      values.push_back(std::move(value));
    }
    return values;
  }
  void read_value(GmlValue& value, int depth) {
    if (at_ == text_.size()) fail(value.at, fmt::format("{} has no value", shown(value.key)));
    if (text_[at_] == '[') {
      ++at_;
      value.list = pairs(depth + 1);
      if (at_ == text_.size()) fail(value.at, "the list is not closed", "expected ]");
      ++at_;
    } else if (text_[at_] == '"') {
      auto const end = text_.find('"', at_ + 1);
      if (end == std::string_view::npos) fail(at_, "the string is not closed", "expected \"");
      value.text = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else {
      value.text = word();
      if (value.text.empty()) fail(value.at, fmt::format("{} has no value", shown(value.key)));
    }
  }

  std::string_view text_, file_;
  std::size_t at_ = 0;
};

/// Returns the first value of a key, or null.
GmlValue const* find(std::vector<GmlValue> const& list, std::string_view key) {
  auto const found = std::ranges::find(list, key, &GmlValue::key);
  return found == list.end() ? nullptr : &*found;
}

class GmlReader {
 public:
  GmlReader(std::string_view text, std::string_view file) : parser_(text, file) {}

  GraphFile read() && {
    auto const values = parser_.parse();
    auto const* const graph = find(values, "graph");
    if (graph == nullptr) parser_.fail(0, "the file contains no graph", "expected graph [ .. ]");
    if (auto const* const directed = find(graph->list, "directed")) graph_.directed = directed->text == "1";
    for (auto const& member : graph->list)
      if (member.key == "node") add_node(member);
    graph_.vertices = vertices_.size();
    if (graph_.vertices == 0) parser_.fail(graph->at, "the graph has no nodes");
    if (!has_terminals_) graph_.terminals.clear();
    if (!has_names_) graph_.names.clear();
    drop_empty_kinds(graph_);
    for (auto const& member : graph->list)
      if (member.key == "edge") add_edge(member);
    try {
      rates_.state(graph_);
    } catch (InputError const& error) { parser_.fail(graph->at, error.problem, error.why); }
    return std::move(graph_);
  }

 private:
  std::string_view text_of(GmlValue const& of, std::string_view key) const {
    auto const* const value = find(of.list, key);
    if (value == nullptr) parser_.fail(of.at, fmt::format("{} has no {}", shown(of.key), key));
    return value->text;
  }
  void add_node(GmlValue const& node) {
    auto const id = text_of(node, "id");
    if (!vertices_.emplace(id, static_cast<std::uint32_t>(vertices_.size())).second)
      parser_.fail(node.at, fmt::format("duplicate node {}", shown(id)));
    auto const* name = find(node.list, "name");
    if (name == nullptr) name = find(node.list, "label");
    has_names_ = has_names_ || name != nullptr;
    auto const given = std::string(name != nullptr ? name->text : id);
    auto const is_new = names_.insert({given, 0}).second;
    graph_.names.push_back(is_new ? given : fmt::format("{} {}", given, id));
    graph_.terminals.push_back(0);
    if (auto const* const terminals = find(node.list, "terminals")) {
      auto const count = whole_number_in(terminals->text);
      if (!count || *count > 65535)
        parser_.fail(terminals->at, fmt::format("terminals={}", shown(terminals->text)),
                     "must be a whole number in [0, 65535]");
      graph_.terminals.back() = static_cast<std::uint32_t>(*count);
      has_terminals_ = true;
    }
    graph_.kinds.push_back(FileVertex::router);
    for (auto const attribute : kind_attributes)
      if (auto const* const kind = find(node.list, attribute)) {
        graph_.kinds.back() = vertex_kind(kind->text);
        break;
      }
  }
  std::uint32_t vertex(GmlValue const& edge, char const* end) const {
    auto const id = text_of(edge, end);
    auto const found = vertices_.find(id);
    if (found == vertices_.end())
      parser_.fail(edge.at, fmt::format("{}={}", end, shown(id)), "must be the id of a node");
    return found->second;
  }
  void add_edge(GmlValue const& edge) {
    FileLink link{vertex(edge, "source"), vertex(edge, "target")};
    for (std::size_t which = 0; which < rate_names.size(); ++which)
      if (auto const* const value = find(edge.list, rate_names[which].name)) {
        try {
          link.weight = parse_weight(rate_names[which].name, value->text);
        } catch (InputError const& error) { parser_.fail(value->at, error.problem, error.why); }
        rates_.add(graph_.links.size(), which);
        break;
      }
    graph_.links.push_back(link);
  }

  GmlParser parser_;
  GraphFile graph_;
  LinkRates rates_;
  std::unordered_map<std::string_view, std::uint32_t> vertices_;
  std::unordered_map<std::string, int> names_;
  bool has_names_ = false, has_terminals_ = false;
};

}  // namespace

GraphFile parse_gml(std::string_view text, std::string_view file) { return GmlReader(text, file).read(); }

}  // namespace weft
