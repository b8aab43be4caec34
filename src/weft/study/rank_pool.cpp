// SPDX-License-Identifier: Apache-2.0
#include "weft/study/rank_pool.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <semaphore>
#include <thread>
#include <utility>

#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/io/json.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

/// Kind of message between ranks.
enum class Tag : int { request, answer, alive, end, end_without_lost };

/// Concatenates strings, each preceded by its length.
class TextWriter {
 public:
  TextWriter& add(std::string_view text) {
    std::uint64_t const size = text.size();
    bytes_.append(reinterpret_cast<char const*>(&size), sizeof size).append(text);
    return *this;
  }
  std::string const& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class TextReader {
 public:
  explicit TextReader(std::string_view bytes) : left_(bytes) {}
  bool at_end() const { return left_.empty(); }
  std::string next() {
    std::uint64_t size = 0;
    std::memcpy(&size, left_.data(), sizeof size);
    std::string text(left_.substr(sizeof size, size));
    left_.remove_prefix(sizeof size + size);
    return text;
  }

 private:
  std::string_view left_;
};

std::string written(RankReply const& answer) {
  TextWriter text;
  text.add(std::to_string(answer.job)).add(std::to_string(answer.seconds));
  if (auto const& failure = answer.failure) {
    text.add("failed").add(failure->problem).add(failure->why).add(failure->suggestion).add(failure->where);
  } else {
    text.add("done").add(result_json(answer.result));
    for (auto const& picture : answer.pictures) text.add(picture.name).add(picture.content);
  }
  return text.bytes();
}

RankReply read_answer(std::string_view bytes) {
  TextReader text(bytes);
  RankReply answer;
  answer.job = std::stoull(text.next());
  answer.seconds = std::stod(text.next());
  if (text.next() == "failed") {
    auto const problem = text.next(), why = text.next(), suggestion = text.next();
    answer.failure.emplace(problem, why, suggestion, text.next());
    return answer;
  }
  answer.result = parse_result(text.next(), "an answer of another rank");
  while (!text.at_end()) {
    auto name = text.next();
    answer.pictures.push_back({std::move(name), text.next()});
  }
  return answer;
}

RankReply computed(std::string_view request) {
  TextReader text(request);
  RankReply answer;
  answer.job = std::stoull(text.next());
  auto const begin = std::chrono::steady_clock::now();
  try {
    auto const experiment = verb::assemble(Spec::parse(text.next()));
    answer.result = experiment->run();
    if (!text.next().empty()) answer.pictures = verb::pictures_of(*experiment, answer.result);
  } catch (InputError const& error) { answer.failure = error; }
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return answer;
}

void send_tagged(unsigned to, Tag tag, std::string const& bytes = {}) {
  send(to, static_cast<int>(tag), bytes);
}

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds heartbeat_interval{250};
constexpr std::chrono::microseconds poll_interval{100};
/// Time after which a silent rank is considered lost. The limit is longer at the start, while the rank reads
/// the study, and for rank 0, which may be busy between polls.
constexpr std::chrono::seconds rank_timeout{5}, start_timeout{60}, rank_0_timeout{120};

/// A computation in a separate thread, during which the thread that may use MPI waits for messages.
class Computation {
 public:
  explicit Computation(std::string request)
      : thread_([this, request = std::move(request), threads = num_threads()] {
          SingleRankScope const alone;
          Threads const share{threads};
          try {
            answer_ = written(computed(request));
          } catch (...) { failure_ = std::current_exception(); }
          done_.release();
        }) {}

  /// Waits briefly. Returns the reply if there is one; rethrows failures.
  std::optional<std::string> wait() {
    if (!done_.try_acquire_for(poll_interval)) return {};
    thread_.join();
    if (failure_) std::rethrow_exception(failure_);
    return std::move(answer_);
  }

 private:
  std::string answer_;
  std::exception_ptr failure_;
  std::binary_semaphore done_{0};
  std::jthread thread_;  // the last member, because it uses the others
};

/// The server loop of a rank other than 0.
class Server {
 public:
  void serve() {
    while (take_message()) {
      if (computation_) send_answer();
      if (!computation_) std::this_thread::sleep_for(poll_interval);
      if (met_ && Clock::now() - last_message_ > rank_0_timeout)
        throw InputError("rank 0 does not respond", "rank 0 has terminated, or its machine is down",
                         "run the command again: the store contains the finished runs");
      if (Clock::now() - last_heartbeat_ < heartbeat_interval) continue;
      last_heartbeat_ = Clock::now();
      send_tagged(0, Tag::alive);
    }
  }

 private:
  /// Handles the next message, if any. Returns false after the shutdown message.
  bool take_message() {
    throw_if_interrupted();
    auto message = try_receive();
    if (!message) return true;
    met_ = true;
    last_message_ = Clock::now();
    auto const tag = static_cast<Tag>(message->tag);
    if (tag == Tag::end_without_lost) end_without_lost_ranks();
    if (tag == Tag::request) computation_.emplace(std::move(message->bytes));
    return tag != Tag::end && tag != Tag::end_without_lost;
  }

  void send_answer() {
    auto const answer = computation_->wait();
    if (!answer) return;
    computation_.reset();
    send_tagged(0, Tag::answer, *answer);
  }

  std::optional<Computation> computation_;
  Clock::time_point last_message_, last_heartbeat_;
  bool met_ = false;
};

}  // namespace

RankPool::RankPool() : others_(num_ranks() - 1) {}

RankPool::~RankPool() {
  bool const lost = std::ranges::any_of(others_, &Other::lost);
  for (unsigned rank = 1; rank <= size(); ++rank) send_tagged(rank, lost ? Tag::end_without_lost : Tag::end);
  if (lost) end_without_lost_ranks();
}

void RankPool::submit(std::size_t job, Spec const& request, bool pictures) {
  auto const idle = std::ranges::find_if(others_, &Other::idle);
  idle->job = job;
  send_tagged(
      static_cast<unsigned>(idle - others_.begin()) + 1, Tag::request,
      TextWriter().add(std::to_string(job)).add(request.to_string()).add(pictures ? "pictures" : "").bytes());
}

std::optional<RankReply> RankPool::answer() {
  send_heartbeat();
  while (auto const message = try_receive()) {
    auto& from = others_[message->from - 1];
    from.last_message = Clock::now();
    from.met = true;
    bool const is_answer = message->tag == static_cast<int>(Tag::answer), was_lost = from.lost;
    if (is_answer) from.job.reset();
    if (!from.job) from.lost = false;
    if (is_answer && !was_lost) return read_answer(message->bytes);
  }
  return {};
}

std::vector<RankPool::Loss> RankPool::losses() {
  std::vector<Loss> losses;
  auto const now = Clock::now();
  for (unsigned rank = 1; rank <= size(); ++rank) {
    auto& other = others_[rank - 1];
    if (other.lost || now - other.last_message < (other.met ? rank_timeout : start_timeout)) continue;
    other.lost = true;
    losses.push_back({rank, other.job});
  }
  return losses;
}

void RankPool::send_heartbeat() {
  auto const now = Clock::now();
  if (now - last_heartbeat_ < heartbeat_interval) return;
  last_heartbeat_ = now;
  for (unsigned rank = 1; rank <= size(); ++rank) send_tagged(rank, Tag::alive);
}

void serve_rank_0() { Server().serve(); }

}  // namespace weft::study
