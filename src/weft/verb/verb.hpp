// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/catalog.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/experiment.hpp"

/// Type-erased verbs, for the command, studies and other languages.
namespace weft::verb {

/// The verbs with their parameters, in the order in which they are shown.
std::vector<CatalogDoc> const& verb_docs();

/// The request for a verb: its name, and the given parameters. Throws InputError naming the parameter at
/// fault.
ExperimentPtr assemble(Spec const& request);

/// Moves the failures of the topology of a request (`failed:topology=[..],fail=..`) into its parameter
/// `fail`. Throws InputError for a verb without failures. For code that reads parameters without assemble(),
/// which calls this.
Spec with_failures_apart(Spec request);

/// Whether results of the verb have figures.
bool has_figures(std::string_view verb);

/// The figures that show a result, also of one that was read from a file: its verb makes them from its tables
/// and arrays. A figure exists if the result has its tables and arrays.
std::vector<chart::Figure> figures_of(Result const& result);

/// The files of a result in addition to its tables: figures as SVG, and other files of the experiment.
std::vector<OutputFile> pictures_of(Experiment const& experiment, Result const& result,
                                    chart::Style const& style = {});

/// Assembles and runs a request.
Result run_verb(Spec const& request, Progress& progress = no_progress());

/// Runs a verb that is named by its type: run<Show>({.topology = "torus"}).
template <class Verb>
Result run(typename Verb::Params const& params, Progress& progress = no_progress()) {
  return Verb::assemble(params)->run(progress);
}

}  // namespace weft::verb
