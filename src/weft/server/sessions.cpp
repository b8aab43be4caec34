// SPDX-License-Identifier: Apache-2.0
#include "weft/server/sessions.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <new>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "weft/core/time_limit.hpp"
#include "weft/io/bundle.hpp"
#include "weft/server/session_program.hpp"

namespace weft::server {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

/// Polling interval for stop requests, and grace period after which a stopped computation is killed.
constexpr auto check_interval = 10ms, patience = 150ms;

/// The ends of a pipe; started programs do not inherit them.
struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "a pipe");
    read = ends[0];
    write = ends[1];
  }
  int read = -1, write = -1;
};

int spawn(SessionLimits const& limits, int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, answers_descriptor);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, answers_descriptor + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // Ctrl-C on the terminal reaches only the server, which ends its sessions.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> words{"weft", std::string(session_program), std::to_string(limits.bytes)};
  for (auto const& folder : limits.folders) words.push_back(folder.string());
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t process = 0;
  int const error = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), "cannot start a process");
  return process;
}

}  // namespace

std::string failure_bundle(std::string_view kind, std::string_view text) {
  return bundle_bytes(JsonText::object({{"error", JsonText::object({{"kind", kind}, {"text", text}})}}));
}

SessionProcess::~SessionProcess() { end(); }

void SessionProcess::start() {
  Pipe const requests;
  Pipe const answers;
  to_ = requests.write;
  from_ = answers.read;
  try {
    process_ = spawn(limits_, requests.read, answers.write);
  } catch (std::system_error const&) {
    close(requests.read);
    close(answers.write);
    end();
    throw;
  }
  close(requests.read);
  close(answers.write);
}

void SessionProcess::end() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
  process_ = 0;
  to_ = from_ = -1;
  received_ = {};
}

bool SessionProcess::receive() {
  pollfd answers{from_, POLLIN, 0};
  if (poll(&answers, 1, static_cast<int>(check_interval.count())) <= 0) return true;
  std::array<char, 1 << 16> bytes;  // NOLINT(*-member-init)
  auto const got = read(from_, bytes.data(), bytes.size());
  if (got > 0) received_.add({bytes.data(), static_cast<std::size_t>(got)});
  return got > 0 || (got < 0 && errno == EINTR);
}

std::string SessionProcess::answer(std::string_view request, bool figures,
                                   std::function<void(std::string const&)> const& progress,
                                   std::atomic<bool> const& stop) {
  try {
    if (stop) return failure_bundle("stopped", "the computation was stopped");
    if (process_ == 0) start();
    if (!write_message(to_, figures ? Message::request_figures : Message::request, request))
      return ended_by_itself();
    return wait(progress, stop);
  } catch (std::bad_alloc const&) {
    end();  // the rest of the response is still in the pipe
    return failure_bundle("memory", fmt::format("the answer does not fit into the {} GiB of the server",
                                                max_server_bytes >> 30));
  } catch (std::exception const& error) {
    end();
    return failure_bundle("internal", error.what());
  }
}

std::string SessionProcess::wait(std::function<void(std::string const&)> const& progress,
                                 std::atomic<bool> const& stop) {
  auto const begin = Clock::now();
  std::optional<Clock::time_point> stopped;
  std::string why;
  while (receive()) {
    while (auto const message = received_.next()) {
      if (message->kind == Message::answer)
        return stopped ? failure_bundle("stopped", why) : std::move(message->text);
      progress(message->text);
    }
    auto const now = Clock::now();
    bool const late =
        limits_.seconds > 0 && std::chrono::duration<double>(now - begin).count() > limits_.seconds;
    if (!stopped && (stop || late)) {
      why = stop ? "the computation was stopped"
                 : fmt::format("stopped after {}, the limit of a request (weft explore --time)",
                               format_duration(limits_.seconds));
      stopped = now;
      kill(process_, SIGINT);
    } else if (stopped && now - *stopped > patience) {
      break;
    }
  }
  if (!stopped) return ended_by_itself();
  end();
  return failure_bundle("stopped", why);
}

std::string SessionProcess::ended_by_itself() {
  int status = 0;
  if (process_ > 0) waitpid(process_, &status, 0);
  process_ = 0;
  end();
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return failure_bundle("memory", "the system ended the computation, most likely because memory ran out");
  return failure_bundle("internal", fmt::format("weft failed on this request (signal {}) and was restarted",
                                                WIFSIGNALED(status) ? WTERMSIG(status) : 0));
}

struct Sessions::Session {
  explicit Session(SessionLimits limits) : process(std::move(limits)) {}

  std::mutex computing;
  SessionProcess process;
  unsigned requests = 0;      ///< number of current requests
  std::string stopped_early;  ///< the id of a request that was stopped before it arrived
  Clock::time_point used = Clock::now();
};

struct Sessions::Pending {
  std::atomic<bool> stop{false};
  Progress progress;
};

std::optional<std::string> Sessions::open() {
  std::shared_ptr<Session> closed;  // outlives the lock
  std::lock_guard const lock(mutex_);
  if (sessions_.size() == max_sessions) {
    auto oldest = sessions_.end();
    for (auto entry = sessions_.begin(); entry != sessions_.end(); ++entry)
      if (entry->second->requests == 0 &&
          (oldest == sessions_.end() || entry->second->used < oldest->second->used))
        oldest = entry;
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
  auto const pending = std::make_shared<Pending>();
  std::shared_ptr<Session> chosen;
  {
    std::lock_guard const lock(mutex_);
    auto const found = sessions_.find(session);
    if (found == sessions_.end()) return std::nullopt;
    if (!pending_.emplace(Name{session, id}, pending).second)
      return failure_bundle("internal", "two requests have the same id");
    chosen = found->second;
    ++chosen->requests;
    pending->stop = has_ended_ || chosen->stopped_early == id;
    changed_.notify_all();
  }
  auto const keep = [&](std::string const& text) {
    std::lock_guard const lock(mutex_);
    ++pending->progress.number;
    pending->progress.text = text;
    changed_.notify_all();
  };
  std::string bundle;
  {
    std::lock_guard const alone(chosen->computing);
    bundle = chosen->process.answer(request, figures, keep, pending->stop);
  }
  std::lock_guard const lock(mutex_);
  pending->progress.is_over = true;
  pending_.erase({session, id});
  chosen->used = Clock::now();
  --chosen->requests;
  changed_.notify_all();
  return bundle;
}

bool Sessions::stop(std::string const& session, std::string const& id) {
  std::lock_guard const lock(mutex_);
  auto const found = pending_.find({session, id});
  if (found != pending_.end()) {
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
  auto found = pending_.end();
  auto const exists = [&] { return (found = pending_.find({session, id})) != pending_.end(); };
  if (!changed_.wait_for(lock, patience, [&] { return has_ended_ || exists(); }) || !exists())
    return {.is_over = true};
  auto const pending = found->second;
  changed_.wait_for(lock, patience, [&] {
    return has_ended_ || pending->progress.is_over || pending->progress.number > seen;
  });
  return pending->progress;
}

bool Sessions::is_busy() {
  std::lock_guard const lock(mutex_);
  return !pending_.empty();
}

void Sessions::end() {
  std::lock_guard const lock(mutex_);
  has_ended_ = true;
  for (auto const& [name, pending] : pending_) pending->stop = true;
  changed_.notify_all();
}

}  // namespace weft::server
