// Compares mappings of a job: a halo exchange on 16 x 4 tasks, on a torus of 8 x 8 routers.
#include <iostream>
#include <string>

#include <weft/weft.hpp>

int main() {
  weft::Interconnect const torus("torus:sides=8x8");
  for (std::string const mapping : {"linear", "random", "local_search"}) {
    auto const loads = torus.loads({.pattern = "halo", .grid = {16, 4}, .mapping = mapping});
    std::cout << mapping << ": at most " << loads.throughput << " units per task, limited by "
              << loads.bottleneck << "\n";
  }
}
