#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weft::report {

/// One element of a parsed picture, in document order.
struct Node {
  std::string tag, text;
  std::map<std::string, std::string> attributes;

  double number(std::string const& name) const;
};

/// All elements of a well-formed XML document without prolog. Throws std::runtime_error, saying where, if it is not.
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

}  // namespace weft::report
