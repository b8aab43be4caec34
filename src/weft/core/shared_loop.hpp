#pragma once

#include <cstddef>
#include <functional>

namespace weft {

/// Collective. A parallel_for over this rank's tasks, every num_ranks()-th. The caller combines the results
/// of all ranks. An InputError of a body reaches the callers on all ranks.
void shared_parallel_for(std::size_t tasks,
                         std::function<void(std::size_t task, unsigned worker)> const& body);
/// How many of the tasks are this rank's.
std::size_t num_shared_tasks(std::size_t tasks);

}  // namespace weft
