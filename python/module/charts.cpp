#include "module/charts.hpp"

#include <variant>

#include <pybind11/stl.h>

#include "module/views.hpp"
#include "weft/chart/chart.hpp"

namespace weft::python {
namespace {

py::dict axis_dict(chart::Axis const& axis) {
  py::dict dict;
  dict["title"] = axis.title;
  dict["unit"] = axis.unit;
  dict["log"] = axis.type == chart::ScaleType::log;
  dict["min"] = axis.min;
  dict["max"] = axis.max;
  return dict;
}

/// A list with a dict for each item, which fill(item, dict) fills.
template <class Items, class Fill>
py::list dicts_of(Items const& items, Fill fill) {
  py::list list;
  for (auto const& item : items) {
    py::dict dict;
    dict["name"] = item.name;
    fill(item, dict);
    list.append(dict);
  }
  return list;
}

template <class Chart>
py::dict begin(char const* kind, Chart const& chart) {
  py::dict dict;
  dict["kind"] = kind;
  dict["title"] = chart.text.title;
  dict["subtitle"] = chart.text.subtitle;
  dict["y"] = axis_dict(chart.y);
  dict["references"] = dicts_of(chart.references, [](chart::ReferenceLine const& line, py::dict& it) {
    it["value"] = line.value;
    it["vertical"] = line.vertical;
  });
  return dict;
}

py::dict data_of(chart::LineChart const& chart) {
  auto dict = begin("lines", chart);
  dict["x"] = axis_dict(chart.x);
  dict["series"] = dicts_of(chart.series, [](chart::Series const& series, py::dict& it) {
    it["x"] = array_of(series.x);
    it["y"] = array_of(series.y);
    it["low"] = array_of(series.low);
    it["high"] = array_of(series.high);
    it["band"] = series.range == chart::RangeStyle::band;
    it["line"] = series.line;
    it["markers"] = series.markers;
    it["dashed"] = series.dashed;
  });
  dict["ranges"] = dicts_of(chart.ranges, [](chart::ShadedRange const& range, py::dict& it) {
    it["from"] = range.from;
    it["to"] = range.to;
  });
  return dict;
}

py::dict data_of(chart::BarChart const& chart) {
  auto dict = begin("bars", chart);
  dict["category_title"] = chart.category_title;
  dict["categories"] = chart.categories;
  dict["series"] = dicts_of(chart.series, [](chart::BarSeries const& series, py::dict& it) {
    it["values"] = array_of(series.values);
    it["low"] = array_of(series.low);
    it["high"] = array_of(series.high);
  });
  return dict;
}

py::dict data_of(chart::HistogramChart const& chart) {
  auto dict = begin("distributions", chart);
  dict["x"] = axis_dict(chart.x);
  dict["form"] = chart.kind == chart::HistogramKind::density      ? "density"
                 : chart.kind == chart::HistogramKind::cumulative ? "cumulative"
                                                                  : "complementary";
  dict["by_mean"] = chart.by_mean;
  dict["series"] = dicts_of(chart.distributions, [](chart::Distribution const& distribution, py::dict& it) {
    it["values"] = array_of(distribution.values);
    it["weights"] = array_of(distribution.weights);
  });
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
