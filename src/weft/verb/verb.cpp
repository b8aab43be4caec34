#include "weft/verb/verb.hpp"

#include "weft/verb/catalog.hpp"

namespace weft::verb {

std::vector<CatalogDoc> const& verb_docs() {
  static std::vector<CatalogDoc> const docs = Verbs::docs();
  return docs;
}

ExperimentPtr assemble(Spec const& request) {
  return Verbs::pick_params(
      request,
      []<class Verb>(std::type_identity<Verb>, typename Verb::Params const& params) {
        return Verb::assemble(params);
      },
      "verb");
}

Result run_verb(Spec const& request, Progress& progress) { return assemble(request)->run(progress); }

}  // namespace weft::verb
