// SPDX-License-Identifier: Apache-2.0
// uses: a load, a simulation and a picture by the installed library; fails at the first wrong answer.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include <weft/weft.hpp>

namespace {

void expect(bool is_right, char const* what) {
  if (is_right) return;
  std::cerr << "uses: wrong: " << what << "\n";
  std::exit(1);
}

}  // namespace

int main() {
  weft::Interconnect const torus("torus:sides=8x8");

  // A quarter of what each task sends goes over each of its four links.
  expect(torus.loads({.pattern = "halo", .grid = {8, 8}}).throughput == 4, "the load of a halo");

  auto const curve = torus.sweep({.rates = {0.1}, .engine = "flit:warm_up=500,cycles=1000"});
  expect(curve.points.size() == 1 && !curve.points[0].saturated, "a simulation of flits at rate 0.1");
  expect(curve.points[0].latency > 4, "flits that come before they could");  // the mean distance is 4.06

  auto const messages = torus.simulate({.traffic = "permutation", .messages = 2});
  expect(messages.table("summary").at(0, "delivered").number() == 128, "a simulation of messages");

  torus.draw("torus.svg");
  std::ifstream picture("torus.svg");
  std::string text;
  std::getline(picture, text, '\0');
  expect(text.starts_with("<svg") && text.find("</svg>") != std::string::npos, "a picture");
}
