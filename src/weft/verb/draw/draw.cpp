// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/draw/draw.hpp"

#include <filesystem>
#include <optional>
#include <variant>

#include "weft/drawing/picture.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/channels.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topology_facts.hpp"
#include "weft/render/picture_file.hpp"

namespace weft::verb {
namespace {

using DrawnNetwork = std::variant<chart::NetworkView, chart::MatrixPicture>;

/// Returns the drawing of the network, or of its adjacency matrix if it is requested or the network cannot be
/// drawn.
DrawnNetwork drawn_network(AnyTopology const& topology, bool as_matrix,
                           std::optional<LayoutParams> const& layout, FailureParams const& failures,
                           Progress& progress) {
  if (layout) return picture_of_layout(topology, *layout, failures);
  if (!as_matrix)
    if (auto view = picture_of(topology, progress, failures); !view.vertices.empty()) return view;
  return matrix_of(topology, progress, failures);
}

/// `facts`: of the network with all its parts.
Table drawn_table(TopologyFacts const& facts, DrawnNetwork const& drawn) {
  Table table{"picture",
              "Picture",
              {{"form"},
               {"routers"},
               {"nodes", "", "computing nodes with network ports"},
               {"drawn", "", "routers and nodes, or rows of the matrix"}},
              {}};
  auto const routers = facts.vertices - facts.nodes;
  if (auto const* const view = std::get_if<chart::NetworkView>(&drawn))
    table.add_row({"network", routers, facts.nodes, view->vertices.size()});
  else
    table.add_row({"adjacency matrix", routers, facts.nodes, std::get<chart::MatrixPicture>(drawn).rows});
  return table;
}

chart::Figure network_figure(AnyTopology const& topology, DrawnNetwork const& drawn) {
  auto const facts = std::visit([](auto const& it) { return it.facts; }, drawn);
  auto const picture = std::visit([](auto const& it) { return chart::Picture{it}; }, drawn);
  return {"network", "The network", topology.spec(false) + ": " + facts + ".", "picture", picture};
}

class DrawExperiment final : public Experiment {
 public:
  explicit DrawExperiment(Draw::Params const& params)
      : Experiment(Draw::name), params_(params), topology_(make_topology(params.topology)) {
    if (!params.output.empty()) {
      std::filesystem::path const path = params.output;
      render::require_picture_extension(path);
      require_writable_parent(path);
    }
    std::vector<Setting> settings{{"topology", topology_->spec(true)},
                                  {"matrix", params.matrix ? "true" : "false"}};
    if (!params.layout.empty()) {
      layout_ = read_layout(params.layout);
      if (params.matrix)
        throw InputError("matrix conflicts with layout", "a matrix has no positions", "omit one of them",
                         "layout");
      settings.push_back({"layout", resolved_layout(*layout_)});
    }
    add_failures(params, settings);
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override { return short_run.and_then(estimate_picture(size_of(*topology_))); }
  std::vector<OutputFile> attachments() const override {
    if (!params_.output.empty()) return {};
    return {{"network.svg", svg_, true}};
  }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const drawn =
        drawn_network(*topology_, params_.matrix, layout_, failures_of(params_, params_.seed), progress);
    result.tables = {drawn_table(topology_->facts(), drawn)};
    svg_ = chart::to_svg(network_figure(*topology_, drawn));
    if (!params_.output.empty()) write_file(params_.output, render::picture_bytes(svg_, params_.output));
  }

  Draw::Params params_;
  TopologyPtr topology_;
  std::optional<LayoutParams> layout_;
  std::string svg_;
};

}  // namespace

std::vector<chart::Figure> Draw::figures(Result const& result) {
  auto const topology = topology_of(result);
  if (topology == nullptr) return {};
  std::optional<LayoutParams> layout;
  if (auto const text = result.setting("layout"); !text.empty()) layout = read_layout(std::string(text));
  auto const drawn = drawn_network(*topology, result.setting("matrix") == "true", layout, failures_in(result),
                                   no_progress());
  return {network_figure(*topology, drawn)};
}

ExperimentPtr Draw::assemble(Params const& params) { return std::make_unique<DrawExperiment>(params); }

}  // namespace weft::verb
