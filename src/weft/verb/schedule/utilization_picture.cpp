#include "weft/verb/schedule/utilization_picture.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/chart/heat_chart.hpp"
#include "weft/chart/legend.hpp"
#include "weft/chart/palette.hpp"
#include "weft/chart/scale.hpp"

namespace weft::verb {
using namespace chart;
namespace {

constexpr double use_margin = 34, plot_width = 720, most_columns = 600, rows_height = 420;
constexpr double least_row = 9, most_row = 34, use_label_size = 11;

class UtilizationDrawing {
 public:
  explicit UtilizationDrawing(schedule::Utilization const& used)
      : used_(used),
        slots_(static_cast<double>(std::max<std::uint64_t>(used.slots(), 1))),
        bins_per_column_(
            std::max<std::size_t>(1, (used.num_bins() + static_cast<std::size_t>(most_columns) - 1) /
                                         static_cast<std::size_t>(most_columns))),
        row_height_(
            std::clamp(rows_height / static_cast<double>(std::max<std::size_t>(used.rows().size(), 1)),
                       least_row, most_row)) {
    for (auto const& row : used.rows())
      label_width_ = std::max(label_width_, text_width(row.name, use_label_size));
  }

  std::string str(std::string const& title, std::string const& subtitle) {
    double const width = plot_width + label_width_ + 8 + 2 * use_margin;
    auto const head = head_of(title, subtitle, note(), width - 2 * use_margin);
    plot_ = {use_margin + label_width_ + 8, head.height + 14, plot_width,
             row_height_ * static_cast<double>(used_.rows().size())};
    auto out = svg_document(width, plot_.bottom() + 92, title);
    for (auto const& element : head.elements) out.add(element);
    draw_cells(out);
    draw_rows(out);
    draw_time(out);
    add_shade_scale(out, {plot_.x, plot_.bottom() + 56}, "channels in use: 0", "all");
    return out.str();
  }

 private:
  std::string note() const {
    auto const stretch = used_.slots_per_bin() * bins_per_column_;
    return stretch == 1
               ? "Part of the channels of a row that carry something in a slot; white: none."
               : fmt::format(
                     "Part of the channels of a row that carry something, mean of {} slots each; white: none.",
                     stretch);
  }
  double x_of(double slot) const { return plot_.x + std::min(slot / slots_, 1.0) * plot_.width; }
  std::size_t columns() const { return (used_.num_bins() + bins_per_column_ - 1) / bins_per_column_; }
  double first_slot(std::size_t column) const {
    return static_cast<double>(column * bins_per_column_ * used_.slots_per_bin());
  }

  /// `no_shade` if there is no load.
  std::size_t shade_at(std::size_t row, std::size_t column) const {
    double sum = 0, bins = 0;
    for (auto bin = column * bins_per_column_;
         bin < std::min((column + 1) * bins_per_column_, used_.num_bins()); ++bin, ++bins)
      sum += used_.used(row, bin);
    return sum <= 0 ? no_shade : shade_of(sum / bins);
  }

  void draw_cells(Element& out) const {
    add_shaded_cells(
        out, used_.rows().size(), columns(),
        [this](std::size_t row, std::size_t column) { return shade_at(row, column); },
        [this](std::size_t row, std::size_t begin, std::size_t end) {
          auto const x = x_of(first_slot(begin));
          return Box{x, plot_.y + row_height_ * static_cast<double>(row), x_of(first_slot(end)) - x,
                     row_height_};
        });
  }

  void draw_rows(Element& out) const {
    for (std::size_t row = 0; row < used_.rows().size(); ++row) {
      auto const y = plot_.y + row_height_ * static_cast<double>(row);
      if (row > 0 && row_height_ >= 14) out.add(svg_line({plot_.x, y}, {plot_.right(), y}, {"#FFFFFF", 1}));
      out.add(svg_text({plot_.x - 6, y + row_height_ / 2 + 3.5}, used_.rows()[row].name,
                       {.size = std::min(use_label_size, row_height_ + 1), .anchor = Anchor::end}));
    }
    Element frame{"rect"};
    frame.set("x", plot_.x).set("y", plot_.y).set("width", plot_.width).set("height", plot_.height);
    out.add(std::move(frame.set("fill", "none").set("stroke", axis_gray).set("stroke-width", 1)));
  }

  void draw_time(Element& out) const {
    auto const ticks = linear_ticks(0, slots_, 9, true);
    for (auto const& tick : ticks.marks) {
      auto const x = x_of(tick.value);
      out.add(svg_line({x, plot_.bottom()}, {x, plot_.bottom() + 5}, {axis_gray, 1}));
      if (!tick.label.empty())
        out.add(svg_text({x, plot_.bottom() + 18}, format_value(tick.value, 7),
                         {.size = 11, .anchor = Anchor::middle}));
    }
    out.add(svg_text({plot_.x + plot_.width / 2, plot_.bottom() + 36}, "slot",
                     {.size = 12, .anchor = Anchor::middle}));
  }

  schedule::Utilization const& used_;
  double slots_;
  std::size_t bins_per_column_;
  double row_height_, label_width_ = 0;
  Box plot_;
};

}  // namespace

std::string utilization_picture(schedule::Utilization const& utilization, std::string const& title,
                                std::string const& subtitle) {
  return UtilizationDrawing(utilization).str(title, subtitle);
}

}  // namespace weft::verb
