#include "weft/explore/verb_answer.hpp"

#include <utility>
#include <vector>

#include "weft/chart/vega.hpp"
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

}  // namespace

std::string verb_answer(Spec const& request, bool figures, Progress& progress) {
  auto const experiment = verb::assemble(request);
  auto const result = experiment->run(progress);
  std::vector<JsonText> drawn;
  if (figures)
    for (auto const& figure : verb::figures_of(result)) drawn.push_back(figure_json(figure));
  auto header = JsonText::object({{"result", JsonText::verbatim(result_json(result))},
                                  {"met", experiment->is_met(result)},
                                  {"figures", JsonText::array(drawn)}});
  if (experiment->gives_document()) {
    auto const document = experiment->document();
    header.add("document", JsonText::object({{"name", document.name}, {"content", document.content}}));
  }
  std::vector<BundleArray> arrays;
  for (auto const& array : result.arrays) arrays.push_back(bundled(array));
  return bundle_bytes(header, arrays);
}

}  // namespace weft::explore
