#include "weft/topology/machines.hpp"

#include <algorithm>
#include <array>
#include <string>

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
        "cray_xmt", "torus:sides=8x8x8",
        "Cray XMT, 2007, with 512 Threadstorm processors: a 3-D torus of SeaStar2 routers with 6 ports of "
        "3.8 GB/s per direction (D. Mizell and K. Maschhoff, Early experiences with large-scale Cray XMT "
        "systems, IPDPS 2009; euroben.nl, Overview of recent supercomputers 2007)"},
    NamedMachine{
        "k_computer", "torus:sides=24x18x17x2x3x2",
        "The K computer at RIKEN, 2011: 82,944 compute and 5,184 I/O nodes on Tofu, a 6-D mesh/torus: rings "
        "along X, Y, Z and B, single links along A and C; 10 links per node of 5 GB/s per direction (Y. "
        "Ajima et al., The Tofu interconnect, IEEE Micro 32(1), 2012)"},
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
};

}  // namespace

std::span<NamedMachine const> machines() { return all_machines; }

Spec expand_machine(Spec const& spec) {
  auto const machine = std::ranges::find(all_machines, spec.name, &NamedMachine::name);
  if (machine == all_machines.end()) return spec;
  auto expanded = Spec::parse(machine->spec);
  for (auto const& argument : spec.arguments) {
    auto const own = std::ranges::find(expanded.arguments, argument.key, &Spec::Argument::key);
    if (own == expanded.arguments.end())
      expanded.arguments.push_back(argument);
    else
      *own = argument;
  }
  return expanded;
}

std::vector<std::string> with_machine_names(std::vector<std::string> topologies) {
  for (auto const& machine : all_machines) topologies.emplace_back(machine.name);
  return topologies;
}

}  // namespace weft
