// SPDX-License-Identifier: Apache-2.0
#include "weft/explore/session.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/chart/vega.hpp"
#include "weft/core/catalog.hpp"
#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/spec.hpp"
#include "weft/explore/live_requests.hpp"
#include "weft/explore/network_answers.hpp"
#include "weft/io/bundle.hpp"
#include "weft/io/json.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/schema.hpp"
#include "weft/verb/verb.hpp"
#include "weft/version.hpp"

namespace weft::explore {
namespace {

JsonText figure_json(chart::Figure const& figure) {
  auto json = JsonText::object({{"name", figure.name},
                                {"title", figure.title},
                                {"caption", figure.caption},
                                {"alt", figure.alt.empty() ? figure.caption : figure.alt},
                                {"table", figure.table},
                                {"svg", to_svg(figure)}});
  if (auto vega = vega_lite(figure); !vega.empty()) json.add("vega", JsonText::verbatim(std::move(vega)));
  return json;
}

/// Reports the expected time and memory of the request.
void expect(Estimate const& estimate, std::string const& name, Progress& progress) {
  constexpr double min_bytes = 1e8;
  auto const memory = estimate.bytes < min_bytes
                          ? std::string()
                          : fmt::format(" with {:.2g} GB of memory", estimate.bytes / 1e9);
  progress.expect(estimate.seconds, name + memory);
}

/// Runs the request of a verb. Returns the bundle of its result with the arrays and, if `figures`, its
/// figures.
std::string verb_answer(Spec const& request, bool figures, Progress& progress) {
  ProgressOfThread const listener(progress);
  auto const experiment = verb::assemble(request);
  expect(experiment->estimate(), request.name, progress);
  auto const result = experiment->run(progress);
  std::vector<JsonText> drawn;
  if (figures)
    for (auto const& figure : verb::figures_of(result)) drawn.push_back(figure_json(figure));
  auto header = JsonText::object({{"result", JsonText::verbatim(result_json(result))},
                                  {"met", experiment->meets_requirement(result)},
                                  {"figures", JsonText::array(drawn)}});
  if (auto const document = experiment->document())
    header.add("document", JsonText::object({{"name", document->name}, {"content", document->content}}));
  std::vector<BundleArray> arrays;
  for (auto const& array : result.arrays) arrays.push_back(view_array(array));
  return bundle_bytes(header, arrays);
}

std::string schema_answer(Spec const& request) {
  detail::check_keys(request, {});
  return bundle_bytes(
      JsonText::object({{"schema", JsonText::verbatim(verb::schema_json())}, {"version", version}}));
}

/// Serves the request `spec`: returns a spec of a catalog with a name for every argument, for forms.
std::string spec_answer(Spec const& request) {
  struct Params {
    std::string kind = "topologies", text = {};
  };
  static constexpr std::tuple schema{
      param("kind", &Params::kind, "catalog of the spec, named as in the parameters of verbs"),
      param("text", &Params::text, "the spec, as on the command line").required()};
  auto const params = read_params<Params>(schema, request);
  return bundle_bytes(JsonText::object({{"text", verb::with_named_arguments(params.kind, params.text)}}));
}

}  // namespace

class Session::State {
 public:
  std::string answer(Spec const& request, bool figures, Progress& progress) {
    for (auto const& [name, function] : functions)
      if (name == request.name) return function(*this, verb::with_failures_apart(request), progress);
    check_is_verb(request.name);
    return verb_answer(request, figures, progress);
  }

 private:
  /// A request other than a verb. Returns the bytes of a bundle.
  struct Function {
    std::string_view name;
    std::string (*answer)(State& state, Spec const& request, Progress& progress);
  };
  static std::vector<Function> const functions;

  static void check_is_verb(std::string_view name) {
    std::vector<std::string> names;
    for (auto const& verb : verb::verb_docs()) names.push_back(verb.name);
    if (std::ranges::find(names, name) != names.end()) return;
    for (auto const& function : functions) names.emplace_back(function.name);
    detail::unknown_name("request", name, names);
  }

  Machines machines_;
  LiveRequests live_;
};

std::vector<Session::State::Function> const Session::State::functions{
    {"schema", [](State&, Spec const& request, Progress&) { return schema_answer(request); }},
    {"spec", [](State&, Spec const& request, Progress&) { return spec_answer(request); }},
    {"scene", [](State& it, Spec const& request,
                 Progress& progress) { return scene_answer(it.machines_, request, progress); }},
    {"router",
     [](State& it, Spec const& request, Progress&) { return router_answer(it.machines_, request); }},
    {"paths", [](State& it, Spec const& request, Progress&) { return paths_answer(it.machines_, request); }},
    {"find", [](State& it, Spec const& request, Progress&) { return find_answer(it.machines_, request); }},
    {"live_open",
     [](State& it, Spec const& request, Progress& progress) { return it.live_.open(request, progress); }},
    {"live_step",
     [](State& it, Spec const& request, Progress& progress) { return it.live_.step(request, progress); }},
    {"live_packet", [](State& it, Spec const& request, Progress&) { return it.live_.packet(request); }},
    {"live_close", [](State& it, Spec const& request, Progress&) { return it.live_.close(request); }}};

namespace {

std::string failure(JsonText const& fields) { return bundle_bytes(JsonText::object({{"error", fields}})); }

std::string failure(std::string_view kind, std::string_view text) {
  return failure(JsonText::object({{"kind", kind}, {"text", text}}));
}

std::string failure(InputError const& error) {
  return failure(JsonText::object({{"kind", "input"},
                                   {"text", error.what()},
                                   {"problem", error.problem},
                                   {"why", error.why},
                                   {"suggestion", error.suggestion},
                                   {"where", error.where},
                                   {"parameter", error.parameter}}));
}

}  // namespace

Session::Session() : state_(std::make_unique<State>()) {}
Session::~Session() = default;

std::string Session::answer(std::string_view request, bool figures, Progress& progress) {
  try {
    return state_->answer(Spec::parse(request), figures, progress);
  } catch (InputError const& error) { return failure(error); } catch (Interrupted const&) {
    return failure("stopped", "the computation was stopped");
  } catch (std::bad_alloc const&) {
    return failure("memory", out_of_memory());
  } catch (std::exception const& error) { return failure("internal", error.what()); }
}

}  // namespace weft::explore
