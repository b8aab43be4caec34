#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "module/parts.hpp"
#include "module/ran.hpp"

// The C data and stream interfaces of Arrow (arrow.apache.org/docs/format/CDataInterface.html): layouts that never
// change, so that no library is needed.
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
  std::vector<std::uint8_t> valid = {};  ///< a bit each
  std::vector<std::int64_t> whole = {}, offsets = {0};
  std::vector<double> numbers = {};
  std::string text = {};
};

/// Text if some value is, else numbers if some is not whole.
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
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    auto const& value = table.rows[row][column];
    if (value.is_empty())
      ++out.nulls;
    else
      out.valid[row / 8] |= static_cast<std::uint8_t>(1U << row % 8);
    if (out.format == "U") {
      out.text += value.exact_text();
      out.offsets.push_back(static_cast<std::int64_t>(out.text.size()));
    } else if (out.format == "g") {
      out.numbers.push_back(value.number());
    } else {
      auto const* const whole = std::get_if<std::int64_t>(&value.content());
      out.whole.push_back(whole != nullptr ? *whole : 0);
    }
  }
  return out;
}

/// What the structs of a schema, or of an array, point to.
struct HeldSchema {
  std::string name, format;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};
struct HeldArray {
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
  std::vector<void const*> buffers;
  std::shared_ptr<ArrowColumn const> column;
};

template <class Struct, class Held>
void release(Struct* it) {
  auto* const held = static_cast<Held*>(it->private_data);
  for (auto& child : held->children)
    if (child.release != nullptr) child.release(&child);
  delete held;
  it->release = nullptr;
}

ArrowSchema schema_of(std::string name, std::string format, std::vector<ArrowSchema> children) {
  auto held = std::make_unique<HeldSchema>(HeldSchema{std::move(name), std::move(format), std::move(children), {}});
  for (auto& child : held->children) held->pointers.push_back(&child);
  ArrowSchema out{.format = held->format.c_str(),
                  .name = held->name.c_str(),
                  .metadata = nullptr,
                  .flags = nullable,
                  .n_children = static_cast<std::int64_t>(held->children.size()),
                  .children = held->pointers.data(),
                  .dictionary = nullptr,
                  .release = &release<ArrowSchema, HeldSchema>,
                  .private_data = nullptr};
  out.private_data = held.release();
  return out;
}

ArrowArray array_of(std::int64_t length, std::shared_ptr<ArrowColumn const> column, std::vector<ArrowArray> children) {
  auto held = std::make_unique<HeldArray>(HeldArray{std::move(children), {}, {}, std::move(column)});
  for (auto& child : held->children) held->pointers.push_back(&child);
  if (!held->column) {
    held->buffers = {nullptr};
  } else if (auto const& of = *held->column; of.format == "U") {
    held->buffers = {of.valid.data(), of.offsets.data(), of.text.data()};
  } else {
    held->buffers = {of.valid.data(), of.format == "g" ? static_cast<void const*>(of.numbers.data()) : of.whole.data()};
  }
  ArrowArray out{.length = length,
                 .null_count = held->column ? held->column->nulls : 0,
                 .offset = 0,
                 .n_buffers = static_cast<std::int64_t>(held->buffers.size()),
                 .n_children = static_cast<std::int64_t>(held->children.size()),
                 .buffers = held->buffers.data(),
                 .children = held->pointers.data(),
                 .dictionary = nullptr,
                 .release = &release<ArrowArray, HeldArray>,
                 .private_data = nullptr};
  out.private_data = held.release();
  return out;
}

/// A table as one batch.
struct HeldStream {
  std::vector<std::shared_ptr<ArrowColumn const>> columns;
  std::int64_t rows = 0;
  bool given = false;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  std::vector<ArrowSchema> children;
  for (auto const& column : static_cast<HeldStream*>(stream->private_data)->columns)
    children.push_back(schema_of(column->name, column->format, {}));
  *out = schema_of("", "+s", std::move(children));
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
      ArrowArrayStream{&get_schema, &get_next, [](ArrowArrayStream*) -> char const* { return nullptr; }, &release_stream,
                       held.release()});
  return py::capsule(stream.release(), capsule_name, [](PyObject* capsule) {
            auto* const it = static_cast<ArrowArrayStream*>(PyCapsule_GetPointer(capsule, capsule_name));
            if (it->release != nullptr) it->release(it);
            delete it;
          });
}

}  // namespace

void add_arrow(py::module_& module) { module.def("arrow_stream", &stream_of, py::arg("ran"), py::arg("table")); }

}  // namespace weft::python
