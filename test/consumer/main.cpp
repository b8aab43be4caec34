// SPDX-License-Identifier: Apache-2.0
// consumer VERSION: succeeds when the installed headers are of that version.
#include <iostream>

#include "weft/version.hpp"

int main(int argc, char** argv) {
  std::cout << "weft " << weft::version << " (" << weft::revision << ", " << weft::compiler << ")\n";
  return argc == 2 && argv[1] == weft::version ? 0 : 1;
}
