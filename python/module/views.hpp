#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <pybind11/numpy.h>

#include "module/parts.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::python {

/// Numbers of C++ as an array of NumPy that cannot be written: a view that keeps `owner` alive.
template <class Number>
py::array view_of(Number const* numbers, std::vector<std::uint64_t> const& shape, py::handle owner) {
  std::vector<py::ssize_t> sides(shape.begin(), shape.end());
  py::array_t<Number> array(sides, numbers, owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

/// Numbers as an array of NumPy that owns them, without a copy.
template <class Number>
py::array array_of(std::vector<Number> numbers, std::vector<py::ssize_t> sides = {}) {
  auto held = std::make_unique<std::vector<Number>>(std::move(numbers));
  auto const* const data = held->data();
  if (sides.empty()) sides = {static_cast<py::ssize_t>(held->size())};
  py::capsule const owner(held.release(), [](void* it) { delete static_cast<std::vector<Number>*>(it); });
  return py::array_t<Number>(sides, data, owner);
}

/// What `work` returns. Ctrl-C ends it, also one that its last loop has not seen. For threads without the lock.
template <class Work>
auto interruptible(Work const& work) {
  CatchInterrupts const catching(SecondInterrupt::counts_as_first);
  auto result = work();
  throw_if_interrupted();
  return result;
}

/// The same, computed while other threads of Python run.
template <class Work>
auto without_lock(Work const& work) {
  py::gil_scoped_release const release;
  return interruptible(work);
}

}  // namespace weft::python
