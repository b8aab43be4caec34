#include "weft/app/explore/sessions.hpp"

namespace weft::app {

using Clock = std::chrono::steady_clock;

struct Sessions::Session {
  explicit Session(SessionLimits limits) : process(std::move(limits)) {}

  std::mutex computing;
  SessionProcess process;
  unsigned requests = 0;      ///< at hand
  std::string stopped_early;  ///< the request that was stopped before it came
  Clock::time_point used = Clock::now();
};

struct Sessions::Asked {
  std::atomic<bool> stop{false};
  Progress progress;
};

std::optional<std::string> Sessions::open() {
  std::shared_ptr<Session> closed;  // ends after the lock
  std::lock_guard const lock(mutex_);
  if (sessions_.size() == most_sessions) {
    auto oldest = sessions_.end();
    for (auto it = sessions_.begin(); it != sessions_.end(); ++it)
      if (it->second->requests == 0 && (oldest == sessions_.end() || it->second->used < oldest->second->used))
        oldest = it;
    if (oldest == sessions_.end()) return std::nullopt;
    closed = oldest->second;
    sessions_.erase(oldest);
  }
  auto name = std::to_string(++opened_);
  sessions_.emplace(name, std::make_shared<Session>(limits_));
  return name;
}

std::optional<std::string> Sessions::answer(std::string const& session, std::string const& id,
                                            std::string_view request, bool figures) {
  auto const asked = std::make_shared<Asked>();
  std::shared_ptr<Session> chosen;
  {
    std::lock_guard const lock(mutex_);
    auto const found = sessions_.find(session);
    if (found == sessions_.end()) return std::nullopt;
    if (!asked_.emplace(Name{session, id}, asked).second)
      return failure_bundle("internal", "two requests have the same id");
    chosen = found->second;
    ++chosen->requests;
    asked->stop = ended_ || chosen->stopped_early == id;
    changed_.notify_all();
  }
  auto const keep = [&](std::string const& text) {
    std::lock_guard const lock(mutex_);
    ++asked->progress.number;
    asked->progress.text = text;
    changed_.notify_all();
  };
  std::string bundle;
  {
    std::lock_guard const alone(chosen->computing);
    bundle = chosen->process.answer(request, figures, keep, asked->stop);
  }
  std::lock_guard const lock(mutex_);
  asked->progress.is_over = true;
  asked_.erase({session, id});
  chosen->used = Clock::now();
  --chosen->requests;
  changed_.notify_all();
  return bundle;
}

bool Sessions::stop(std::string const& session, std::string const& id) {
  std::lock_guard const lock(mutex_);
  auto const found = asked_.find({session, id});
  if (found != asked_.end()) {
    found->second->stop = true;
  } else if (auto const owner = sessions_.find(session); owner != sessions_.end()) {
    owner->second->stopped_early = id;
  } else {
    return false;
  }
  return true;
}

Sessions::Progress Sessions::progress(std::string const& session, std::string const& id, std::uint64_t seen,
                                      std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  auto found = asked_.end();
  auto const is_known = [&] { return (found = asked_.find({session, id})) != asked_.end(); };
  if (!changed_.wait_for(lock, patience, [&] { return ended_ || is_known(); }) || !is_known())
    return {.is_over = true};
  auto const asked = found->second;
  changed_.wait_for(lock, patience,
                    [&] { return ended_ || asked->progress.is_over || asked->progress.number > seen; });
  return asked->progress;
}

bool Sessions::is_busy() {
  std::lock_guard const lock(mutex_);
  return !asked_.empty();
}

void Sessions::end() {
  std::lock_guard const lock(mutex_);
  ended_ = true;
  for (auto const& [name, asked] : asked_) asked->stop = true;
  changed_.notify_all();
}

}  // namespace weft::app
