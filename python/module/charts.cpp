// SPDX-License-Identifier: Apache-2.0
#include "module/charts.hpp"

#include <variant>

#include <pybind11/stl.h>

#include "module/views.hpp"
#include "weft/chart/chart.hpp"

namespace weft::python {
namespace {

using namespace py::literals;

py::dict axis_dict(chart::Axis const& axis) {
  return py::dict("title"_a = axis.title, "unit"_a = axis.unit, "log"_a = axis.type == chart::ScaleType::log,
                  "min"_a = axis.min, "max"_a = axis.max);
}

/// Returns a list with dict_of(item) for each item.
template <class Items, class DictOf>
py::list dicts_of(Items const& items, DictOf dict_of) {
  py::list list;
  for (auto const& item : items) list.append(dict_of(item));
  return list;
}

/// Returns the common members of all charts, and `more`.
template <class Chart>
py::dict chart_dict(char const* kind, Chart const& chart, py::dict more) {
  more["kind"] = kind;
  more["title"] = chart.text.title;
  more["subtitle"] = chart.text.subtitle;
  more["y"] = axis_dict(chart.y);
  more["references"] = dicts_of(chart.references, [](chart::ReferenceLine const& it) {
    return py::dict("name"_a = it.name, "value"_a = it.value, "vertical"_a = it.vertical);
  });
  return more;
}

py::dict data_of(chart::LineChart const& chart) {
  auto const series = dicts_of(chart.series, [](chart::Series const& it) {
    return py::dict("name"_a = it.name, "x"_a = array_of(it.x), "y"_a = array_of(it.y),
                    "low"_a = array_of(it.low), "high"_a = array_of(it.high),
                    "band"_a = it.range == chart::RangeStyle::band, "line"_a = it.line,
                    "markers"_a = it.markers, "dashed"_a = it.dashed);
  });
  auto const ranges = dicts_of(chart.ranges, [](chart::ShadedRange const& it) {
    return py::dict("name"_a = it.name, "from"_a = it.from, "to"_a = it.to);
  });
  return chart_dict("lines", chart,
                    py::dict("x"_a = axis_dict(chart.x), "series"_a = series, "ranges"_a = ranges));
}

py::dict data_of(chart::BarChart const& chart) {
  auto const series = dicts_of(chart.series, [](chart::BarSeries const& it) {
    return py::dict("name"_a = it.name, "values"_a = array_of(it.values), "low"_a = array_of(it.low),
                    "high"_a = array_of(it.high));
  });
  return chart_dict("bars", chart,
                    py::dict("category_title"_a = chart.category_title, "categories"_a = chart.categories,
                             "series"_a = series));
}

py::dict data_of(chart::HistogramChart const& chart) {
  auto const series = dicts_of(chart.distributions, [](chart::Distribution const& it) {
    return py::dict("name"_a = it.name, "values"_a = array_of(it.values), "weights"_a = array_of(it.weights));
  });
  auto const* const form = chart.kind == chart::HistogramKind::density      ? "density"
                           : chart.kind == chart::HistogramKind::cumulative ? "cumulative"
                                                                            : "complementary";
  return chart_dict("distributions", chart,
                    py::dict("x"_a = axis_dict(chart.x), "form"_a = form, "by_mean"_a = chart.by_mean,
                             "series"_a = series));
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
