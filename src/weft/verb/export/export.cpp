#include "weft/verb/export/export.hpp"

#include "weft/core/error.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/interop/simgrid_platform.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

GraphFormat format_of(ExportRequest const& request) {
  auto const format = request.format != GraphFormat::automatic
                          ? request.format
                          : format_of_ending(request.output).value_or(request.format);
  std::string valid;
  for (auto const& name : writable_formats()) valid += (valid.empty() ? "valid: " : ", ") + name;
  if (format == GraphFormat::automatic)
    throw InputError("no format", "the name of the output does not tell it", valid, "--format");
  if (format == GraphFormat::ibnetdiscover)
    throw InputError("format ibnetdiscover cannot be written", "", valid, "--format");
  return format;
}

/// Whether some terminal leaves the network elsewhere than it enters.
bool ejects_elsewhere(AnyTopology const& topology) {
  for (std::uint64_t i = 0; i < topology.num_terminals(); ++i) {
    TerminalId const e{static_cast<std::uint32_t>(i)};
    if (topology.injection_router(e) != topology.ejection_router(e)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> export_topology(ExportRequest const& request, Progress& progress) {
  auto const format = format_of(request);
  auto const topology = make_topology(request.topology, "SPEC");
  auto const graph = topology->graph_file();
  AtomicFile file(request.output);
  progress.start("writing", 0, "bytes");
  auto const take = [&](std::string_view piece) {
    file.write(piece);
    progress.advance(piece.size());
  };
  auto notes =
      format == GraphFormat::simgrid
          ? write_simgrid_platform(graph, {.bandwidth = request.bandwidth, .latency = request.latency}, take)
          : write_graph(graph, format, take);
  if (ejects_elsewhere(*topology))
    notes.push_back("terminals stand where they inject; where else they eject is not kept");
  file.commit();
  progress.finish();
  return notes;
}

}  // namespace weft
