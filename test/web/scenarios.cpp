// SPDX-License-Identifier: Apache-2.0
#include "web/scenarios.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "support/verb_samples.hpp"
#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/catalogs.hpp"

namespace weft::test {
namespace {

constexpr std::uint64_t max_routers = 300;

std::vector<std::string> names_of(std::string_view kind) {
  std::vector<std::string> names;
  for (auto const& section : verb::list_catalogs())
    if (section.kind == kind)
      for (auto const& entry : section.entries) names.push_back(entry.name);
  return names;
}

/// Small members of the families.
std::vector<std::string> small_topologies() {
  std::vector<std::string> small{"torus:sides=4x4",
                                 "torus:sides=8x4,concentration=2",
                                 "mesh:sides=4x3x2",
                                 "ring:routers=6",
                                 "hypercube:dimensions=5",
                                 "dragonfly:p=2,a=4,h=2",
                                 "kary_ntree:arity=3,levels=3",
                                 "clex:m=4,levels=3",
                                 "percs:supernodes=4,links=2",
                                 "jellyfish:routers=30,degree=4",
                                 "slim_fly:q=5",
                                 "sparse_torus:dimensions=3,side=4"};
  for (auto const& name : names_of("topologies")) try {
      if (make_topology(name)->num_routers() <= max_routers) small.push_back(name);
    } catch (InputError const&) {
      continue;  // needs a file
    }
  return small;
}

void add_verbs(std::vector<std::string>& all) {
  for (auto const& topology : small_topologies())
    for (char const* request :
         {"show:topology=\"{}\"", "route:topology=\"{}\",from=0,to=5",
          "load:topology=\"{}\",pattern=all_to_all", "deadlock:topology=\"{}\"",
          "simulate:topology=\"{}\",messages=2",
          "simulate:topology=\"{}\",traffic=uniform,engine=\"flit:rate=0.2,warm_up=100,cycles=300\"",
          "draw:topology=\"{}\"", "export:topology=\"{}\",format=graphml"})
      all.push_back(fmt::format(fmt::runtime(request), topology));
}

void add_catalogs(std::vector<std::string>& all) {
  auto const add = [&](std::string_view kind, std::initializer_list<char const*> requests) {
    for (auto const& name : names_of(kind))
      for (char const* request : requests) all.push_back(fmt::format(fmt::runtime(request), name));
  };
  add("routings",
      {"simulate:topology=\"torus:sides=4x4\",routing={}", "route:topology=mesh,from=0,to=7,routing={}",
       "load:topology=\"dragonfly:p=2,a=4,h=2\",pattern=all_to_all,routing={}",
       "deadlock:topology=\"torus:sides=4x4\",routing={}",
       "simulate:topology=\"torus:sides=4x4\",traffic=uniform,routing={},"
       "engine=\"flit:rate=0.1,warm_up=100,cycles=200\""});
  add("traffic patterns", {"simulate:topology=\"torus:sides=4x4\",traffic={},messages=3",
                           "load:topology=\"hypercube:dimensions=4\",pattern=\"traffic:pattern={}\""});
  add("communication patterns", {"load:topology=\"torus:sides=4x4\",pattern={}"});
  add("mappings",
      {"map:topology=\"torus:sides=4x4\",mapping={}", "load:topology=\"mesh:sides=6x4\",mapping={}"});
  add("collectives", {"collective:topology=\"torus:sides=4x4\",operation={},bytes=64k"});
  add("schedules", {"schedule:topology=\"sparse_torus:dimensions=3,side=4\",schedule={}"});
}

}  // namespace

std::vector<std::string> web_scenarios() {
  std::vector<std::string> all{
      "list:name=show",
      "show:topology=\"torus:sides=0x4\"",
      "show:topologi=torus",
      "compare:topologies=[torus:sides=4x4,hypercube:dimensions=4]",
      "sweep:topology=\"torus:sides=4x4\",points=3,resolution=0.1",
      "judge:topology=\"torus:sides=5x5\",routings=[dimension_order,layered]",
      "collective:topology=\"torus:sides=4x4\",operation=allreduce,bytes=1k..1M",
      "collective:topology=\"torus:sides=4x4\",operation=broadcast,algorithm=packed_trees,details=slots",
      "schedule:topology=\"sparse_torus:dimensions=3,side=4\",details=slots",
      "load:topology=\"torus:sides=4x4\",pattern=transpose,users=1-2",
      "load:topology=\"torus:sides=4x4\",pattern=transpose,users=3",
      "map:topology=\"torus:sides=8x4\",mapping=\"local_search:moves=2000\"",
      "simulate:topology=\"clex:m=6,levels=3\",messages=6,engine=\"rounds:loss=0.1\"",
      "load:topology=\"torus:sides=4x4\",failed_links=0.1"};
  for (auto const& request : verb_samples()) all.push_back(request.to_string());
  add_verbs(all);
  add_catalogs(all);
  return all;
}

}  // namespace weft::test
