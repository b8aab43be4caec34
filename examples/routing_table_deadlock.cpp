// Asks whether a routing table is free of deadlock: on a ring of 4, every packet goes two hops clockwise.
#include <iostream>

#include <weft/weft.hpp>

int main() {
  weft::Interconnect const ring("ring:routers=4");

  // Each route lists the routers that a packet visits.
  weft::PacketRoutes const clockwise{{0, 1, 2}, {1, 2, 3}, {2, 3, 0}, {3, 0, 1}};
  auto verdict = ring.deadlock(clockwise);
  std::cout << "clockwise: " << verdict.text << "\n";
  for (auto const& step : verdict.cycle) std::cout << "  " << step << "\n";

  weft::PacketRoutes const safe{{0, 1, 2}, {1, 2, 3}, {2, 1, 0}, {3, 2, 1}};
  verdict = ring.deadlock(safe);
  std::cout << "never from 3 to 0: " << verdict.text << "\n";
  return verdict.is_free ? 0 : 1;
}
