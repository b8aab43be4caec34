// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/verb.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/network/failures.hpp"
#include "weft/verb/balance/balance.hpp"
#include "weft/verb/collective/collective.hpp"
#include "weft/verb/compare/compare.hpp"
#include "weft/verb/deadlock/deadlock.hpp"
#include "weft/verb/draw/draw.hpp"
#include "weft/verb/export/export.hpp"
#include "weft/verb/judge/judge.hpp"
#include "weft/verb/list/list.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/queue/queue.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/route/route.hpp"
#include "weft/verb/schedule/schedule.hpp"
#include "weft/verb/show/show.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/sweep/sweep.hpp"
#include "weft/verb/universality/universality.hpp"

namespace weft::verb {
namespace {

/// The verbs. Each is a command, and each can be the run of a study.
using Verbs = Catalog<List, Show, Compare, Route, Simulate, Sweep, Load, Map, Collective, ScheduleVerb,
                      Balance, Deadlock, Judge, Replay, QueueVerb, Universality, Draw, Export>;

/// Returns the canonical request: the parameters that differ from their defaults, and the positional ones.
/// Equal for requests from the command line, Python and studies.
template <class Verb>
Spec words_of(typename Verb::Params const& params) {
  auto const few = write_params(Verb::schema, params, false);
  auto const docs = describe_params(Verb::schema);
  Spec words{std::string(Verb::name), {}};
  for (auto const& argument : write_params(Verb::schema, params, true)) {
    auto const& use = std::ranges::find(docs, argument.key, &ParamDoc::name)->use;
    bool const stands_alone = !use.positional.empty() && !argument.value.empty();
    if (stands_alone || std::ranges::find(few, argument) != few.end()) words.arguments.push_back(argument);
  }
  return words;
}

}  // namespace

std::vector<CatalogDoc> const& verb_docs() {
  static std::vector<CatalogDoc> const docs = Verbs::docs();
  return docs;
}

Spec with_failures_apart(Spec request) {
  std::string fail;
  for (auto& [key, value] : request.arguments) {
    if (key != "topology") continue;
    auto apart = at_place("topology", [&] { return read_failed_topology(value); });
    if (apart.fail.empty()) continue;
    value = std::move(apart.topology);
    fail = join_failures(fail, apart.fail);
  }
  if (fail.empty()) return request;
  auto const verb = std::ranges::find(verb_docs(), request.name, &CatalogDoc::name);
  if (verb != verb_docs().end() &&
      std::ranges::find(verb->params, "fail", &ParamDoc::name) == verb->params.end())
    throw InputError(fmt::format("weft {} does not support failures", request.name),
                     fmt::format("the topology has {}", shown(fail)), "omit the failures", "topology");
  auto const given = std::ranges::find(request.arguments, "fail", &Spec::Argument::key);
  if (given == request.arguments.end())
    request.arguments.push_back({"fail", fail});
  else
    given->value = join_failures(fail, given->value);
  return request;
}

ExperimentPtr assemble(Spec const& request) {
  auto const verb = std::ranges::find(verb_docs(), request.name, &CatalogDoc::name);
  return Verbs::pick_params(
      with_failures_apart(verb == verb_docs().end() ? request : without_aliases(request, verb->params)),
      []<class Verb>(std::type_identity<Verb>, typename Verb::Params const& params) {
        auto experiment = Verb::assemble(params);
        experiment->set_request(words_of<Verb>(params));
        return experiment;
      },
      "verb");
}

bool has_figures(std::string_view verb) {
  bool has = false;
  Verbs::for_each([&]<class Verb>(std::type_identity<Verb>) {
    if constexpr (requires(Result const& result) { Verb::figures(result); }) has |= Verb::name == verb;
  });
  return has;
}

std::vector<chart::Figure> figures_of(Result const& result) {
  std::vector<chart::Figure> figures;
  Verbs::for_each([&]<class Verb>(std::type_identity<Verb>) {
    if constexpr (requires { Verb::figures(result); })
      if (Verb::name == result.verb) figures = Verb::figures(result);
  });
  return figures;
}

std::vector<OutputFile> pictures_of(Experiment const& experiment, Result const& result,
                                    chart::Style const& style) {
  auto files = experiment.attachments();
  std::erase_if(files, [](OutputFile const& file) { return file.is_answer; });
  for (auto const& figure : figures_of(result))
    files.push_back({figure.name + ".svg", to_svg(figure, style)});
  return files;
}

Result run_verb(Spec const& request, Progress& progress) { return assemble(request)->run(progress); }

}  // namespace weft::verb
