// Builds a topology by hand, a ring of 8 routers with two chords, and measures it.
#include <iostream>

#include <weft/weft.hpp>

int main() {
  weft::Wiring wiring(8);  // routers 0 to 7, one terminal each
  for (unsigned r = 0; r < 8; ++r) wiring.link(r, (r + 1) % 8);
  wiring.link(0, 4);
  wiring.link(2, 6);

  weft::Interconnect const ring("chordal_ring", wiring);
  for (auto const& metric : ring.metrics({"links", "diameter", "avg_dist", "bisection"}))
    std::cout << metric.name << " = " << metric.text() << "\n";
}
