#pragma once

#include <string>
#include <vector>

#include "weft/chart/frame.hpp"

namespace weft::chart {

struct Margins {
  double left = 0, right = 0, top = 0, bottom = 0;
  /// The larger on every side.
  Margins with(Margins const& other) const;
};

/// The axes of one panel for a plot of a given size: which ticks and labels fit, how they are set, and the room they
/// need outside the plot.
class Axes {
 public:
  Axes(Panel const& panel, double width, double height);

  Margins const& margins() const { return margins_; }
  PlotArea area(Box const& box) const { return {box, x_, y_}; }
  /// What lies behind the data: grid, axis lines, ticks, labels, titles.
  void draw(Element& out, Box const& box) const;

 private:
  struct Label {
    double at = 0;  ///< the value
    std::vector<std::string> lines;
  };

  void fit_y(double height);
  void fit_numbers(double width);
  void fit_categories(double width);
  void set_rotated(double slot, double width);
  void measure(double width, double height);

  void draw_y(Element& out, PlotArea const& area) const;
  void draw_x(Element& out, PlotArea const& area) const;
  void draw_x_labels(Element& out, PlotArea const& area) const;
  void draw_titles(Element& out, Box const& box) const;
  void draw_zero_breaks(Element& out, PlotArea const& area) const;

  Panel const& panel_;
  Scale x_, y_;
  Ticks x_ticks_, y_ticks_;
  std::vector<Label> x_labels_;
  bool rotated_ = false;
  std::vector<std::string> x_title_, y_title_;
  double y_label_width_ = 0, x_label_height_ = 0;
  Margins margins_;
};

}  // namespace weft::chart
