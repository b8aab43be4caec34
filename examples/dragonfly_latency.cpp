// Draws the latency curve of a dragonfly under two routings, as comma-separated values.
#include <iostream>
#include <string>

#include <weft/weft.hpp>

int main() {
  weft::Interconnect const dragonfly("dragonfly:p=2,a=4,h=2");
  std::cout << "routing,rate,throughput,latency\n";
  for (std::string const routing : {"minimal", "ugal"}) {
    auto const curve =
        dragonfly.sweep({.routing = routing, .traffic = "next_group", .rates = {0.05, 0.1, 0.2}});
    for (auto const& point : curve.points)
      std::cout << routing << "," << point.rate << "," << point.throughput << ","
                << (point.saturated ? "saturated" : std::to_string(point.latency)) << "\n";
  }
}
