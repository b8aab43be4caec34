#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "weft/chart/svg.hpp"
#include "weft/chart/text.hpp"

namespace weft::chart {

/// Elements that take a strip of this height across the picture.
struct Strip {
  std::vector<Element> elements;
  double height = 0;
};

/// The width of the box into which a legend draws the sign of an entry.
inline constexpr double legend_sign_width = 18;

/// Legend entries side by side, in rows of a given width.
class LegendRows {
 public:
  LegendRows(Point origin, double width) : origin_(origin), width_(width) {}

  /// Adds an entry; `sign_at` draws its sign into a box whose left middle is the argument.
  void add(std::string const& text, std::function<Element(Point)> const& sign_at);
  /// Adds a line for each class of links in `used`, in the color of its place; the class "link" is called
  /// `kind`. `opacity`: of the lines of each class; empty: 1.
  void add_classes(std::vector<std::string> const& classes, std::set<std::size_t> const& used,
                   std::string const& kind, std::vector<double> const& opacity = {});
  Strip done();

 private:
  Point origin_;
  double width_, x_ = 0, y_ = 0;
  Strip strip_;
};

/// The colors of channel classes, explained.
Strip legend_of_classes(std::vector<std::string> const& classes, std::set<std::size_t> const& used,
                        Point origin, double width);

/// Title, facts and note, wrapped.
Strip head_of(std::string const& title, std::string const& facts, std::string const& note, double width);

}  // namespace weft::chart
