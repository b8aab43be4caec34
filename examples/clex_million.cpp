// Routes 28 messages per node on a CLEX of 1,048,576 nodes with the randomized algorithm of Lenzen & Wattenhofer.
#include <iostream>

#include <weft/weft.hpp>

int main() {
  weft::Interconnect const clex("clex:m=32,levels=4");
  std::cout << clex.num_terminals() << " nodes, diameter " << clex.metric("diameter").text() << "\n";

  auto const result = clex.simulate({.messages = 28, .engine = "rounds"});
  auto const& summary = result.table("summary");
  for (std::size_t column = 0; column < summary.columns.size(); ++column)
    std::cout << summary.columns[column].name << " = " << summary.rows[0][column].short_text() << "\n";
}
