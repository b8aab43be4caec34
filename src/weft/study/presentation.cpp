// SPDX-License-Identifier: Apache-2.0
#include "weft/study/presentation.hpp"

#include <algorithm>

#include "weft/core/error.hpp"

namespace weft::study {

std::vector<PresentationKind> const& presentation_kinds() {
  static std::vector<PresentationKind> const kinds{table_kind(), curves_kind(), bars_kind(), heat_kind(),
                                                   clex_delays_kind()};
  return kinds;
}

std::vector<std::shared_ptr<Presentation const>> read_presentations(
    std::vector<PresentationList> const& lists) {
  std::vector<std::shared_ptr<Presentation const>> presentations;
  std::vector<std::string> earlier, pictures, kinds;
  for (auto const& kind : presentation_kinds()) kinds.emplace_back(kind.name);
  auto const add = [&](Toml const& options, std::filesystem::path const& directory) {
    auto const& name = options.at("kind");
    auto const kind = std::ranges::find(presentation_kinds(), name.as_text(), &PresentationKind::name);
    if (kind == presentation_kinds().end())
      throw name.error("unknown kind of presentation '" + shown(name.as_text()) + "'", "",
                       suggest(name.as_text(), kinds));
    reject_unknown_keys(options, kind->keys);
    presentations.push_back(kind->read(options, directory, earlier));
    auto const& shown = *presentations.back();
    auto& names = shown.produces_table() ? earlier : pictures;
    if (std::ranges::find(names, shown.name()) != names.end())
      throw options.at("name").error("two presentations are named '" + weft::shown(shown.name()) + "'");
    names.push_back(shown.name());
  };
  for (auto const& [tables, directory] : lists)
    for (auto const& options : tables.as_list()) add(options, directory);
  return presentations;
}

Shown present(Study const& study, std::vector<Outcome> const& outcomes) {
  Shown shown;
  PresentationInput input{.outcomes = outcomes, .partial = study.partial};
  for (auto const& presentation : study.presentations) try {
      presentation->show(study, input, shown);
    } catch (InputError const& error) {
      auto const located = error.within("presentation " + weft::shown(presentation->name()));
      if (!study.partial) throw located;
      shown.notes.push_back("not shown: " + std::string(located.what()));
    }
  return shown;
}

void check_names(Study const& study, std::vector<Outcome> const& outcomes) {
  if (study.partial) return;
  Shown ignored;
  PresentationInput input{.outcomes = outcomes, .names_only = true};
  for (auto const& presentation : study.presentations) try {
      presentation->show(study, input, ignored);
    } catch (UnknownName const& error) {
      if (error.final || error.typo) throw error.within("presentation " + shown(presentation->name()));
    } catch (InputError const&) {
      continue;  // other runs may supply the missing rows
    }
}

}  // namespace weft::study
