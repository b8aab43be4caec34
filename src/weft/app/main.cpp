// SPDX-License-Identifier: Apache-2.0
#include "weft/app/command.hpp"
#include "weft/app/termination.hpp"

int main(int argc, char** argv) {
  weft::app::SigtermGuard const taking;
  return weft::app::run(argc, argv);
}
