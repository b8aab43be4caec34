// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "weft/chart/figure.hpp"
#include "weft/core/catalog.hpp"
#include "weft/core/spec.hpp"
#include "weft/experiment/experiment.hpp"

/// Type-erased verbs, for the command line, studies and bindings for other languages.
namespace weft::verb {

/// Returns the verbs with their parameters, in display order.
std::vector<CatalogDoc> const& verb_docs();

/// Assembles the experiment of a request, which consists of the name of a verb and its parameters. Throws
/// InputError naming the parameter at fault.
ExperimentPtr assemble(Spec const& request);

/// Moves the failures of the topology of a request (`failed:topology=[..],fail=..`) into its parameter
/// `fail`, for code that reads parameters without assemble(). Throws InputError for a verb without failures.
Spec with_failures_apart(Spec request);

/// Returns whether results of the verb have figures.
bool has_figures(std::string_view verb);

/// Returns the figures of a result, which may have been read from a file. The verb derives them from the
/// tables and arrays of the result, and omits figures with missing data.
std::vector<chart::Figure> figures_of(Result const& result);

/// Returns the files of a result in addition to its tables: figures as SVG, and other files of the
/// experiment.
std::vector<OutputFile> pictures_of(Experiment const& experiment, Result const& result,
                                    chart::Style const& style = {});

/// Assembles and runs a request.
Result run_verb(Spec const& request, Progress& progress = no_progress());

/// Runs a verb specified by its type: run<Show>({.topology = "torus"}).
template <class Verb>
Result run(typename Verb::Params const& params, Progress& progress = no_progress()) {
  return Verb::assemble(params)->run(progress);
}

}  // namespace weft::verb
