#include "weft/verb/export/opensm_export.hpp"

#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/interop/opensm_folder.hpp"
#include "weft/io/atomic_folder.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/file.hpp"

namespace weft::verb {
namespace {

class OpensmExport final : public Experiment {
 public:
  explicit OpensmExport(Export::Params const& params)
      : Experiment(Export::name),
        topology_(make_topology(params.topology)),
        machine_(topology_, failures_of(params, params.seed)),
        folder_(params.output) {
    if (has_hosts(*topology_)) wire_hosts();
    if (folder_.empty()) throw InputError("no folder", "format opensm writes several files", "", "output");
    if (params.routing.empty())
      throw InputError("no routing", "format opensm writes the tables of one", "e.g. layered:method=dfsssp",
                       "routing");
    require_new_folder(folder_);
    routing_ = routing::resolve(parse_spec(params.routing, "routing"), machine_, routing::Form::tables);
    auto resolved = params;
    resolved.topology = make_topology(params.topology)->spec(true);
    resolved.routing = routing_.to_string();
    resolve(settings_of(Export::schema, resolved), params.seed);
  }

  Estimate estimate() const override {
    constexpr double bytes_per_entry = 8, seconds_per_entry = 3e-7;
    auto const size = size_of(*topology_);
    auto const entries =
        static_cast<double>(size.routers) * static_cast<double>(size.routers + topology_->num_terminals());
    return short_run.and_then({entries * bytes_per_entry, entries * seconds_per_entry});
  }

 private:
  static bool has_hosts(AnyTopology const& topology) {
    return topology.num_terminals() > 0 && topology.is_host(topology.injection_router({0}));
  }
  /// Makes the hosts adapters, so that the routing is one among the switches.
  void wire_hosts() {
    auto fabric = wired_fabric(*topology_, machine_.has_failures() ? machine_.network().get() : nullptr);
    topology_ = forget_type(topology::File(std::move(fabric), topology_->spec(true), topology_->spec(false)));
    machine_ = Machine(topology_);
  }

  void execute(Result& result, Progress& progress) override {
    progress.start("routes", 0);
    auto const fabric = fabric_of(*topology_);
    auto const tables = routing::bind_tables(routing_, machine_, fabric, routing::FabricEnds::all);
    OpensmFiles const files(fabric, *machine_.network(), tables);
    progress.start("writing", 0, "bytes");
    auto const written = write_opensm_folder(files, folder_, progress);
    progress.finish();
    result.notes = tables.notes;
    result.notes.insert(result.notes.end(), written.notes.begin(), written.notes.end());
    Table table{"export", "What is written", {{"format"}, {"routers"}, {"terminals"}, {"bytes"}}, {}};
    table.add_row({"opensm", topology_->num_routers(), topology_->num_terminals(), written.bytes});
    result.tables = {std::move(table)};
  }

  TopologyPtr topology_;
  Machine machine_;
  std::string folder_;
  Spec routing_;
};

}  // namespace

ExperimentPtr assemble_opensm_export(Export::Params const& params) {
  return std::make_unique<OpensmExport>(params);
}

}  // namespace weft::verb
