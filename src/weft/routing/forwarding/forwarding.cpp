// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/forwarding/forwarding.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/fabric/forwarding_tables.hpp"
#include "weft/io/fabric/qos_policy.hpp"
#include "weft/io/file.hpp"
#include "weft/routing/forwarding/routing_tables.hpp"
#include "weft/routing/forwarding/table_forms.hpp"

namespace weft::routing {
namespace {

/// Contents of the files of a Forwarding::Params.
struct FileContents {
  ForwardingTables tables;
  std::unordered_map<std::uint64_t, std::string> file_of;  ///< first file with the table of a switch
  Sl2VlTables sl2vl;
  ServiceLevels levels;
  std::vector<std::string> policies;  ///< paths of QoS policies, which refer to ports by GUID
};

[[noreturn]] void reject_other_time(std::string const& path, std::string problem, std::string why) {
  throw InputError(std::move(problem), std::move(why),
                   "the files are from different times: remove one of them, or specify the other one only",
                   path);
}

/// Merges the table `from` of file `path` into table `to` of the same switch, which file `other` contains.
/// Throws InputError if both have an entry and the entries differ.
void merge_rows(SwitchTable const& from, std::string const& path, std::string const& other, SwitchTable& to) {
  if (to.port.size() < from.port.size()) to.port.resize(from.port.size(), SwitchTable::no_port);
  for (std::size_t lid = 0; lid < from.port.size(); ++lid) {
    auto const port = from.port[lid];
    if (port == SwitchTable::no_port) continue;
    if (to.port[lid] != SwitchTable::no_port && to.port[lid] != port)
      reject_other_time(path,
                        fmt::format("switch 0x{:016x} sends LID 0x{:04X} to port {}", from.guid, lid, port),
                        fmt::format("to port {} in {}", to.port[lid], other));
    to.port[lid] = port;
  }
}

void merge_guids(std::vector<std::uint64_t> const& from, std::string const& path,
                 std::vector<std::uint64_t>& to) {
  if (to.size() < from.size()) to.resize(from.size(), 0);
  for (std::size_t lid = 0; lid < from.size(); ++lid) {
    if (from[lid] == 0) continue;
    if (to[lid] != 0 && to[lid] != from[lid])
      reject_other_time(path, fmt::format("LID 0x{:04X} belongs to port 0x{:016x}", lid, from[lid]),
                        fmt::format("to port 0x{:016x} in other files", to[lid]));
    to[lid] = from[lid];
  }
}

void add_tables(std::string_view text, std::string const& path, FileContents& all) {
  ForwardingTables one;
  add_forwarding_tables(text, path, one);
  all.tables.repeated += one.repeated;
  all.tables.skipped += one.skipped;
  merge_guids(one.port_guid, path, all.tables.port_guid);
  for (auto& table : one.switches) {
    auto const [file, is_new] = all.file_of.try_emplace(table.guid, path);
    if (is_new) {
      all.tables.switches.push_back(std::move(table));
      continue;
    }
    auto const before = std::ranges::find(all.tables.switches, table.guid, &SwitchTable::guid);
    merge_rows(table, path, file->second, *before);
  }
}

void add(std::string_view text, std::string const& path, TableForm form, FileContents& all) {
  switch (form) {
    case TableForm::forwarding_tables:
    case TableForm::forwarding_database: return add_tables(text, path, all);
    case TableForm::sl2vl: return add_sl2vl_tables(text, path, all.sl2vl);
    case TableForm::service_levels: return add_service_levels(text, path, all.levels);
    case TableForm::qos_policy: return all.policies.push_back(path);
    case TableForm::none: break;
  }
}

/// Adds the service levels of the QoS policies. Must be called after the tables are read, because these map
/// port GUIDs to LIDs.
void add_policies(FileContents& all) {
  std::unordered_map<std::uint64_t, std::uint16_t> lids;
  auto const& guids = all.tables.port_guid;
  for (std::size_t lid = 1; lid < guids.size(); ++lid)
    if (guids[lid] != 0) lids.emplace(guids[lid], static_cast<std::uint16_t>(lid));
  auto const lid_of = [&](std::uint64_t guid) {
    auto const found = lids.find(guid);
    return found == lids.end() ? std::uint16_t{0} : found->second;
  };
  for (auto const& path : all.policies) add_qos_policy(read_file(path), path, lid_of, all.levels);
}

void add_levels(std::string const& path, FileContents& all) {
  auto const text = read_file(path);
  bool const is_policy = detect_table_form(text) == TableForm::qos_policy;
  add(text, path, is_policy ? TableForm::qos_policy : TableForm::service_levels, all);
}

/// Adds the files in known formats in a folder. Other files, such as logs, are ignored.
void add_folder(std::string const& folder, FileContents& all) {
  struct Found {
    std::filesystem::path path;
    TableForm form;
  };
  std::vector<Found> found;
  bool has_lfts = false;
  for (auto const& path : list_directory(folder)) {
    if (!file_exists(path) || directory_exists(path)) continue;
    auto const form = detect_table_form(read_beginning(path));
    has_lfts |= form == TableForm::forwarding_tables;
    found.push_back({path, form});
  }
  for (auto const& [path, form] : found)
    if (form != TableForm::none && !(has_lfts && form == TableForm::forwarding_database))
      add(read_file(path), path.string(), form, all);
}

FileContents read_all(Forwarding::Params const& files) {
  FileContents all;
  if (!files.path.empty() && directory_exists(files.path)) {
    add_folder(files.path, all);
    if (all.tables.switches.empty() && files.lfts.empty())
      throw InputError(fmt::format("no forwarding tables in folder {}", files.path), "",
                       "create them with `dump_fts > FILE`, or set log flag 0x40 in opensm");
  } else if (!files.path.empty()) {
    auto const text = read_file(files.path);
    auto const form = detect_table_form(text);
    if (form == TableForm::sl2vl || form == TableForm::service_levels)
      throw InputError(fmt::format("{} has no forwarding tables", files.path),
                       form == TableForm::sl2vl ? "the file appears to be an SL2VL table"
                                                : "the file appears to be a list of service levels",
                       form == TableForm::sl2vl
                           ? "specify it as sl2vl=FILE in addition to the tables"
                           : "specify it as service_levels=FILE in addition to the tables");
    add(text, files.path, form == TableForm::none ? TableForm::forwarding_tables : form, all);
  }
  if (!files.lfts.empty()) add(read_file(files.lfts), files.lfts, TableForm::forwarding_tables, all);
  if (!files.sl2vl.empty()) add(read_file(files.sl2vl), files.sl2vl, TableForm::sl2vl, all);
  if (!files.service_levels.empty()) add_levels(files.service_levels, all);
  add_policies(all);
  return all;
}

/// Returns the number of sources in the service levels that neither the fabric nor its tables contain.
std::uint64_t unknown_sources(Fabric const& fabric, FileContents const& all) {
  std::unordered_set<std::uint64_t> guids(all.tables.port_guid.begin(), all.tables.port_guid.end());
  std::unordered_set<std::uint16_t> lids;
  for (std::size_t lid = 0; lid < all.tables.port_guid.size(); ++lid)
    if (all.tables.port_guid[lid] != 0) lids.insert(static_cast<std::uint16_t>(lid));
  for (auto const& device : fabric.devices) {
    guids.insert(device.guid);
    lids.insert(device.lid);
  }
  for (auto const& cable : fabric.cables)
    for (auto const& port : {cable.a, cable.b}) {
      guids.insert(port.guid);
      for (std::uint32_t path = 0; path < 1U << port.lmc; ++path)
        lids.insert(static_cast<std::uint16_t>(port.lid + path));
    }
  auto const without = [](auto const& sources, auto const& known) {
    return std::ranges::count_if(sources, [&](auto const source) { return !known.contains(source); });
  };
  return static_cast<std::uint64_t>(without(all.levels.source_guids(), guids) +
                                    without(all.levels.source_lids(), lids));
}

void note(std::vector<std::string>& notes, std::uint64_t count, std::string_view one, std::string_view many) {
  if (count > 0) notes.push_back(fmt::format("{} {}", count, count == 1 ? one : many));
}

/// Reads the routes from the files. LFTs in a folder take precedence over forwarding databases. `network`:
/// the network of the topology of the fabric. Throws InputError if the files contain no forwarding tables, if
/// a file is malformed (at file:line:column), and for the errors of forwarded_routes().
RoutingTables read_routing_tables(Forwarding::Params const& files, NumberedFabric const& fabric,
                                  Network const& network, FabricEnds ends) {
  auto const all = read_all(files);
  auto nodes = end_nodes(fabric, ends);
  auto forwarded = at_place(files.path.empty() ? files.lfts : files.path,
                            [&] { return forwarded_routes(fabric, network, all.tables, nodes); });
  PairLevels levels(*fabric.fabric, nodes, forwarded.lids, all.levels);
  std::vector<std::string> notes;
  note(notes, forwarded.without_table, "switch has no table", "switches have no table");
  note(notes, forwarded.unknown_tables, "table belongs to a switch that is missing in the fabric",
       "tables belong to switches that are missing in the fabric");
  note(notes, forwarded.different_lids, "terminal has different LIDs in the fabric and in the tables",
       "terminals have different LIDs in the fabric and in the tables");
  note(notes, all.tables.repeated, "row is repeated with another port; the last one is used",
       "rows are repeated with another port; the last one is used");
  note(notes, all.tables.skipped, "line is an error message of the tool that printed the tables",
       "lines are error messages of the tool that printed the tables");
  note(notes, unknown_sources(*fabric.fabric, all), "source of service levels is not in the fabric",
       "sources of service levels are not in the fabric");
  note(notes, levels.unknown(), "pair has no service level in the files; level 0 is assumed",
       "pairs have no service level in the files; level 0 is assumed");
  if (all.levels.empty()) notes.emplace_back("no service levels are given: level 0 is assumed for all pairs");
  if (all.sl2vl.empty())
    notes.emplace_back(
        "no SL2VL tables are given: the virtual lane is assumed to be the service level modulo the data lanes");
  Lanes lanes(fabric, network, nodes, all.sl2vl);
  return {.ends = std::move(nodes),
          .routes = std::move(forwarded.routes),
          .lids = std::move(forwarded.lids),
          .lanes = LevelsAndLanes{std::move(levels), std::move(lanes)},
          .notes = std::move(notes)};
}

RoutingTablesPtr tables_of_hosts(Forwarding const& routing, Machine const& machine) {
  return std::make_shared<RoutingTables const>(routing.tables(machine, machine.fabric(), FabricEnds::hosts));
}

}  // namespace

void Forwarding::check(Params const& params) {
  if (params.path.empty() && params.lfts.empty())
    throw InputError("forwarding needs path or lfts", "",
                     "specify forwarding:path=FOLDER or forwarding:lfts=FILE");
}

RoutingTables Forwarding::tables(Machine const& machine, NumberedFabric const& fabric,
                                 FabricEnds ends) const {
  return read_routing_tables(params_, fabric, *machine.network(), ends);
}

std::uint32_t Forwarding::vcs_needed(Machine const& machine) const {
  return vcs_of_tables(*tables_of_hosts(*this, machine), *machine.network());
}

ChannelRoutingPtr Forwarding::channels(Machine const& machine, VcSupply const& supply) const {
  return channels_of_tables(name, machine.network(), tables_of_hosts(*this, machine), supply);
}

SharesPtr Forwarding::shares(Machine const& machine) const {
  return shares_of_tables(machine.network(), tables_of_hosts(*this, machine));
}

}  // namespace weft::routing
