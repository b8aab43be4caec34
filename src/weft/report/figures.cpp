#include "weft/report/figures.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <variant>

#include "weft/chart/figure.hpp"
#include "weft/chart/vega.hpp"
#include "weft/core/result.hpp"
#include "weft/explore/scene_bundle.hpp"
#include "weft/io/file_list.hpp"
#include "weft/io/file_name.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/report/page.hpp"
#include "weft/report/parts.hpp"
#include "weft/verb/channels.hpp"
#include "weft/verb/draw/scene.hpp"
#include "weft/verb/load/load_maps.hpp"
#include "weft/verb/verb.hpp"

namespace weft::report {
namespace {

constexpr std::uint64_t most_channels = 100'000;

/// What the figure shows of each channel.
std::vector<double> values_of(Result const& result, AnyTopology const& topology, Array const& array) {
  if (array.name == "channel_load") return verb::relative_loads(topology, result).of_channel;
  std::vector<double> values;
  for (std::size_t i = 0; i < array.size(); ++i) values.push_back(array.number(i));
  return values;
}

/// The network of a figure that shows one with values of its channels, as a page can draw it: nothing for
/// other figures, for networks of more than 10^5 channels, and if the topology cannot be made any more.
std::optional<PageNetwork> network_of(Result const& result, chart::Figure const& figure) {
  auto const* const view = std::get_if<chart::NetworkView>(&figure.picture);
  auto const* const array = result.find_array(figure.table);
  if (view == nullptr || !view->shows_values() || array == nullptr || array->size() > most_channels)
    return {};
  auto const topology = verb::topology_of(result);
  if (topology == nullptr) return {};
  Machine const machine(topology, verb::failures_in(result));
  auto scene = verb::scene_of(*topology, machine, verb::SceneArrangement::structure);
  if (!scene.whole || scene.channels != array->size()) return {};
  scene.reverse.clear();  // the page draws each direction for itself
  auto const values = values_of(result, *topology, *array);
  return PageNetwork{explore::scene_bundle(scene), {values.begin(), values.end()}, view->value_title};
}

using std::filesystem::path;

/// The title of a figure: what its picture says to those who cannot see it.
std::string title_of_picture(OutputFile const& file) {
  constexpr std::string_view label = "aria-label=\"";
  auto const begin = file.content.find(label);
  auto const end = begin == std::string::npos ? begin : file.content.find('"', begin + label.size());
  return end == std::string::npos ? file.name
                                  : file.content.substr(begin + label.size(), end - begin - label.size());
}

}  // namespace

PageFigure page_figure(chart::Figure const& figure) {
  return {.title = figure.title,
          .name = figure.name,
          .caption = figure.caption,
          .alt = figure.alt,
          .table = figure.table,
          .svg = to_svg(figure),
          .vega_lite = vega_lite(figure)};
}

PageFigure figure_with_network(Result const& result, chart::Figure const& figure) {
  auto out = page_figure(figure);
  out.network = network_of(result, figure);
  return out;
}

std::vector<chart::Figure> saved_figures(Result& result) {
  try {
    return verb::figures_of(result);
  } catch (std::out_of_range const& error) {
    result.notes.push_back(std::string("no figures: ") + error.what());
    return {};
  }
}

std::vector<OutputFile> saved_pictures(path const& folder) {
  std::vector<OutputFile> pictures;
  std::error_code none;
  for (auto const& entry : std::filesystem::directory_iterator(folder, none))
    if (entry.path().extension() == ".svg")
      pictures.push_back({entry.path().filename().string(), read_listed_file(entry.path())});
  std::ranges::sort(pictures, {}, &OutputFile::name);
  return pictures;
}

void add_pictures(std::vector<OutputFile> const& pictures, path const& folder, Part& part) {
  for (auto const& picture : pictures) {
    auto const chart = (folder / picture.name).replace_extension(vega_lite_ending);
    auto const table = std::ranges::find_if(
        part.result.tables, [&](Table const& it) { return file_name_for(it.name + ".svg") == picture.name; });
    part.figures.push_back(
        {.title = title_of_picture(picture),
         .name = path(picture.name).stem().string(),
         .table = table != part.result.tables.end() ? table->name : "",
         .svg = picture.content,
         .vega_lite = std::filesystem::is_regular_file(chart) ? read_listed_file(chart) : ""});
  }
}

}  // namespace weft::report
