// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/export/export.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/experiment/link_times.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/interop/opensm_folder.hpp"
#include "weft/interop/simgrid_platform.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/atomic_folder.hpp"
#include "weft/io/fabric/cable_ends.hpp"
#include "weft/io/file.hpp"
#include "weft/io/slurm/topology_conf.hpp"
#include "weft/network/fabric_of.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topology_facts.hpp"
#include "weft/routing/bind.hpp"
#include "weft/topology/family/file.hpp"
#include "weft/workload/simgrid_routes.hpp"

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
    if (folder_.empty())
      throw InputError("format opensm needs a folder", "it consists of several files", "specify -o DIR",
                       "output");
    if (params.routing.empty())
      throw InputError("format opensm needs a routing", "the files contain its tables",
                       "use e.g. --routing layered:method=dfsssp", "routing");
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
  /// Converts hosts to adapters, so that packets are routed between switches only.
  void wire_hosts() {
    auto fabric = wired_fabric(*topology_, machine_.has_failures() ? machine_.network().get() : nullptr);
    topology_ = erase_type(topology::File(std::move(fabric), topology_->spec(true), topology_->spec(false)));
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
    Table table{"export", "Exported file", {{"format"}, {"routers"}, {"terminals"}, {"bytes"}}, {}};
    table.add_row({"opensm", topology_->num_routers(), topology_->num_terminals(), written.bytes});
    result.tables = {std::move(table)};
  }

  TopologyPtr topology_;
  Machine machine_;
  std::string folder_;
  Spec routing_;
};

/// Returns the experiment that exports a routing as a folder of files for OpenSM: format `opensm` of Export.
ExperimentPtr assemble_opensm_export(Export::Params const& params) {
  return std::make_unique<OpensmExport>(params);
}

GraphFormat format_of(Export::Params const& request) {
  auto const format = request.format != GraphFormat::automatic
                          ? request.format
                          : format_by_extension(request.output).value_or(request.format);
  auto const formats = writable_formats();
  std::string valid;
  for (auto const& name : formats) valid += (valid.empty() ? "valid: " : ", ") + name;
  if (format == GraphFormat::automatic)
    throw InputError("the format is unknown", "the name of the output does not indicate it", valid, "format");
  if (std::ranges::find(formats, format_name(format)) == formats.end())
    throw InputError(fmt::format("format {} cannot be written", format_name(format)), "", valid, "format");
  return format;
}

/// Returns whether some terminals inject and eject packets at different routers.
bool ejects_elsewhere(AnyTopology const& topology) {
  InterruptCheck check_for_interrupt;
  for (std::uint64_t i = 0; i < topology.num_terminals(); ++i) {
    check_for_interrupt();
    TerminalId const e{static_cast<std::uint32_t>(i)};
    if (topology.injection_router(e) != topology.ejection_router(e)) return true;
  }
  return false;
}

class ExportExperiment final : public Experiment {
 public:
  explicit ExportExperiment(Export::Params const& params)
      : Experiment(Export::name),
        params_(params),
        format_(format_of(params)),
        topology_(remaining_topology(params)) {
    check_routes();
    if (!params.output.empty()) require_writable_parent(params.output);
    params_.format = format_;
    auto resolved = params_;
    resolved.topology = topology_->spec(true);
    if (machine_) resolved.routing = machine_->routing().to_string();
    resolve(settings_of(Export::schema, resolved), params.seed);
  }

  Estimate estimate() const override {
    auto const seconds_per_link = is_markup() ? 6e-7 : 2e-7;
    auto const size = size_of(*topology_);
    auto const links = size.channels / (size.bidirectional ? 2 : 1);
    constexpr double seconds_per_byte = 5e-9;
    return short_run.and_then(
        {bytes_needed(links), static_cast<double>(links + size.routers) * seconds_per_link +
                                  static_cast<double>(bytes_of_routes()) * seconds_per_byte});
  }
  std::vector<OutputFile> attachments() const override {
    if (!params_.output.empty()) return {};
    return {{"topology." + detail::write_value(format_), text_, true}};
  }

 private:
  /// Creates the machine if routes are exported. Throws InputError for a routing that has no effect.
  void check_routes() {
    if (params_.routes)
      machine_.emplace(params_.topology, params_.routing.empty() ? "default" : params_.routing,
                       failures_of(params_, params_.seed));
    else if (!params_.routing.empty())
      throw InputError("routing=" + params_.routing + " has no effect",
                       "only format opensm, and simgrid with --routes, contain a routing", "omit routing",
                       "routing");
  }

  void execute(Result& result, Progress& progress) override {
    std::optional<AtomicFile> file;
    if (!params_.output.empty()) file.emplace(params_.output);
    std::uint64_t bytes = 0;
    progress.start("writing", 0, "bytes");
    auto const take = [&](std::string_view piece) {
      if (file)
        file->write(piece);
      else
        text_ += piece;
      bytes += piece.size();
      progress.advance(piece.size());
    };
    require_memory();
    result.notes = write(take);
    if (!machine_ && ejects_elsewhere(*topology_))
      result.notes.emplace_back(
          "each terminal is written at the router where it injects; the router where it ejects is omitted");
    if (format_ == GraphFormat::simgrid) add_rate_note(*topology_, params_.bandwidth, result);
    if (file) file->commit();
    progress.finish();
    Table table{"export", "Exported file", {{"format"}, {"routers"}, {"terminals"}, {"bytes"}}, {}};
    auto const& written = machine_ ? machine_->topology() : *topology_;
    table.add_row({detail::write_value(format_), written.num_routers(), written.num_terminals(), bytes});
    result.tables = {std::move(table)};
  }

  /// Writes the topology to `take`. Returns a note for each attribute that the format does not support.
  std::vector<std::string> write(std::function<void(std::string_view)> const& take) {
    if (format_ == GraphFormat::ibnetdiscover) return write_netlist(remaining_fabric(), take);
    if (format_ == GraphFormat::slurm) return write_topology_conf(remaining_fabric(), take);
    if (machine_)
      return write_routed_platform(*machine_, {.bandwidth = params_.bandwidth, .latency = params_.latency},
                                   static_cast<std::uint64_t>(params_.seed), take);
    auto const graph = topology_->graph_file({});
    // Reserves memory, because a growing string would be copied.
    if (params_.output.empty()) text_.reserve(static_cast<std::size_t>(bytes_of_text(graph.links.size())));
    if (format_ != GraphFormat::simgrid) return write_graph(graph, format_, take);
    return write_simgrid_platform(graph, {.bandwidth = params_.bandwidth, .latency = params_.latency}, take);
  }

  /// Returns the fabric without its failed parts. The names of the other parts are unchanged.
  Fabric remaining_fabric() const {
    auto const whole = make_topology(params_.topology);
    auto const failures = failures_of(params_, params_.seed);
    return wired_fabric(*whole, failures.any() ? Machine(whole, failures).network().get() : nullptr);
  }

  bool is_markup() const { return format_ == GraphFormat::graphml || format_ == GraphFormat::simgrid; }
  std::uint64_t bytes_of_text(std::uint64_t links) const {
    constexpr std::uint64_t bytes_per_line = 24, bytes_per_element = 150;
    return links * (is_markup() ? bytes_per_element : bytes_per_line) + bytes_of_routes();
  }
  std::uint64_t bytes_of_routes() const {
    if (!machine_) return 0;
    constexpr double bytes_per_route = 100, bytes_per_hop = 25;
    auto const terminals = static_cast<double>(machine_->terminals());
    return static_cast<std::uint64_t>(terminals * terminals *
                                      (bytes_per_route + bytes_per_hop * mean_hops(machine_->topology())));
  }
  /// Returns the memory for routers and links, and for their text if it is written to standard output, in
  /// bytes.
  double bytes_needed(std::uint64_t links) const {
    constexpr double bytes_per_router = 24;
    return static_cast<double>(topology_->num_routers()) * bytes_per_router +
           static_cast<double>(links) * sizeof(FileLink) +
           static_cast<double>(params_.output.empty() ? bytes_of_text(links) : 0);
  }
  void require_memory() const {
    auto const require = [&](std::uint64_t links) {
      weft::require_memory(static_cast<std::uint64_t>(bytes_needed(links)),
                           topology_->spec(false) + " in a file", "choose a smaller member of the family");
    };
    require(0);
    auto const facts = topology_->facts();
    require(facts.channels / (facts.bidirectional ? 2 : 1));
  }

  Export::Params params_;
  GraphFormat format_;
  TopologyPtr topology_;
  std::optional<RoutedMachine> machine_;  // machine, if routes are exported
  std::string text_;
};

}  // namespace

ExperimentPtr Export::assemble(Params const& params) {
  if (auto const format = format_of(params); params.routes && format != GraphFormat::simgrid)
    throw InputError(fmt::format("format {} does not support routes", format_name(format)),
                     "only format simgrid contains routes", "omit routes, or use format=simgrid", "routes");
  if (params.format == GraphFormat::opensm) return assemble_opensm_export(params);
  return std::make_unique<ExportExperiment>(params);
}

}  // namespace weft::verb
