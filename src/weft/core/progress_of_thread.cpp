#include "weft/core/progress_of_thread.hpp"

#include <utility>

namespace weft {
namespace {

thread_local Progress* listener_of_this_thread = nullptr;

}  // namespace

ProgressOfThread::ProgressOfThread(Progress& listener)
    : previous_(std::exchange(listener_of_this_thread, &listener)) {}

ProgressOfThread::~ProgressOfThread() { listener_of_this_thread = previous_; }

Progress& progress_of_thread() {
  return listener_of_this_thread == nullptr ? no_progress() : *listener_of_this_thread;
}

}  // namespace weft
