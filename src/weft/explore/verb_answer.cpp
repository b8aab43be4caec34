#include "weft/explore/verb_answer.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/chart/vega.hpp"
#include "weft/core/progress_of_thread.hpp"
#include "weft/io/bundle.hpp"
#include "weft/io/json.hpp"
#include "weft/verb/verb.hpp"

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

/// States what the request is expected to need.
void expect(Estimate const& estimate, std::string const& name, Progress& progress) {
  constexpr double least_bytes = 1e8;
  auto const memory = estimate.bytes < least_bytes
                          ? std::string()
                          : fmt::format(" with {:.2g} GB of memory", estimate.bytes / 1e9);
  progress.expect(estimate.seconds, name + memory);
}

}  // namespace

std::string verb_answer(Spec const& request, bool figures, Progress& progress) {
  ProgressOfThread const listens(progress);
  auto const experiment = verb::assemble(request);
  expect(experiment->estimate(), request.name, progress);
  auto const result = experiment->run(progress);
  std::vector<JsonText> drawn;
  if (figures)
    for (auto const& figure : verb::figures_of(result)) drawn.push_back(figure_json(figure));
  auto header = JsonText::object({{"result", JsonText::verbatim(result_json(result))},
                                  {"met", experiment->is_met(result)},
                                  {"figures", JsonText::array(drawn)}});
  if (auto const document = experiment->document())
    header.add("document", JsonText::object({{"name", document->name}, {"content", document->content}}));
  std::vector<BundleArray> arrays;
  for (auto const& array : result.arrays) arrays.push_back(bundled(array));
  return bundle_bytes(header, arrays);
}

}  // namespace weft::explore
