// A topology of one's own, with parameters, on all engines: two rings of routers, joined by rungs.
#include <iostream>
#include <string>
#include <tuple>

#include <weft/weft.hpp>

struct Prism {
  struct Params {
    std::int64_t corners = 6;
  };
  static constexpr std::string_view name = "prism";
  static constexpr std::string_view doc = "Two rings of routers, joined by rungs. One terminal per router.";
  static constexpr std::tuple schema{
      weft::param("corners", &Params::corners, weft::Range{3, 1000000}, "routers of each ring")};

  static weft::Wiring wiring(Params const& params) {
    auto const n = static_cast<std::uint32_t>(params.corners);
    weft::Wiring prism(2 * n);
    for (std::uint32_t i = 0; i < n; ++i) {
      prism.link(i, (i + 1) % n);
      prism.link(n + i, n + (i + 1) % n);
      prism.link(i, n + i, "rung");
    }
    return prism;
  }
};

int main() {
  weft::add_topology<Prism>();
  weft::Interconnect const prism("prism:corners=8");

  std::cout << "diameter " << prism.metric("diameter").text() << "\n";
  std::cout << "rounds: " << prism.simulate({.traffic = "bit_complement"}).answer << "\n";
  auto const point = prism.sweep({.routing = "up_down", .rates = {0.1}}).points[0];
  std::cout << "flits: latency " << point.latency << " cycles at rate " << point.rate << "\n";
  std::cout << "load: at most " << prism.loads({.pattern = "all_to_all"}).throughput << " per task\n";
  std::cout << "deadlock: " << prism.deadlock("up_down").text << "\n";
  prism.draw("prism.svg");
}
