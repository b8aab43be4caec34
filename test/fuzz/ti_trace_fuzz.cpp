// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_or_reject.hpp"
#include "weft/io/program/ti_trace.hpp"

/// Any bytes are a trace or refused; its operations wait for none that is not there.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size, [](std::string_view text) {
    auto const program = weft::parse_ti_trace({{std::string(text), "file"}}, 1e9);
    if (program.first_operation(program.num_ranks()) != program.num_operations()) std::abort();
    if (!weft::waiting_cycle(program).empty()) std::abort();
    for (std::uint32_t i = 0; i < program.num_operations(); ++i)
      if (auto const& it = program.operation(i); it.kind == weft::OperationKind::send)
        if (it.peer >= program.num_ranks()) std::abort();
  });
}
