// SPDX-License-Identifier: Apache-2.0
#include "fuzz/graph_again.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::graph_again(data, size, weft::GraphFormat::matrix_market);
}
