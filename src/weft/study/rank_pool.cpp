#include "weft/study/rank_pool.hpp"

#include <chrono>
#include <cstring>

#include "weft/core/interrupt.hpp"
#include "weft/core/ranks.hpp"
#include "weft/io/json.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

/// What a message between ranks says.
enum class Tag : int { request, answer, end };

/// Texts one after the other, each behind its length.
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

std::string written(RankAnswer const& answer) {
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

RankAnswer read_answer(std::string_view bytes) {
  TextReader text(bytes);
  RankAnswer answer;
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

RankAnswer computed(std::string_view request) {
  TextReader text(request);
  RankAnswer answer;
  answer.job = std::stoull(text.next());
  auto const begin = std::chrono::steady_clock::now();
  try {
    auto const experiment = verb::assemble(Spec::parse(text.next()));
    answer.result = experiment->run();
    answer.pictures = experiment->pictures(answer.result);
  } catch (InputError const& error) { answer.failure = error; }
  answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return answer;
}

void send_tagged(unsigned to, Tag tag, std::string const& bytes) { send(to, static_cast<int>(tag), bytes); }

}  // namespace

RankPool::RankPool() : size_(num_ranks() - 1) {
  for (auto other = static_cast<unsigned>(size_); other > 0; --other) idle_.push_back(other);
}

RankPool::~RankPool() {
  for (unsigned other = 1; other <= size_; ++other) send_tagged(other, Tag::end, "");
}

void RankPool::give(std::size_t job, Spec const& request) {
  send_tagged(idle_.back(), Tag::request,
              TextWriter().add(std::to_string(job)).add(request.to_string()).bytes());
  idle_.pop_back();
}

std::optional<RankAnswer> RankPool::answer() {
  if (!has_busy()) return {};
  auto const message = try_receive();
  if (!message) return {};
  idle_.push_back(message->from);
  return read_answer(message->bytes);
}

void serve_rank_0() {
  AsOneRank const alone;
  for (;;) {
    auto const message = receive();
    if (message.tag == static_cast<int>(Tag::end)) return;
    send_tagged(0, Tag::answer, written(computed(message.bytes)));
  }
}

}  // namespace weft::study
