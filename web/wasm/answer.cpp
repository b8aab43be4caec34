#include "answer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "weft/chart/figure.hpp"
#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/io/json.hpp"
#include "weft/verb/verb.hpp"

namespace weft::web {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(Json const& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// The document that is the answer, or the figures of the result.
std::string files_text(Experiment const& experiment, Result const& result) {
  Json list = Json::array();
  auto const add = [&](std::string const& name, std::string const& content) {
    list.push_back(Json{{"name", name}, {"content", content}});
  };
  if (experiment.gives_document()) {
    auto const document = experiment.document();
    add(document.name, document.content);
  } else {
    for (auto const& figure : verb::figures_of(result)) add(figure.name + ".svg", chart::to_svg(figure));
  }
  return text_of(list);
}

std::string run(std::string_view request) {
  auto const experiment = verb::assemble(Spec::parse(request));
  auto const result = experiment->run();
  return fmt::format("{{\"result\": {}, \"met\": {}, \"files\": {}}}", result_json(result),
                     experiment->is_met(result), files_text(*experiment, result));
}

std::string error_text(Json const& fields) { return text_of({{"error", fields}}); }

std::string error_text(InputError const& error) {
  return error_text({{"kind", "input"},
                     {"text", error.what()},
                     {"problem", error.problem},
                     {"why", error.why},
                     {"suggestion", error.suggestion},
                     {"where", error.where},
                     {"parameter", error.parameter}});
}

}  // namespace

std::string answer(std::string_view request) {
  try {
    return run(request);
  } catch (InputError const& error) { return error_text(error); } catch (std::bad_alloc const&) {
    return error_text(Json{{"kind", "memory"}, {"text", out_of_memory()}});
  } catch (std::exception const& error) {
    return error_text(Json{{"kind", "internal"}, {"text", error.what()}});
  }
}

}  // namespace weft::web
