// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "module/parts.hpp"
#include "module/ran.hpp"

// Arrow's C data and stream interfaces (arrow.apache.org/docs/format/CDataInterface.html) have stable
// layouts, so that no library is needed.
extern "C" {
struct ArrowSchema {
  char const *format, *name, *metadata;
  std::int64_t flags, n_children;
  ArrowSchema **children, *dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  std::int64_t length, null_count, offset, n_buffers, n_children;
  void const** buffers;
  ArrowArray **children, *dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};
struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  char const* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}

namespace weft::python {
namespace {

constexpr std::int64_t nullable = 2;

/// A column in Arrow's layout.
struct ArrowColumn {
  std::string name;
  std::string format;  ///< l: int64, g: float64, U: text with offsets of 64 bits
  std::int64_t nulls = 0;
  std::vector<std::uint8_t> valid = {};  ///< one bit per value
  std::vector<std::int64_t> words = {};  ///< numbers, or the offsets of text
  std::string text = {};
};

/// Returns text if some value is text, else whole numbers if all values are whole, else floating-point
/// numbers.
std::string format_of(Table const& table, std::size_t column) {
  bool all_whole = true;
  for (auto const& row : table.rows) {
    if (row[column].is_text()) return "U";
    all_whole = all_whole && !std::holds_alternative<double>(row[column].content());
  }
  return all_whole ? "l" : "g";
}

ArrowColumn column_of(Table const& table, std::size_t column) {
  ArrowColumn out{.name = table.columns[column].name, .format = format_of(table, column)};
  out.valid.assign((table.rows.size() + 7) / 8, 0);
  if (out.format == "U") out.words.push_back(0);
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    auto const& value = table.rows[row][column];
    if (value.is_empty())
      ++out.nulls;
    else
      out.valid[row / 8] |= static_cast<std::uint8_t>(1U << row % 8);
    if (out.format == "U") out.text += value.exact_text();
    auto const* const whole = std::get_if<std::int64_t>(&value.content());
    out.words.push_back(out.format == "U"   ? static_cast<std::int64_t>(out.text.size())
                        : out.format == "g" ? std::bit_cast<std::int64_t>(value.number())
                        : whole != nullptr  ? *whole
                                            : 0);
  }
  return out;
}

/// Private data of the struct of a schema or of an array.
template <class Struct>
struct Held {
  std::vector<Struct> children;
  std::shared_ptr<ArrowColumn const> column;
  std::vector<Struct*> pointers = {};
  std::vector<void const*> buffers = {};
};

template <class Struct>
void release(Struct* it) {
  auto* const held = static_cast<Held<Struct>*>(it->private_data);
  for (auto& child : held->children)
    if (child.release != nullptr) child.release(&child);
  delete held;
  it->release = nullptr;
}

template <class Struct>
std::unique_ptr<Held<Struct>> hold(std::vector<Struct> children, std::shared_ptr<ArrowColumn const> column) {
  auto held = std::make_unique<Held<Struct>>(Held<Struct>{std::move(children), std::move(column)});
  for (auto& child : held->children) held->pointers.push_back(&child);
  return held;
}

/// Returns the schema of a column; without a column, the schema of a table with `children`.
ArrowSchema schema_of(std::shared_ptr<ArrowColumn const> column, std::vector<ArrowSchema> children) {
  auto held = hold(std::move(children), std::move(column));
  auto const count = static_cast<std::int64_t>(held->children.size());
  auto const* const of = held->column.get();
  auto** const pointers = held->pointers.data();
  return {of != nullptr ? of->format.c_str() : "+s",
          of != nullptr ? of->name.c_str() : "",
          nullptr,
          nullable,
          count,
          pointers,
          nullptr,
          &release<ArrowSchema>,
          held.release()};
}

ArrowArray array_of(std::int64_t length, std::shared_ptr<ArrowColumn const> column,
                    std::vector<ArrowArray> children) {
  auto held = hold(std::move(children), std::move(column));
  held->buffers = {nullptr};
  if (auto const* const of = held->column.get(); of != nullptr) {
    held->buffers = {of->valid.data(), of->words.data()};
    if (of->format == "U") held->buffers.push_back(of->text.data());
  }
  auto const nulls = held->column ? held->column->nulls : 0;
  auto const buffers = static_cast<std::int64_t>(held->buffers.size());
  auto const count = static_cast<std::int64_t>(held->children.size());
  auto** const pointers = held->pointers.data();
  auto const** const data = held->buffers.data();
  return {length, nulls, 0, buffers, count, data, pointers, nullptr, &release<ArrowArray>, held.release()};
}

/// Exports a table as one batch.
struct HeldStream {
  std::vector<std::shared_ptr<ArrowColumn const>> columns;
  std::int64_t rows = 0;
  bool given = false;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  std::vector<ArrowSchema> children;
  for (auto const& column : static_cast<HeldStream*>(stream->private_data)->columns)
    children.push_back(schema_of(column, {}));
  *out = schema_of(nullptr, std::move(children));
  return 0;
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto& held = *static_cast<HeldStream*>(stream->private_data);
  if (held.given) {
    std::memset(out, 0, sizeof *out);
    return 0;
  }
  held.given = true;
  std::vector<ArrowArray> children;
  for (auto const& column : held.columns) children.push_back(array_of(held.rows, column, {}));
  *out = array_of(held.rows, nullptr, std::move(children));
  return 0;
}

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<HeldStream*>(stream->private_data);
  stream->release = nullptr;
}

constexpr char const* capsule_name = "arrow_array_stream";

py::capsule stream_of(Ran const& ran, std::string const& name) {
  auto const& table = ran.result.table(name);
  auto held = std::make_unique<HeldStream>();
  held->rows = static_cast<std::int64_t>(table.rows.size());
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    held->columns.push_back(std::make_shared<ArrowColumn const>(column_of(table, i)));
  auto stream = std::make_unique<ArrowArrayStream>(
      ArrowArrayStream{&get_schema, &get_next, [](ArrowArrayStream*) -> char const* { return nullptr; },
                       &release_stream, held.release()});
  return py::capsule(stream.release(), capsule_name, [](PyObject* capsule) {
    auto* const it = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, capsule_name));
    if (it->release != nullptr) it->release(it);
    delete it;
  });
}

}  // namespace

void add_arrow(py::module_& module) {
  module.def("arrow_stream", &stream_of, py::arg("ran"), py::arg("table"));
}

}  // namespace weft::python
