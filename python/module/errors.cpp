// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>

#include <unistd.h>

#include "module/parts.hpp"
#include "module/views.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::python {

void require_own_process() {
  static std::atomic<pid_t> first_to_compute{0};
  pid_t none = 0;
  auto const own = getpid();
  if (!first_to_compute.compare_exchange_strong(none, own) && none != own)
    throw std::runtime_error(
        "Weft cannot compute in a fork of a process that has computed: its threads are missing. "
        "Use multiprocessing.get_context('spawn'), or threads: Weft frees the lock of Python");
}

PythonSignals::PythonSignals() {
  // Imported once: a call of a verb takes only some 100 us.
  static auto const threading = py::module_::import("threading").release();
  static auto const signal = py::module_::import("_signal").release();
  static auto const sigint = signal.attr("SIGINT").cast<py::object>().release();
  is_main_thread = threading.attr("get_ident")().equal(threading.attr("main_thread")().attr("ident"));
  default_sigint = signal.attr("getsignal")(sigint).is(signal.attr("default_int_handler"));
}

bool PythonSignals::handler_raised() {
  py::gil_scoped_acquire const gil;
  if (!raised_ && PyErr_CheckSignals() != 0) raised_.emplace();
  return raised_.has_value();
}

void PythonSignals::raise() {
  if (!raised_ && is_main_thread && PyErr_CheckSignals() != 0) raised_.emplace();
  if (raised_) throw py::error_already_set(std::move(*raised_));
  throw Interrupted();
}

void add_errors(py::module_& module) {
  static PyObject* const type = PyErr_NewExceptionWithDoc(
      "weft.InputError",
      "Wrong input. `problem`: what was wrong, with the offending value; `why`: what was expected;\n"
      "`suggestion`: what to do; `where`: the parameter, or file:line:column. Empty where there is nothing to say.",
      PyExc_ValueError, nullptr);
  module.attr("InputError") = py::handle(type);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (InputError const& error) {
      auto const raised = py::reinterpret_borrow<py::object>(type)(error.what());
      raised.attr("problem") = error.problem;
      raised.attr("why") = error.why;
      raised.attr("suggestion") = error.suggestion;
      raised.attr("where") = error.where;
      PyErr_SetObject(type, raised.ptr());
    } catch (Interrupted const&) { PyErr_SetNone(PyExc_KeyboardInterrupt); }
  });
  module.def("require_own_process", &require_own_process);
  module.def(
      "refuse",
      [](std::string const& problem, std::string const& why, std::string const& suggestion,
         std::string const& where) { throw InputError(problem, why, suggestion, where); },
      py::arg("problem"), py::arg("why") = "", py::arg("suggestion") = "", py::arg("where") = "");
}

}  // namespace weft::python
