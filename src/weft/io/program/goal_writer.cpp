#include "weft/io/program/goal_writer.hpp"

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

class GoalWriter {
 public:
  explicit GoalWriter(Program const& program) : program_(program) {}

  std::string head() const { return fmt::format("num_ranks {}\n", program_.num_ranks()); }
  std::string rank(std::uint32_t rank) {
    throw_if_interrupted();
    first_ = program_.first_operation(rank);
    auto const end = program_.first_operation(rank + 1);
    if (first_ == end) return {};
    auto out = fmt::format("rank {} {{\n", rank);
    for (auto i = first_; i < end; ++i) out += label(i) + ": " + text(program_.operation(i)) + '\n';
    for (auto i = first_; i < end; ++i) {
      for (auto const waiter : program_.after_end(i)) out += label(waiter) + " requires " + label(i) + '\n';
      for (auto const waiter : program_.after_start(i))
        out += label(waiter) + " irequires " + label(i) + '\n';
    }
    return out + "}\n";
  }

 private:
  std::string label(std::uint32_t operation) const { return fmt::format("l{}", operation - first_); }

  std::string text(Operation const& it) {
    auto const where = (it.cpu > 0 ? fmt::format(" cpu {}", it.cpu) : "") +
                       (it.nic > 0 ? fmt::format(" nic {}", it.nic) : "");
    auto const amount = static_cast<std::uint64_t>(it.kind == OperationKind::compute ? std::round(it.amount)
                                                                                     : std::ceil(it.amount));
    switch (it.kind) {
      case OperationKind::send:
        return fmt::format("send {}b to {} tag {}", amount, it.peer, tag_of(it)) + where;
      case OperationKind::receive:
        return fmt::format("recv {}b from {} tag {}", amount, number(it.peer), tag_of(it)) + where;
      case OperationKind::wait_any:
      case OperationKind::wait_some:
        throw InputError("a program that waits for the first of several requests", "GOAL has no such wait");
      default: return fmt::format("calc {}", amount) + where;
    }
  }
  static std::string number(std::uint32_t peer) {
    return peer == Operation::any ? "-1" : std::to_string(peer);
  }
  /// Tags stay as they are if there is one context.
  std::string tag_of(Operation const& it) {
    if (program_.num_contexts() == 1 || it.tag == Operation::any) return number(it.tag);
    auto const tag = tags_.try_emplace({it.context, it.tag}, tags_.size()).first->second;
    return std::to_string(tag);
  }

  Program const& program_;
  std::uint32_t first_ = 0;                                              // operation of the rank
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> tags_;  // of context and tag
};

}  // namespace

std::string goal_text(Program const& program) {
  GoalWriter writer(program);
  auto text = writer.head();
  for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank) text += writer.rank(rank);
  return text;
}

void write_goal(std::filesystem::path const& path, Program const& program) {
  AtomicFile file(path);
  GoalWriter writer(program);
  file.write(writer.head());
  for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank) file.write(writer.rank(rank));
  file.commit();
}

}  // namespace weft
