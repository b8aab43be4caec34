// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <pybind11/numpy.h>

#include "module/parts.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/interrupt_request.hpp"

namespace weft::python {

/// Returns a read-only NumPy array that is a view of C++ numbers and keeps `owner` alive.
template <class Number>
py::array view_of(Number const* numbers, std::vector<std::uint64_t> const& shape, py::handle owner) {
  std::vector<py::ssize_t> sides(shape.begin(), shape.end());
  py::array_t<Number> array(sides, numbers, owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

/// Returns a NumPy array that owns the numbers, without a copy.
template <class Number>
py::array array_of(std::vector<Number> numbers, std::vector<py::ssize_t> sides = {}) {
  auto held = std::make_unique<std::vector<Number>>(std::move(numbers));
  auto const* const data = held->data();
  if (sides.empty()) sides = {static_cast<py::ssize_t>(held->size())};
  py::capsule const owner(held.release(), [](void* it) { delete static_cast<std::vector<Number>*>(it); });
  return py::array_t<Number>(sides, data, owner);
}

/// Throws std::runtime_error in a fork of a process that has computed: its threads are missing in the fork.
void require_own_process();

/// Python signals during a computation. Handlers run as usual, in the main thread, several times a second. An
/// exception of a handler ends the computation; raise() rethrows it.
class PythonSignals {
 public:
  /// The caller must hold the lock of Python.
  PythonSignals();
  /// Runs pending handlers in the main thread. Returns whether one has raised an exception.
  bool handler_raised();
  /// Raises the exception of a handler, or Interrupted, which is a KeyboardInterrupt. The caller must hold
  /// the lock.
  [[noreturn]] void raise();

  bool is_main_thread = false;
  bool default_sigint = false;  ///< the handler of Ctrl-C is Python's default

 private:
  std::optional<py::error_already_set> raised_;
};

/// Returns work(), computed while other threads of Python run. Signals end it as in PythonSignals.
template <class Work>
auto without_lock(Work const& work) {
  require_own_process();
  PythonSignals signals;
  try {
    py::gil_scoped_release const release;
    HostInterrupts const host(
        signals.is_main_thread ? HostInterrupts::ShouldStop([&signals] { return signals.handler_raised(); })
                               : nullptr,
        signals.default_sigint);
    return work();
  } catch (Interrupted const&) { signals.raise(); }
}

}  // namespace weft::python
