// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <utility>

#include <pybind11/stl.h>

#include "module/ran.hpp"
#include "module/views.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/io/given_text.hpp"
#include "weft/report/files.hpp"
#include "weft/report/study_output.hpp"
#include "weft/study/study.hpp"
#include "weft/verb/schema.hpp"
#include "weft/verb/verb.hpp"

namespace weft::python {
namespace {

/// Calls a Python function with (label, done, total). An exception ends the computation.
class PythonProgress final : public PrintedProgress {
 public:
  explicit PythonProgress(py::object function) : function_(std::move(function)) {}

  /// Rethrows the exception of the function.
  void raise() {
    if (raised_) throw py::error_already_set(std::move(*raised_));
  }

 private:
  void show() override {
    py::gil_scoped_acquire const gil;
    try {
      if (!raised_) function_(label(), done(), total());
    } catch (py::error_already_set& error) { raised_.emplace(std::move(error)); }
    if (raised_) throw Interrupted();
  }

  py::object function_;
  std::optional<py::error_already_set> raised_;
};

/// Calls `work` with a progress that is displayed or reported, with the lock of Python released.
template <class Work>
RanPtr with_progress(py::object const& progress, unsigned threads, Work const& work) {
  Threads const limit(threads);
  auto const run = [&](Progress& listener) { return without_lock([&] { return work(listener); }); };
  if (progress.is_none()) {
    TerminalProgress terminal;
    return run(terminal);
  }
  PythonProgress listener(progress);
  try {
    return run(listener);
  } catch (Interrupted const&) {
    listener.raise();
    throw;
  }
}

RanPtr run_verb(std::string const& verb, Arguments const& arguments, py::object const& progress,
                unsigned threads) {
  auto const request = request_of(verb, arguments);
  return with_progress(progress, threads, [&](Progress& listener) {
    auto const experiment = verb::assemble(request);
    auto ran = std::make_shared<Ran>();
    ran->result = experiment->run(listener);
    ran->met = experiment->meets_requirement(ran->result);
    for (auto& file : experiment->attachments())
      (file.is_answer ? ran->document : ran->more_files).push_back(std::move(file));
    return ran;
  });
}

RanPtr run_study(std::string const& path, std::string const& folder, std::vector<std::string> const& only,
                 py::object const& progress, unsigned threads) {
  return with_progress(progress, threads, [&](Progress& listener) {
    auto study = study::read_study(path);
    if (!only.empty()) study.select_labels(only);
    auto const target = folder.empty() ? "out/" + study.name : folder;
    auto done = report::run_study(study, target, listener);
    report::write_files(target, report::files_of(done.result));
    auto ran = std::make_shared<Ran>();
    ran->page = report::page_part(study, done, target);
    ran->result = std::move(done.result);
    ran->met = done.missed.empty();
    ran->result.notes.insert(ran->result.notes.end(), done.notes.begin(), done.notes.end());
    for (auto& outcome : done.runs)
      ran->runs.push_back(std::make_shared<Ran>(Ran{std::move(outcome.result)}));
    return ran;
  });
}

}  // namespace

void add_verbs(py::module_& module) {
  module.def("run", &run_verb, py::arg("verb"), py::arg("arguments"), py::arg("progress") = py::none(),
             py::arg("threads") = 0);
  module.def("run_study", &run_study, py::arg("path"), py::arg("folder"), py::arg("only"),
             py::arg("progress") = py::none(), py::arg("threads") = 0);
  module.def("schema", [] { return verb::schema_json(); });
  py::class_<GivenText>(module, "GivenText", "a text in place of a file, while this lives")
      .def(py::init<std::string const&, std::string>())
      .def_property_readonly("path", [](GivenText const& text) { return text.path().string(); });
}

}  // namespace weft::python
