#pragma once

#include <vector>

#include "weft/core/catalog.hpp"
#include "weft/experiment/experiment.hpp"

/// Type-erased verbs, for the command, studies and other languages.
namespace weft::verb {

/// The verbs with their parameters, in the order in which they are shown.
std::vector<CatalogDoc> const& verb_docs();

/// The request for a verb: its name, and the given parameters. Throws InputError naming the parameter at
/// fault.
ExperimentPtr assemble(Spec const& request);

/// Assembles and runs a request.
Result run_verb(Spec const& request, Progress& progress = no_progress());

/// The same if the verb is known as a type: run<Show>({.topology = "torus"}).
template <class Verb>
Result run(typename Verb::Params const& params, Progress& progress = no_progress()) {
  return Verb::assemble(params)->run(progress);
}

}  // namespace weft::verb
