// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <pybind11/stl.h>

#include "module/parts.hpp"
#include "module/ran.hpp"
#include "module/views.hpp"
#include "weft/core/table.hpp"
#include "weft/io/json.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/study/frame.hpp"

namespace weft::python {
namespace {

/// Returns the result without tables and arrays.
Result head_of(Result const& result) {
  Result head{.scenario = result.scenario,
              .version = result.version,
              .seed = result.seed,
              .host = result.host,
              .threads = result.threads,
              .timings = result.timings,
              .tables = {},
              .notes = result.notes,
              .answer = result.answer,
              .verb = result.verb,
              .request = result.request};
  return head;
}

enum class Content : std::uint8_t { integers, numbers, objects };

/// Returns integers if every cell is an integer; numbers if some cell is a number and no cell is text.
Content content_of(Table const& table, std::size_t column) {
  bool any = false, all_integers = true;
  for (auto const& row : table.rows) {
    auto const& cell = row[column];
    if (cell.is_text()) return Content::objects;
    any = any || !cell.is_empty();
    all_integers = all_integers && std::holds_alternative<std::int64_t>(cell.content());
  }
  if (!any) return Content::objects;
  return all_integers ? Content::integers : Content::numbers;
}

/// Converts cells to Python objects; equal texts become one object.
class Objects {
 public:
  py::object operator()(Value const& cell) {
    if (auto const* const integer = std::get_if<std::int64_t>(&cell.content())) return py::int_(*integer);
    if (auto const* const number = std::get_if<double>(&cell.content())) return py::float_(*number);
    auto const* const text = std::get_if<std::string>(&cell.content());
    if (text == nullptr) return py::none();
    auto const [found, is_new] = texts_.try_emplace(*text);
    if (is_new) found->second = py::str(*text);
    return found->second;
  }

 private:
  std::unordered_map<std::string_view, py::object> texts_;
};

py::array objects_of(Table const& table, std::size_t column) {
  auto const count = static_cast<py::ssize_t>(table.rows.size());
  auto array = py::module_::import("numpy").attr("empty")(count, "object").cast<py::array>();
  auto* const data = static_cast<PyObject**>(array.mutable_data());
  Objects objects;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    auto* const before = std::exchange(data[row], objects(table.rows[row][column]).release().ptr());
    Py_XDECREF(before);
  }
  return array;
}

/// Returns a column as an array: int64, float64 (NaN for an empty cell), or objects.
py::array column_of(Ran const& ran, std::string const& name, std::size_t column) {
  auto const& table = ran.result.table(name);
  if (column >= table.columns.size()) throw py::index_error();
  auto const content = content_of(table, column);
  if (content == Content::objects) return objects_of(table, column);
  if (content == Content::integers) {
    std::vector<std::int64_t> integers;
    integers.reserve(table.rows.size());
    for (auto const& row : table.rows) integers.push_back(std::get<std::int64_t>(row[column].content()));
    return array_of(std::move(integers));
  }
  std::vector<double> numbers;
  numbers.reserve(table.rows.size());
  for (auto const& row : table.rows) numbers.push_back(row[column].number());
  return array_of(std::move(numbers));
}

py::object object_of(Value const& cell) { return Objects()(cell); }

/// Converts a Python object to a cell. NaN becomes an empty cell.
Value value_of(py::handle cell) {
  if (cell.is_none()) return {};
  if (py::isinstance<py::bool_>(cell)) return cell.cast<bool>() ? "true" : "false";
  if (py::isinstance<py::int_>(cell)) return cell.cast<std::int64_t>();
  if (py::isinstance<py::float_>(cell)) {
    auto const number = cell.cast<double>();
    return std::isnan(number) ? Value() : Value(number);
  }
  return py::str(cell).cast<std::string>();
}

/// Name, unit, meaning, digits after the decimal point and heading of a column.
using ColumnTexts = std::tuple<std::string, std::string, std::string, int, std::string>;

std::vector<ColumnTexts> columns_of(Ran const& ran, std::string const& name) {
  std::vector<ColumnTexts> columns;
  for (auto const& column : ran.result.table(name).columns)
    columns.emplace_back(column.name, column.unit, column.doc, column.decimals, column.heading);
  return columns;
}

/// Returns the rows `begin` to `end` (exclusive) as tuples.
py::list rows_of(Ran const& ran, std::string const& name, std::size_t begin, std::size_t end) {
  auto const& table = ran.result.table(name);
  py::list rows;
  Objects objects;
  for (auto row = begin; row < std::min(end, table.rows.size()); ++row) {
    py::tuple cells(table.columns.size());
    for (std::size_t column = 0; column < table.columns.size(); ++column)
      cells[column] = objects(table.rows[row][column]);
    rows.append(std::move(cells));
  }
  return rows;
}

/// Returns a result with a table of Python objects.
RanPtr table_result(std::string const& name, std::string const& title,
                    std::vector<ColumnTexts> const& columns, py::iterable const& rows) {
  auto ran = std::make_shared<Ran>();
  Table table{name, title, {}, {}};
  for (auto const& [column, unit, doc, decimals, heading] : columns)
    table.columns.push_back({column, unit, doc, decimals, heading});
  for (auto const& row : rows) {
    std::vector<Value> cells;
    for (auto const& cell : row) cells.push_back(value_of(cell));
    if (cells.size() != columns.size()) throw py::value_error("a row has another number of cells");
    table.rows.push_back(std::move(cells));  // unlike add_row, with infinite numbers
  }
  ran->result.tables.push_back(std::move(table));
  return ran;
}

}  // namespace

void add_tables(py::module_& module) {
  auto ran_class = py::reinterpret_borrow<py::class_<Ran, RanPtr>>(module.attr("Ran"));
  ran_class.def("head", [](Ran const& ran) { return result_json(head_of(ran.result)); })
      .def("num_rows",
           [](Ran const& ran, std::string const& table) { return ran.result.table(table).rows.size(); })
      .def_property_readonly("table_names",
                             [](Ran const& ran) {
                               std::vector<std::string> names;
                               for (auto const& table : ran.result.tables) names.push_back(table.name);
                               return names;
                             })
      .def("table_title",
           [](Ran const& ran, std::string const& table) { return ran.result.table(table).title; })
      .def("columns", &columns_of)
      .def("column", &column_of)
      .def("rows", &rows_of)
      .def("table_text",
           [](Ran const& ran, std::string const& table, std::size_t columns, std::size_t rows) {
             return format_table(ran.result.table(table), {.line = columns, .rows = rows});
           })
      .def("same_table",
           [](Ran const& ran, std::string const& table, Ran const& other, std::string const& name) {
             return ran.result.table(table) == other.result.table(name);
           })
      // None: no such name; else a tuple with the value, which may be None
      .def("value", [](Ran const& ran, std::string const& name) -> py::object {
        auto const value = study::value_in_result(ran.result, name);
        return value ? py::object(py::make_tuple(object_of(*value))) : py::none();
      });
  module.def("table_result", &table_result);
}

}  // namespace weft::python
