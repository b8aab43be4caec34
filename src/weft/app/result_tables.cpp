// SPDX-License-Identifier: Apache-2.0
#include "weft/app/result_tables.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "weft/core/spec.hpp"
#include "weft/io/given_text.hpp"
#include "weft/verb/verb.hpp"

namespace weft::app {
namespace {

/// Requests that together produce all tables. FILE stands for a text in place of a file.
constexpr auto requests = std::to_array<std::string_view>(
    {"list",
     "list:name=routings",
     "list:name=torus",
     "list:name=metrics",
     "list:name=terms",
     "list:name=verbs",
     "list:name=livelock",
     "list:name=graphml",
     "show:topology=[percs:supernodes=4,links=2]",
     "show:topology=[torus:sides=4x4],cost=[rate=100],layout=[pitch=0.8]",
     "compare:topologies=[mesh:sides=4x4,torus:sides=4x4],engine=load,traffic=transpose",
     "compare:topologies=[mesh:sides=4x4,torus:sides=4x4],engine=rounds,messages=2",
     "compare:topologies=[torus:sides=4x4,ring:routers=16],programs=[operation:of=allreduce,bytes=1MB],equal=cost",
     "route:topology=[torus:sides=4x4],from=1,to=14,routing=valiant",
     "simulate:topology=[torus:sides=4x4],classes=[bulk:traffic=uniform,rate=0.1,small:traffic=tornado,rate=0.05],"
     "engine=[flit:warm_up=500,cycles=2000,interval=100]",
     "simulate:topology=[torus:sides=4x4],routing=o1turn,traffic=transpose,engine=[rounds:delays=true]",
     "simulate:topology=[torus:sides=4x4],traffic=uniform,messages=3,engine=[flow:spread=1,deliveries=true],"
     "details=channels",
     "simulate:topology=[torus:sides=4x4],routing=minimal_adaptive,traffic=neighbor,"
     "engine=[flit:cycles=300,warm_up=100,vcs=3],energy=[flit_bits=64,clock=1]",
     "simulate:topology=[torus:sides=4x4],routing=[deflection:priority=closest],traffic=neighbor,"
     "engine=[flit:cycles=300,warm_up=100]",
     "simulate:topology=[ring:routers=8],traffic=uniform,"
     "engine=[flit:vcs=1,rate=0.9,cycles=5000,allow_deadlock=true]",
     "simulate:topology=[torus:sides=4x4],traffic=uniform,engine=[rounds:rate=0.2]",
     "simulate:topology=[torus:sides=4x4],traffic=uniform,failed_links=0.3",
     "simulate:topology=[clex:m=4,levels=3],routing=clex_recursive,traffic=permutation,messages=4",
     "simulate:topology=[clex:m=4,levels=2],routing=clex_recursive,traffic=permutation,failed_links=0.1",
     "simulate:topology=[clex:m=4,levels=3,clique=[torus:sides=2x2]],routing=clex_recursive,traffic=permutation",
     "simulate:topology=[torus:sides=4x4],engine=load,jobs=[a:pattern=transpose,grid=2x4,b:pattern=halo,grid=8]",
     "sweep:topology=[ring:routers=6],points=3,engine=[flit:cycles=300,warm_up=100]",
     "sweep:topology=[ring:routers=6],rates=0.1x0.9,saturation=true,engine=[flit:cycles=300,warm_up=100]",
     "load:topology=[torus:sides=4x4],pattern=transpose,details=channels",
     "load:topology=[torus:sides=4x4],pattern=halo,grid=4x4,users=1-2",
     "load:topology=[torus:sides=4x4],bandwidth=1GB/s",
     "load:topology=[torus:sides=4x4],against=random",
     "load:topology=[percs:supernodes=32,links=8],grid=64x64,mapping=lattice_coloring",
     "load:topology=[torus:sides=4x4],jobs=[a:pattern=transpose,grid=2x4,b:pattern=halo,grid=8]",
     "map:topology=[torus:sides=4x4],pattern=halo,mapping=best",
     "collective:operation=allgather,topology=[clex:m=3,levels=2],algorithm=[clex_flooding,bruck,flooding]",
     "collective:operation=all_to_all,topology=[torus:sides=3x3],"
     "algorithm=[pairwise,direct,dimension_rings,randomized,forward]",
     "collective:operation=allreduce,topology=[torus:sides=4x4],algorithm=in_network,engine=flit,bytes=1k",
     "schedule:topology=[sparse_torus:dimensions=2,side=4],schedule=split,relations=3",
     "schedule:topology=[sparse_torus:dimensions=2,side=4],schedule=crossing",
     "schedule:topology=[torus:sides=4x4],schedule=summa",
     "schedule:topology=[ring:routers=4],schedule=[transfers:file=FILE]",
     "balance:topology=[torus:sides=4x4],latency=[fixed:steps=5]",
     "deadlock:topology=[ring:routers=8],vcs=1",
     "deadlock:topology=[torus:sides=4x4],routing=[layered:method=lash],then=layered",
     "judge:topology=[kary_ntree:arity=4,levels=2],matchings=50,shifts=none,weighted=true",
     "judge:topology=[kary_ntree:arity=4,levels=2],fail=each",
     "replay:topology=[torus:sides=4x4],program=[fft:points=16],network=loggops",
     "replay:topology=[torus:sides=4x4],program=[fft:points=16],engine=[flit:vcs=2],costs=[L=100,handshake=1]",
     "replay:topology=[torus:sides=4x4],jobs=[a:program=[fft:points=8],terminals=0..7,"
     "b:program=stencil,terminals=8..15,after=a]",
     "queue:topology=[torus:sides=4x4],log=[lublin:jobs=60,kind=batch],policy=conservative,allocation=box,"
     "load=0.9,details=jobs",
     "queue:topology=[kary_ntree:arity=4,levels=2],log=[lublin:jobs=60],allocation=tree,interference=load,"
     "communication=0.5",
     "universality:topology=[torus:sides=4x4]",
     "draw:topology=[ring:routers=4],matrix=true",
     "export:topology=[torus:sides=3x3],format=edge_list"});

/// A broadcast along a ring of four routers.
constexpr char const* transfers =
    "holdings copies\nparticipants 0 1 2 3\nblock 0 0 all\n"
    "slot 0 1\n0 1 0 port 1\nslot 1 1\n1 2 0 port 1\nslot 2 1\n0 1 0 port 1\n2 3 0 port 1\n";

/// Adds a table, or the columns that a table of this name lacks.
void add(Table table, std::vector<Table>& tables) {
  table.rows.clear();
  for (auto& column : table.columns)  // of compare: a column for each topology
    if (column.name.find(':') != std::string::npos) column.name = "TOPOLOGY";
  auto const repeated = std::ranges::unique(table.columns, {}, &Column::name);
  table.columns.erase(repeated.begin(), repeated.end());
  auto const known = std::ranges::find(tables, table.name, &Table::name);
  if (known == tables.end()) {
    tables.push_back(std::move(table));
    return;
  }
  for (auto& column : table.columns)
    if (!known->find_column(column.name)) known->columns.push_back(std::move(column));
}

}  // namespace

std::vector<VerbTables> result_tables() {
  std::vector<VerbTables> all;
  for (auto const& verb : verb::verb_docs()) all.push_back({verb.name, {}});
  GivenText const file("transfers.txt", transfers);
  for (auto const given : requests) {
    std::string text(given);
    constexpr std::string_view place = "FILE";
    if (auto const at = text.find(place); at != std::string::npos)
      text.replace(at, place.size(), file.path().string());
    auto request = Spec::parse(text);
    for (auto& [key, value] : request.arguments)  // a single spec stands without its brackets
      if (value.starts_with('[') && key != "topologies" && key != "programs" && key != "jobs" &&
          key != "classes")
        value = value.substr(1, value.size() - 2);
    auto result = verb::run_verb(request);
    auto& tables = std::ranges::find(all, request.name, &VerbTables::verb)->tables;
    for (auto& table : result.tables) add(std::move(table), tables);
  }
  return all;
}

}  // namespace weft::app
