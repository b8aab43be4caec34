// SPDX-License-Identifier: Apache-2.0
#include "weft/core/parallel_backend.hpp"

#include <optional>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"

namespace weft {

std::size_t num_shared_tasks(std::size_t tasks) {
  return tasks / num_ranks() + (rank() < tasks % num_ranks() ? 1 : 0);
}

void shared_parallel_for(std::size_t tasks,
                         std::function<void(std::size_t task, unsigned worker)> const& body) {
  std::size_t const first = rank(), step = num_ranks();
  std::optional<InputError> error;
  try {
    parallel_for(num_shared_tasks(tasks),
                 [&](std::size_t task, unsigned worker) { body(first + task * step, worker); });
  } catch (InputError const& its) { error = its; }
  throw_on_all_ranks(error);
}

}  // namespace weft
