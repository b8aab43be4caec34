// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/chart/figure.hpp"
#include "weft/study/presentation.hpp"

namespace weft::study {

/// Returns the source line of a figure: the command that draws it. The run id is in the metadata of the file.
std::string source_line(Study const& study);

/// An axis of a figure: the value for each point, and how it is displayed.
struct AxisSpec {
  Expression of;
  std::string name, title, unit;
  bool log = false;
  std::optional<Expression> min, max;  ///< evaluated over the rows of a panel

  chart::Axis axis(Frame const& frame, Group const& panel) const;
};

/// One value per point with its range, drawn as a separate line or as separate bars.
struct ValueSpec {
  Expression of;
  std::string name;
  std::optional<Expression> low, high;
  bool dashed = false, black = false, line = true;
};

/// A reference line at a fixed value, such as a published value.
struct ReferenceSpec {
  std::string name;
  double at = 0;
  bool vertical = false;
  std::string panel;  ///< the panel that shows the line; empty: every panel
};

/// A chart that is drawn for each panel.
struct ChartSpec {
  std::string title;
  AxisSpec x, y;
  std::vector<ValueSpec> values;
  std::vector<ReferenceSpec> references;
};

/// Base class of all kinds of figures: rows, panels, series, charts, texts, size.
class Figure : public Presentation {
 public:
  /// Returns the keys of a figure.
  static std::vector<KeyDoc> figure_keys();
  static std::vector<KeyDoc> chart_keys();
  /// Returns the keys of an entry of `charts`.
  static std::vector<KeyDoc> chart_entry_keys();
  static std::vector<KeyDoc> axis_keys();
  static std::vector<KeyDoc> value_keys();
  static std::vector<KeyDoc> reference_keys();

  Figure(Toml const& options, Source source);
  void show(Study const& study, PresentationInput& input, Shown& shown) const override;

 protected:
  /// A line or bars: the rows of one series, with the same color in all panels.
  struct SeriesRows {
    std::string name;
    std::string legend;  ///< name without the series, for black values, which all series share
    ValueSpec const* value = nullptr;
    std::size_t color = 0;
    std::size_t order = 0;  ///< order of the series, equal in all panels
    Group rows;
  };
  virtual void require_names(Frame const& frame) const;
  virtual chart::Picture draw(chart::ChartText const& text, Frame const& frame,
                              std::vector<Cluster> const& panels) const = 0;
  std::vector<SeriesRows> series_of(ChartSpec const& spec, Frame const& frame, Group const& panel) const;
  std::vector<chart::ReferenceLine> references_of(ChartSpec const& spec, std::string const& panel) const;
  std::string title_of(ChartSpec const& spec, Cluster const& panel) const;
  /// Returns a grid with a chart for each panel and each entry of `charts`.
  template <class Make>
  chart::Picture draw_grid(chart::ChartText const& text, std::vector<Cluster> const& panels,
                           Make const& make) const {
    chart::ChartGrid grid;
    grid.text = text;
    for (auto const& panel : panels)
      for (auto const& spec : charts_) grid.charts.emplace_back(make(spec, panel));
    finish(grid);
    return grid;
  }

  std::vector<ChartSpec> charts_;
  chart::ChartSize size_{};  ///< size of one chart

 private:
  static ChartSpec read_chart(Toml const& options, Toml const& figure);
  void finish(chart::ChartGrid& grid) const;
  /// Returns the values of `series` in all rows. The index of a value determines its color.
  std::vector<Value> series_values(Frame const& frame) const;
  /// Returns whether all values of `series` are numbers; such series are ordered.
  bool are_numbers(Frame const& frame) const;

  std::string title_, subtitle_;
  std::vector<Expression> panel_, series_;
  std::vector<std::string> black_series_;
  std::size_t columns_ = 0;
  bool ordered_ = false, shared_x_ = false, shared_y_ = false;
};

}  // namespace weft::study
