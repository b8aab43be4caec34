#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace weft::routing {

/// Working space that several threads borrow, so that it is allocated once for each that works at a time.
template <class Scratch>
class ScratchPool {
 public:
  /// Calls body(Scratch&) with one that no other thread uses; `make()` makes a new one.
  template <class Make, class Body>
  auto with(Make make, Body body) {
    auto scratch = take();
    if (!scratch) scratch = std::make_unique<Scratch>(make());
    struct Return {
      ScratchPool* pool;
      std::unique_ptr<Scratch>* scratch;
      ~Return() { pool->give(std::move(*scratch)); }
    } const back{this, &scratch};
    return body(*scratch);
  }

 private:
  std::unique_ptr<Scratch> take() {
    std::lock_guard const lock(mutex_);
    if (idle_.empty()) return nullptr;
    auto scratch = std::move(idle_.back());
    idle_.pop_back();
    return scratch;
  }
  void give(std::unique_ptr<Scratch> scratch) {
    std::lock_guard const lock(mutex_);
    idle_.push_back(std::move(scratch));
  }
  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> idle_;
};

}  // namespace weft::routing
