#include "module/charts.hpp"

#include <optional>
#include <variant>
#include <vector>

#include "module/views.hpp"
#include "weft/chart/chart.hpp"

namespace weft::python {
namespace {

py::object or_none(std::optional<double> const& value) {
  return value ? py::object(py::float_(*value)) : py::object(py::none());
}

py::dict axis_dict(chart::Axis const& axis) {
  py::dict dict;
  dict["title"] = axis.title;
  dict["unit"] = axis.unit;
  dict["log"] = axis.type == chart::ScaleType::log;
  dict["min"] = or_none(axis.min);
  dict["max"] = or_none(axis.max);
  return dict;
}

py::list references(std::vector<chart::ReferenceLine> const& lines) {
  py::list list;
  for (auto const& line : lines) list.append(py::make_tuple(line.name, line.value, line.vertical));
  return list;
}

py::dict begin(char const* kind, chart::ChartText const& text, chart::Axis const& y) {
  py::dict dict;
  dict["kind"] = kind;
  dict["title"] = text.title;
  dict["subtitle"] = text.subtitle;
  dict["y"] = axis_dict(y);
  return dict;
}

py::dict data_of(chart::LineChart const& chart) {
  auto dict = begin("lines", chart.text, chart.y);
  dict["x"] = axis_dict(chart.x);
  py::list all;
  for (auto const& series : chart.series) {
    py::dict it;
    it["name"] = series.name;
    it["x"] = array_of(series.x);
    it["y"] = array_of(series.y);
    it["low"] = array_of(series.low);
    it["high"] = array_of(series.high);
    it["band"] = series.range == chart::RangeStyle::band;
    it["line"] = series.line;
    it["markers"] = series.markers;
    it["dashed"] = series.dashed;
    all.append(it);
  }
  dict["series"] = all;
  dict["references"] = references(chart.references);
  py::list ranges;
  for (auto const& range : chart.ranges) ranges.append(py::make_tuple(range.name, range.from, or_none(range.to)));
  dict["ranges"] = ranges;
  return dict;
}

py::dict data_of(chart::BarChart const& chart) {
  auto dict = begin("bars", chart.text, chart.y);
  dict["category_title"] = chart.category_title;
  py::list categories;
  for (auto const& name : chart.categories) categories.append(name);
  dict["categories"] = categories;
  py::list all;
  for (auto const& series : chart.series) {
    py::dict it;
    it["name"] = series.name;
    it["values"] = array_of(series.values);
    it["low"] = array_of(series.low);
    it["high"] = array_of(series.high);
    all.append(it);
  }
  dict["series"] = all;
  dict["references"] = references(chart.references);
  return dict;
}

py::dict data_of(chart::HistogramChart const& chart) {
  auto dict = begin("distributions", chart.text, chart.y);
  dict["x"] = axis_dict(chart.x);
  dict["form"] = chart.kind == chart::HistogramKind::density      ? "density"
                 : chart.kind == chart::HistogramKind::cumulative ? "cumulative"
                                                                  : "complementary";
  dict["by_mean"] = chart.by_mean;
  py::list all;
  for (auto const& distribution : chart.distributions) {
    py::dict it;
    it["name"] = distribution.name;
    it["values"] = array_of(distribution.values);
    it["weights"] = array_of(distribution.weights);
    all.append(it);
  }
  dict["series"] = all;
  dict["references"] = references(chart.references);
  return dict;
}

py::dict data_of(chart::Chart const& chart) {
  return std::visit([](auto const& it) { return data_of(it); }, chart);
}

}  // namespace

py::object chart_data(chart::Figure const& figure) {
  if (auto const* const one = std::get_if<chart::Chart>(&figure.picture)) return data_of(*one);
  auto const* const grid = std::get_if<chart::ChartGrid>(&figure.picture);
  if (grid == nullptr) return py::none();
  py::list list;
  for (auto const& chart : grid->charts) list.append(data_of(chart));
  return list;
}

}  // namespace weft::python
