#include "weft/experiment/new_result.hpp"

#include "weft/core/parallel.hpp"
#include "weft/version.hpp"

namespace weft {

Result new_result(std::uint64_t seed) {
  Result result;
  result.version = version;
  result.seed = seed;
  result.host = describe_host();
  result.threads = num_threads();
  return result;
}

}  // namespace weft
