#pragma once

#include <cstdint>
#include <string>

namespace weft {

/// Bytes of memory that this machine has.
std::uint64_t physical_memory();

/// Refuses what cannot fit, before anything is allocated: throws InputError if `bytes` exceed the machine's memory.
/// `what` is the subject of "needs 412 GB".
void require_memory(std::uint64_t bytes, std::string const& what);

}  // namespace weft
