// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/machines.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"

namespace weft {
namespace {

constexpr std::array all_machines{
    NamedMachine{
        "blue_gene_l", "torus:sides=64x32x32",
        "IBM Blue Gene/L at Lawrence Livermore, 2005: 65,536 nodes on a 3-D torus, links of 175 MB/s per "
        "direction, 360 GB/s across the bisection per direction (N. R. Adiga et al., Blue Gene/L torus "
        "interconnection network, IBM J. Res. Dev. 49, 2005)"},
    NamedMachine{
        "blue_gene_q", "torus:sides=4x4x4x8x2,doubled=true",
        "A rack of IBM Blue Gene/Q, 2011: 1,024 nodes of 16 cores on a 5-D torus, 10 links per node of 2 "
        "GB/s per direction, the fifth dimension of side 2 with both its links (D. Chen et al., The IBM Blue "
        "Gene/Q interconnection network and message unit, SC 2011)"},
    NamedMachine{
        "sequoia", "torus:sides=16x16x16x12x2,doubled=true",
        "Sequoia, the largest Blue Gene/Q, at Lawrence Livermore, 2012: 96 racks, 98,304 nodes, 1,572,864 "
        "cores; links of 2 GB/s per direction, 49.152 TB/s across the bisection, both directions (D. Chen et "
        "al., Looking under the hood of the IBM Blue Gene/Q network, SC 2012)"},
    NamedMachine{
        "cray_xmt", "torus:sides=8x8x8,injection=0.8421",
        "Cray XMT, 2007, with 512 Threadstorm processors: a 3-D torus of SeaStar2 routers with 6 ports of "
        "3.8 GB/s per direction, to which a HyperTransport link of 3.2 GB/s per direction joins the node (D. "
        "Mizell and K. Maschhoff, Early experiences with large-scale Cray XMT systems, IPDPS 2009; R. "
        "Brightwell et al., SeaStar interconnect: balanced bandwidth for scalable performance, IEEE Micro "
        "26(3), 2006; euroben.nl, Overview of recent supercomputers 2007)"},
    NamedMachine{
        "k_computer", "torus:sides=24x18x17x2x3x2,injection=4",
        "The K computer at RIKEN, 2011: 82,944 compute and 5,184 I/O nodes on Tofu, a 6-D mesh/torus: rings "
        "along X, Y, Z and B, single links along A and C; 10 links per node of 5 GB/s per direction, of "
        "which its four network interfaces use 4 simultaneously (Y. Ajima et al., The Tofu interconnect, "
        "IEEE Micro 32(1), 2012)"},
    NamedMachine{
        "cm5", "xgft:children=4x4x4x4x4,parents=2x2x2x4x4",
        "The data network of Thinking Machines' CM-5 with 1,024 processors, 1992: a 4-ary fat tree, two "
        "links per processor, two parents per router of the two lowest levels, four above; 20 MB/s per "
        "processor in a group of 4, 10 in one of 16, 5 beyond (C. E. Leiserson et al., The network "
        "architecture of the Connection Machine CM-5, SPAA 1992)"},
    NamedMachine{
        "power7_ih_775", "percs:supernodes=512,links=1",
        "IBM Power 775 (POWER7-IH) at its largest, 2011: 512 supernodes, 16,384 nodes, 524,288 cores, each "
        "node with 7 LL, 24 LR and 16 D links (B. Arimilli et al., The PERCS high-performance interconnect, "
        "Hot Interconnects 2010)"},
    NamedMachine{
        "summit", "xgft:children=18x16x16,parents=1x18x18",
        "A rail of Summit at Oak Ridge, 2018: 4,608 nodes, 18 per rack, on a nonblocking three-level fat tree of 36-port EDR "
        "InfiniBand switches, 12.5 GB/s per port and direction; every node has two such rails (S. S. Vazhkudai et al., The "
        "design, deployment, and evaluation of the CORAL pre-exascale systems, SC 2018)"},
    NamedMachine{
        "fugaku", "torus:sides=24x23x24x2x3x2,injection=6",
        "Fugaku at RIKEN, 2020: 158,976 nodes on Tofu D, a 6-D mesh/torus like the K computer; 10 links "
        "per node of "
        "6.8 GB/s per direction, of which its six network interfaces use 6 simultaneously (Y. Ajima et "
        "al., The Tofu interconnect D, CLUSTER 2018)"},
    NamedMachine{
        "frontier", "dragonfly:p=16,a=32,h=10,groups=74",
        "The compute groups of Frontier at Oak Ridge, 2022: 9,408 nodes of 4 ports of 25 GB/s on Slingshot 11; 74 groups, each a "
        "clique of 32 switches with 16 endpoints, every two groups linked by 4 links (S. Atchley et al., Frontier: exploring "
        "exascale, SC 2023)"},
    NamedMachine{
        "lumi_g", "dragonfly:p=16,a=32,h=15,groups=24",
        "The GPU partition of LUMI at CSC in Kajaani, 2022: 2,978 nodes of 4 ports of 25 GB/s on Slingshot 11; 24 groups, each a "
        "clique of 32 switches with 16 endpoints, 276 TB/s between the groups, both directions: 20 links between every two (CSC, "
        "LUMI user documentation, network)"},
};

// Names of a family with certain parameters; names that apply to all members of a family are its `aliases`.
constexpr std::array all_aliases{
    TopologyAlias{"clos", "kary_ntree:levels=2"},
    TopologyAlias{"star", "xgft:children=8,parents=1"},
};

Spec expanded(Spec const& spec, std::string_view stands_for) {
  auto expanded = Spec::parse(stands_for);
  for (auto const& argument : spec.arguments) {
    auto const own = std::ranges::find(expanded.arguments, argument.key, &Spec::Argument::key);
    if (own == expanded.arguments.end())
      expanded.arguments.push_back(argument);
    else
      *own = argument;
  }
  return expanded;
}

/// Returns the name in the spelling of the catalogs: "dragonfly_plus" for "dragonfly+", _ for -.
std::string plain_name(std::string name) {
  if (name.ends_with('+')) name.replace(name.size() - 1, 1, "_plus");
  std::ranges::replace(name, '-', '_');
  return name;
}

/// Returns whether a string must be a path, because it cannot be a name with parameters.
bool looks_like_path(std::string_view text) {
  auto const name = text.substr(0, text.find(':'));
  return !name.empty() && text.find_first_of("=[]") == std::string_view::npos &&
         name.find_first_of("/.") != std::string_view::npos;
}

/// Returns the files in the folder of `path`; empty if the folder may not be read.
std::vector<std::string> files_beside(std::filesystem::path const& path) {
  auto const folder = path.parent_path();
  std::vector<std::string> files;
  if (!directory_exists(folder.empty() ? "." : folder)) return files;
  for (auto const& file : list_directory(folder)) files.push_back((folder / file.filename()).string());
  return files;
}

/// Parses the text as a spec, or as a path if it is not a valid spec.
Spec read_spec(std::string const& text) {
  try {
    return Spec::parse(text);
  } catch (InputError const&) {
    if (auto file = file_topology(text)) return *std::move(file);
    if (!looks_like_path(text)) throw;
  }
  if (directory_exists(text))
    throw InputError(fmt::format("'{}' is a directory", shown(text)), "", "specify the file of a network");
  auto const near = nearest(text, files_beside(text));
  throw InputError(fmt::format("'{}' is neither a file nor a topology", shown(text)), "",
                   near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

}  // namespace

std::span<NamedMachine const> named_machines() { return all_machines; }
std::span<TopologyAlias const> topology_aliases() { return all_aliases; }

Spec parse_topology(std::string const& text) {
  auto spec = read_spec(text);
  spec.name = plain_name(std::move(spec.name));
  if (auto const machine = std::ranges::find(all_machines, spec.name, &NamedMachine::name);
      machine != all_machines.end())
    return expanded(spec, machine->spec);
  if (auto const alias = std::ranges::find(all_aliases, spec.name, &TopologyAlias::name);
      alias != all_aliases.end())
    return expanded(spec, alias->spec);
  return spec;
}

std::optional<Spec> file_topology(std::string const& path) {
  if (path.empty() || !file_exists(path)) return {};
  return Spec{"file", {{"path", path}}};
}

std::string topology_text(std::string const& text) {
  try {
    Spec::parse(text);
  } catch (InputError const&) {
    if (auto const file = file_topology(text)) return file->to_string();
  }
  return text;
}

std::vector<std::string> with_other_names(std::vector<std::string> topologies) {
  for (auto const& machine : all_machines) topologies.emplace_back(machine.name);
  for (auto const& alias : all_aliases) topologies.emplace_back(alias.name);
  return topologies;
}

}  // namespace weft
