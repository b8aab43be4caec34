// SPDX-License-Identifier: Apache-2.0
#include "weft/chart/frame.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "weft/chart/svg.hpp"
#include "weft/chart/theme.hpp"

namespace weft::chart {
namespace {

constexpr double figure_border = 14, paper_border = 4, min_plot_height = 130;
constexpr double title_size = 16, subtitle_size = 12, small_size = 10, panel_title_size = 12,
                 legend_size = 12;
constexpr double key_width = 26, dashed_key_width = 44, patch_width = 11, key_gap = 6, entry_gap = 18,
                 legend_row = 18, panel_gap = 18, panel_title_line = 15;

/// Returns the width of the key of a legend entry. The key of a dashed line is longer, so that dashes remain
/// visible on both sides of the marker.
double key_width_of(Mark const& mark) {
  if (mark.filled) return patch_width;
  return mark.dash.empty() || mark.marker == MarkerShape::none ? key_width : dashed_key_width;
}

void draw_key(Element& out, Point at, Mark const& mark) {
  if (mark.filled) {
    out.add(svg_rect({at.x, at.y - 5.5, patch_width, 11}, mark.color));
    return;
  }
  double const width = key_width_of(mark);
  Point const middle{at.x + width / 2, at.y};
  if (mark.line) out.add(svg_line(at, {at.x + width, at.y}, {mark.color, 2, mark.dash}));
  draw_marker(out, middle, mark, 3.5);
}

double draw_legend(Element& out, std::vector<LegendEntry> const& entries, Point at, double width) {
  double x = at.x, y = at.y;
  for (LegendEntry const& entry : entries) {
    double const key = key_width_of(entry.mark) + key_gap;
    std::string const name = shorten_text(with_times_signs(entry.name), legend_size, width - key);
    double const size = key + text_width(name, legend_size);
    if (x > at.x && x + size > at.x + width) {
      x = at.x;
      y += legend_row;
    }
    draw_key(out, {x, y + legend_row / 2}, entry.mark);
    out.add(svg_text({x + key, y + legend_row / 2 + 0.36 * legend_size}, name, {legend_size, ink}));
    x += size + entry_gap;
  }
  return entries.empty() ? at.y : y + legend_row;
}

template <class T>
void add_new(std::vector<T>& to, std::vector<T> const& from) {
  for (T const& item : from)
    if (std::ranges::find(to, item) == to.end()) to.push_back(item);
}

/// The panels of a figure, all with the same margins and plot size.
class PanelGrid {
 public:
  PanelGrid(std::vector<Panel> const& panels, std::size_t columns, double width, double height)
      : panels_(panels),
        columns_(std::clamp<std::size_t>(columns, 1, std::max<std::size_t>(panels.size(), 1))) {
    rows_ = (panels.size() + columns_ - 1) / columns_;
    cell_width_ = (width - static_cast<double>(columns_ - 1) * panel_gap) / static_cast<double>(columns_);
    cell_height_ = rows_ == 0 ? 0 : height / static_cast<double>(rows_);
    fit();
  }

  double height() const { return static_cast<double>(rows_) * cell_height_; }

  void draw(Element& out, Point origin) const {
    for (std::size_t i = 0; i < panels_.size(); ++i) {
      std::size_t const row = i / columns_, column = i % columns_;
      Point const cell{origin.x + static_cast<double>(column) * (cell_width_ + panel_gap),
                       origin.y + static_cast<double>(row) * cell_height_};
      draw_panel(out.add(Element{"g"}), panels_[i], cell);
    }
  }

 private:
  void fit() {
    for (Panel const& panel : panels_) {
      auto const lines = title_lines(panel).size();
      title_height_ = std::max(title_height_, static_cast<double>(lines) * panel_title_line);
    }
    for (int pass = 0; pass < 3; ++pass) {
      for (Panel const& panel : panels_)
        margins_ = margins_.with(Axes{panel, plot_width(), plot_height()}.margins());
      cell_height_ = std::max(cell_height_, min_plot_height + around());
    }
  }

  std::vector<std::string> title_lines(Panel const& panel) const {
    return wrap_text(with_times_signs(panel.title), panel_title_size, cell_width_, true);
  }
  double around() const {
    return title_height_ + margins_.top + margins_.bottom + (rows_ > 1 ? panel_gap : 0);
  }
  double plot_width() const { return std::max(40.0, cell_width_ - margins_.left - margins_.right); }
  double plot_height() const { return std::max(min_plot_height, cell_height_ - around()); }

  void draw_panel(Element& out, Panel const& panel, Point cell) const {
    auto const title = title_lines(panel);
    Point const above{cell.x, cell.y + title_height_ - panel_title_line * static_cast<double>(title.size())};
    add_lines(out, title, above, panel_title_line, {panel_title_size, ink, Anchor::start, true});
    Box const box{cell.x + margins_.left, cell.y + title_height_ + margins_.top, plot_width(), plot_height()};
    Axes const axes{panel, box.width, box.height};
    axes.draw(out, box);
    if (panel.x_data.empty() || panel.y_data.empty())
      out.add(svg_text(box.center(), "no data", {14, soft_ink, Anchor::middle}));
    else
      panel.draw(out, axes.area(box));
  }

  std::vector<Panel> const& panels_;
  std::size_t columns_, rows_ = 0;
  double cell_width_ = 0, cell_height_ = 0, title_height_ = 0;
  Margins margins_;
};

std::string in_lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Returns whether `text` contains `words` as whole words, ignoring case.
bool contains_words(std::string const& text, std::string const& words) {
  auto const in = in_lower_case(text), part = in_lower_case(words);
  auto const is_letter = [&](std::size_t i) {
    return i < in.size() && std::isalnum(static_cast<unsigned char>(in[i])) != 0;
  };
  for (auto at = in.find(part); !part.empty() && at != std::string::npos; at = in.find(part, at + 1))
    if (!is_letter(at + part.size()) && (at == 0 || !is_letter(at - 1))) return true;
  return false;
}

/// Returns whether the legend has a single entry that repeats a title.
bool repeats_titles(std::vector<LegendEntry> const& legend, ChartText const& text,
                    std::vector<Panel> const& panels) {
  if (legend.size() != 1) return false;
  auto const& name = legend.front().name;
  return std::ranges::all_of(panels, [&](Panel const& panel) {
    return contains_words(panel.y.title, name) || contains_words(panel.title, name) ||
           (text.drawn && contains_words(text.title, name)) || contains_words(name, panel.y.title);
  });
}

/// Draws title, legend, panels with their axes, notes and source.
std::string draw_figure(ChartText const& text, ChartSize size, std::vector<Panel> const& panels,
                        std::size_t columns) {
  std::vector<LegendEntry> legend;
  std::vector<std::string> notes;
  for (Panel const& panel : panels) {
    add_new(legend, panel.legend);
    add_new(notes, panel.notes);
  }
  if (repeats_titles(legend, text, panels)) legend.clear();
  double const total = std::max(size.width, 200.0), width = total - 2 * figure_border;

  Element head{"g"};
  double y = text.drawn ? figure_border : paper_border;
  if (text.drawn) {
    y = add_lines(head, wrap_text(with_times_signs(text.title), title_size, width, true), {figure_border, y},
                  20, {title_size, ink, Anchor::start, true});
    y = add_lines(head, wrap_text(with_times_signs(text.subtitle), subtitle_size, width), {figure_border, y},
                  16, {subtitle_size, soft_ink});
  }
  if (!legend.empty()) y = draw_legend(head, legend, {figure_border, y + 4}, width);
  y += panels.size() > 1 ? 14 : 8;

  if (text.drawn) notes.push_back(text.source);
  std::vector<std::string> small;
  for (std::string const& note : notes)
    for (std::string& line : wrap_text(note, small_size, width)) small.push_back(std::move(line));
  double const foot = static_cast<double>(small.size()) * 13 + (small.empty() ? 0 : 8);

  double const border = text.drawn ? figure_border : paper_border;
  PanelGrid const grid{panels, columns, width, size.height - y - foot - border};
  double const bottom = y + grid.height();
  Element document = svg_document(total, std::ceil(bottom + foot + border), text.title);
  document.add(std::move(head));
  grid.draw(document.add(Element{"g"}), {figure_border, y});
  if (!small.empty())
    add_lines(document.add(Element{"g"}), small, {figure_border, bottom + 8}, 13, {small_size, soft_ink});
  return document.str();
}

Panel panel_of(Chart const& chart) {
  return std::visit(
      [](auto const& it) {
        Panel out = panel(it);
        add_references(out, it.references);
        note_omissions(out);
        return out;
      },
      chart);
}

void share(std::vector<Panel>& panels, DataRange Panel::*range) {
  DataRange all;
  for (Panel const& panel : panels) all.merge(panel.*range);
  for (Panel& panel : panels)
    if (!(panel.*range).empty()) panel.*range = all;
}

}  // namespace

std::string to_svg(Chart const& chart) {
  std::vector<Panel> panels{panel_of(chart)};
  panels.front().title.clear();
  return std::visit([&](auto const& it) { return draw_figure(it.text, it.size, panels, 1); }, chart);
}

std::string to_svg(ChartGrid const& grid) {
  std::vector<Panel> panels;
  panels.reserve(grid.charts.size());
  for (Chart const& chart : grid.charts) panels.push_back(panel_of(chart));
  if (!grid.text.drawn && panels.size() > 1)
    for (std::size_t i = 0; i < panels.size(); ++i) panels[i].title = panel_letter(i) + panels[i].title;
  if (grid.shared_x) share(panels, &Panel::x_data);
  if (grid.shared_y) share(panels, &Panel::y_data);
  return draw_figure(grid.text, grid.size, panels, grid.columns);
}

}  // namespace weft::chart
