#include "weft/verb/draw/draw.hpp"

#include <filesystem>

#include "weft/experiment/assemble.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/network/network_size.hpp"
#include "weft/verb/draw/picture.hpp"

namespace weft::verb {
namespace {

Table drawn_table(std::uint64_t routers, std::uint64_t drawn, std::string const& form) {
  Table table{"picture",
              "What is drawn",
              {{"form"}, {"routers"}, {"drawn", "", "vertices, or rows of the matrix"}},
              {}};
  table.add_row({form, routers, drawn});
  return table;
}

class DrawExperiment final : public Experiment {
 public:
  explicit DrawExperiment(Draw::Params const& params)
      : params_(params), topology_(make_topology(params.topology)) {
    if (!params.output.empty()) {
      std::filesystem::path const path = params.output;
      if (auto const ending = path.extension(); !ending.empty() && ending != ".svg")
        throw InputError("a picture as " + ending.string(), "pictures are SVG files",
                         "name it " + std::filesystem::path(path).replace_extension(".svg").string(),
                         "output");
      require_writable_beside(path);
    }
    std::vector<Setting> settings{{"topology", topology_->spec(true)},
                                  {"matrix", params.matrix ? "true" : "false"}};
    add_failures(params, settings);
    resolve(std::move(settings), params.seed);
  }

  Estimate estimate() const override { return short_run.and_then(estimate_picture(size_of(*topology_))); }
  std::vector<OutputFile> pictures(Result const&) const override { return {{"network.svg", svg_}}; }
  bool gives_document() const override { return params_.output.empty(); }
  OutputFile document() const override { return {"network.svg", svg_}; }

 private:
  void execute(Result& result, Progress& progress) override {
    auto const failures = failures_of(params_, params_.seed);
    auto const picture = params_.matrix ? NetworkPicture{} : picture_of(*topology_, progress, failures);
    if (picture.vertices.empty()) {
      auto const matrix = matrix_of(*topology_, progress, failures);
      result.tables = {drawn_table(topology_->num_routers(), matrix.rows, "adjacency matrix")};
      svg_ = to_svg(matrix);
    } else {
      result.tables = {drawn_table(topology_->num_routers(), picture.vertices.size(), "network")};
      svg_ = to_svg(picture);
    }
    if (!params_.output.empty()) write_file(params_.output, svg_);
  }

  Draw::Params params_;
  TopologyPtr topology_;
  std::string svg_;
};

}  // namespace

ExperimentPtr Draw::assemble(Params const& params) { return std::make_unique<DrawExperiment>(params); }

}  // namespace weft::verb
