// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "weft/chart/svg.hpp"

namespace weft::chart {

/// One element of a parsed picture, in document order.
struct Node {
  std::string tag, text;
  std::map<std::string, std::string> attributes;

  double number(std::string const& name) const;
};

/// All elements of a well-formed XML document without prolog. Throws std::runtime_error, saying where, if it
/// is not.
std::vector<Node> parse_xml(std::string_view document);

/// The four corners of a text on the page, with the width of `text_width`.
struct Corners {
  double x[4], y[4];
};
Corners corners_of(Node const& text);

/// Texts that overlap each other or leave the page, in words; empty if the picture is clean.
std::vector<std::string> label_faults(std::string_view svg);

/// The texts of a picture in document order.
std::vector<std::string> texts_of(std::string_view svg);

std::size_t count_text(std::string_view svg, std::string_view text);
std::size_t count_tags(std::string_view svg, std::string_view tag);

namespace picture_parsing {

class Parser {
 public:
  explicit Parser(std::string_view document) : rest_(document), size_(document.size()) {}

  std::vector<Node> run() {
    skip_space();
    element();
    skip_space();
    require(rest_.empty(), "one root element");
    return std::move(nodes_);
  }

 private:
  void require(bool condition, std::string_view what) const {
    if (!condition) throw std::runtime_error(fmt::format("byte {}: expected {}", size_ - rest_.size(), what));
  }
  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void skip_space() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n')) rest_.remove_prefix(1);
  }
  std::string name() {
    std::size_t end = 0;
    while (end < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[end])) || rest_[end] == '-'))
      ++end;
    require(end > 0, "a name");
    std::string out{rest_.substr(0, end)};
    rest_.remove_prefix(end);
    return out;
  }
  std::string data(char until) {
    std::string out;
    while (true) {
      require(!rest_.empty(), "the end of text");
      if (rest_[0] == until) return out;
      require(rest_[0] != '<' && rest_[0] != '>', "an escaped < or >");
      if (take("&amp;")) {
        out += '&';
      } else if (take("&lt;")) {
        out += '<';
      } else if (take("&gt;")) {
        out += '>';
      } else if (take("&quot;")) {
        out += '"';
      } else {
        require(rest_[0] != '&', "a known entity");
        CodePoint const c = take_code_point(rest_);
        bool const valid = c.value != U'\uFFFD' || c.bytes.size() == 3;
        require(valid && (c.value >= 0x20 || c.value == U'\n' || c.value == U'\t'), "a character of XML");
        out += c.bytes;
      }
    }
  }
  void element() {
    require(take("<"), "an element");
    std::size_t const at = nodes_.size();
    nodes_.push_back({name(), {}, {}});
    for (skip_space(); !rest_.empty() && rest_[0] != '/' && rest_[0] != '>'; skip_space()) {
      std::string const key = name();
      require(take("=\""), "a quoted value");
      require(nodes_[at].attributes.emplace(key, data('"')).second, "an attribute only once");
      require(take("\""), "a quote");
    }
    if (take("/>")) return;
    require(take(">"), ">");
    while (!rest_.starts_with("</")) {
      nodes_[at].text += data('<');
      if (!rest_.starts_with("</")) element();
    }
    require(take("</" + nodes_[at].tag + ">"), "</" + nodes_[at].tag + ">");
  }

  std::string_view rest_;
  std::size_t size_;
  std::vector<Node> nodes_;
};

/// True if some direction of an edge of `a` separates the two.
inline bool separated(Corners const& a, Corners const& b) {
  for (int edge = 0; edge < 2; ++edge) {
    double const dx = a.x[edge + 1] - a.x[edge], dy = a.y[edge + 1] - a.y[edge];
    auto const range = [&](Corners const& c) {
      double low = 1e300, high = -1e300;
      for (int i = 0; i < 4; ++i) {
        low = std::min(low, c.x[i] * dx + c.y[i] * dy);
        high = std::max(high, c.x[i] * dx + c.y[i] * dy);
      }
      return std::pair{low, high};
    };
    auto const [a_low, a_high] = range(a);
    auto const [b_low, b_high] = range(b);
    double const slack = 0.01 * std::hypot(dx, dy);
    if (a_high <= b_low + slack || b_high <= a_low + slack) return true;
  }
  return false;
}

}  // namespace picture_parsing

inline double Node::number(std::string const& name) const {
  auto const it = attributes.find(name);
  return it == attributes.end() ? 0 : std::strtod(it->second.c_str(), nullptr);
}

inline std::vector<Node> parse_xml(std::string_view document) {
  return picture_parsing::Parser{document}.run();
}

inline Corners corners_of(Node const& text) {
  double const x = text.number("x"), y = text.number("y"), size = text.number("font-size");
  double const width = text_width(text.text, size, text.attributes.contains("font-weight"));
  auto const anchor = text.attributes.find("text-anchor");
  double const left = anchor == text.attributes.end() ? 0 : anchor->second == "end" ? -width : -width / 2;
  Corners out{{left, left + width, left + width, left}, {-0.75 * size, -0.75 * size, 0.1 * size, 0.1 * size}};
  double degrees = 0;
  if (auto const it = text.attributes.find("transform"); it != text.attributes.end()) {
    std::sscanf(it->second.c_str(), "rotate(%lf", &degrees);  // NOLINT(cert-err34-c)
  }
  double const c = std::cos(degrees * M_PI / 180), s = std::sin(degrees * M_PI / 180);
  for (int i = 0; i < 4; ++i) {
    double const dx = out.x[i], dy = out.y[i];
    out.x[i] = x + dx * c - dy * s;
    out.y[i] = y + dx * s + dy * c;
  }
  return out;
}

inline std::vector<std::string> label_faults(std::string_view svg) {
  std::vector<Node> const nodes = parse_xml(svg);
  double const width = nodes.front().number("width"), height = nodes.front().number("height");
  std::vector<Node> texts;
  std::ranges::copy_if(nodes, std::back_inserter(texts), [](Node const& node) { return node.tag == "text"; });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    Corners const box = corners_of(texts[i]);
    bool const inside = std::ranges::all_of(box.x, [&](double x) { return x >= 0 && x <= width; }) &&
                        std::ranges::all_of(box.y, [&](double y) { return y >= 0 && y <= height; });
    if (!inside) out.push_back(fmt::format("'{}' leaves the page", texts[i].text));
    for (std::size_t j = 0; j < i; ++j) {
      Corners const other = corners_of(texts[j]);
      if (!picture_parsing::separated(box, other) && !picture_parsing::separated(other, box)) {
        out.push_back(fmt::format("'{}' overlaps '{}'", texts[i].text, texts[j].text));
      }
    }
  }
  return out;
}

inline std::vector<std::string> texts_of(std::string_view svg) {
  std::vector<std::string> out;
  for (Node const& node : parse_xml(svg)) {
    if (node.tag == "text") out.push_back(node.text);
  }
  return out;
}

inline std::size_t count_text(std::string_view svg, std::string_view text) {
  auto const texts = texts_of(svg);
  return static_cast<std::size_t>(std::ranges::count(texts, text));
}

inline std::size_t count_tags(std::string_view svg, std::string_view tag) {
  auto const nodes = parse_xml(svg);
  return static_cast<std::size_t>(std::ranges::count(nodes, tag, &Node::tag));
}

}  // namespace weft::chart
