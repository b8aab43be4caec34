// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "module/ran.hpp"
#include "module/views.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/progress.hpp"
#include "weft/io/file.hpp"
#include "weft/io/given_text.hpp"
#include "weft/report/files.hpp"
#include "weft/report/study_output.hpp"
#include "weft/study/store/store.hpp"
#include "weft/study/study.hpp"
#include "weft/verb/check_entry.hpp"
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

/// `name`: name of the study; empty: that of its directory.
RanPtr run_study(std::string const& path, std::string const& folder, std::vector<std::string> const& only,
                 py::object const& progress, unsigned threads, std::string const& name) {
  return with_progress(progress, threads, [&](Progress& listener) {
    auto study = study::read_study(path);
    if (!name.empty()) study.name = name;
    if (!only.empty()) study.select_labels(only);
    auto const target = folder.empty() ? "out/" + study.name : folder;
    auto done = report::run_study(study, target, listener);
    report::write_files(target, report::files_of(done.result));
    auto ran = std::make_shared<Ran>();
    ran->page = report::page_part(study, done, target);
    ran->figures = std::move(done.figures);
    ran->result = std::move(done.result);
    ran->met = done.missed.empty();
    ran->result.notes.insert(ran->result.notes.end(), done.notes.begin(), done.notes.end());
    for (auto& outcome : done.runs)
      ran->runs.push_back(std::make_shared<Ran>(Ran{std::move(outcome.result)}));
    return ran;
  });
}

/// Returns the name and the arguments of a checked entry of a catalog.
std::pair<std::string, Arguments> check_entry(std::string const& catalog, std::string const& text) {
  auto const spec = verb::check_entry(catalog, text);
  Arguments arguments;
  for (auto const& [key, value] : spec.arguments) arguments.emplace_back(key, value);
  return {spec.name, std::move(arguments)};
}

/// A run of a grid that was rejected: its index, the error as text, and the parts of the error.
using Rejected = std::tuple<std::size_t, std::string, std::array<std::string, 4>>;

/// Assembles one run for each set of arguments. With `all`, runs nothing if a set is invalid. Returns the
/// results, none for an invalid set, and the errors. With a folder, results are kept in its store, and runs
/// with a stored result are not computed.
std::pair<std::vector<RanPtr>, std::vector<Rejected>> run_grid(std::string const& verb,
                                                               std::vector<Arguments> const& sets,
                                                               std::vector<study::Labels> const& labels,
                                                               std::string const& folder, bool all,
                                                               py::object const& progress, unsigned threads) {
  std::vector<RanPtr> results(sets.size());
  std::vector<Rejected> rejected;
  with_progress(progress, threads, [&](Progress& listener) -> RanPtr {
    study::Study grid;
    grid.name = verb;
    for (std::size_t i = 0; i < sets.size(); ++i) try {
        auto const request = request_of(verb, sets[i]);
        grid.runs.push_back(study::assembled_run({verb, request.arguments, labels[i]}, i));
      } catch (InputError const& error) {
        rejected.push_back({i, error.what(), {error.problem, error.why, error.suggestion, error.where}});
        if (all) return nullptr;
      }
    if (grid.runs.empty()) return nullptr;
    std::optional<study::Store> store;
    if (!folder.empty()) {
      make_directories(folder);
      store.emplace(folder);
    }
    auto outcome = study::run_study(grid, listener, {}, store ? &*store : nullptr);
    for (auto& run : outcome.runs) results[run.run.unit] = std::make_shared<Ran>(Ran{std::move(run.result)});
    return nullptr;
  });
  return {std::move(results), std::move(rejected)};
}

}  // namespace

void add_verbs(py::module_& module) {
  module.def("run", &run_verb, py::arg("verb"), py::arg("arguments"), py::arg("progress") = py::none(),
             py::arg("threads") = 0);
  module.def("run_study", &run_study, py::arg("path"), py::arg("folder"), py::arg("only"),
             py::arg("progress") = py::none(), py::arg("threads") = 0, py::arg("name") = "");
  module.def("run_grid", &run_grid, py::arg("verb"), py::arg("sets"), py::arg("labels"), py::arg("folder"),
             py::arg("all"), py::arg("progress") = py::none(), py::arg("threads") = 0);
  module.def("check_entry", &check_entry, py::arg("catalog"), py::arg("text"));
  module.def("schema", [] { return verb::schema_json(); });
  py::class_<GivenText>(module, "GivenText", "a text in place of a file, while this lives")
      .def(py::init<std::string const&, std::string>())
      .def_property_readonly("path", [](GivenText const& text) { return text.path().string(); });
}

}  // namespace weft::python
