// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/goal.hpp"

#include <cctype>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t max_amount = (std::uint64_t{1} << 63) - 1, max_streams = 63;

/// A token of a file with comments: a word, a number, or one of { } : -.
struct Token {
  std::string_view text;  // empty: end of the text
  std::uint32_t line = 1, column = 1;
};

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view file) : text_(text), file_(file) { advance(); }

  Token const& next() const { return token_; }
  bool at_end() const { return token_.text.empty(); }
  Token take() {
    auto const token = token_;
    advance();
    return token;
  }
  bool accept(std::string_view text) {
    if (token_.text != text) return false;
    advance();
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail(token_, fmt::format("expected '{}'", text));
  }
  [[noreturn]] void fail(Token const& token, std::string_view expected) const {
    auto const what = token.text.empty() ? "the end of the file" : "'" + shown(token.text) + "'";
    throw InputError("unexpected " + what, std::string(expected), {}, place(token));
  }
  std::string_view file() const { return file_; }
  std::string place(Token const& token) const {
    return fmt::format("{}:{}:{}", file_, token.line, token.column);
  }

 private:
  static bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  void step() {
    if (text_[at_] == '\n') {
      ++line_;
      line_begin_ = at_ + 1;
    }
    ++at_;
  }
  bool begins(std::string_view mark) const { return text_.substr(at_).starts_with(mark); }
  void skip() {
    while (at_ < text_.size()) {
      if (begins("//")) {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (begins("/*")) {
        Token const opening{"/*", line_, column()};
        while (at_ < text_.size() && !begins("*/")) step();
        if (at_ == text_.size()) throw InputError("the comment is not closed", "", "add */", place(opening));
        at_ += 2;
      } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        step();
      } else {
        return;
      }
    }
  }
  std::uint32_t column() const { return static_cast<std::uint32_t>(at_ - line_begin_ + 1); }
  void advance() {
    skip();
    token_ = {{}, line_, column()};
    if (at_ == text_.size()) return;
    auto const begin = at_;
    bool const is_number = std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
    if (is_word(text_[at_]))
      while (at_ < text_.size() && (is_word(text_[at_]) || (is_number && text_[at_] == '.'))) ++at_;
    else
      ++at_;
    token_.text = text_.substr(begin, at_ - begin);
  }

  std::string_view text_, file_;
  std::size_t at_ = 0, line_begin_ = 0;
  std::uint32_t line_ = 1;
  Token token_;
};

class GoalParser {
 public:
  GoalParser(std::string_view text, std::string_view file) : lexer_(text, file) {}

  Program parse() {
    lexer_.expect("num_ranks");
    num_ranks_ = static_cast<std::uint32_t>(number("a number of ranks", 1, ProgramBuilder::max_ranks));
    while (!lexer_.at_end()) read_rank();
    auto program = std::move(builder_).finish(num_ranks_);
    if (program.num_operations() == 0)
      throw InputError("the program has no operations", "all ranks are empty", {},
                       std::string(lexer_.file()));
    reject_cycle(program);
    return program;
  }

 private:
  std::uint64_t number(std::string_view what, std::uint64_t low, std::uint64_t high) {
    auto const token = lexer_.take();
    return checked(token, token.text, what, low, high);
  }
  std::uint64_t checked(Token const& token, std::string_view digits, std::string_view what, std::uint64_t low,
                        std::uint64_t high) {
    auto const value = whole_number_in(digits);
    if (!value || *value < low || *value > high)
      lexer_.fail(token, fmt::format("expected {} from {} to {}", what, low, high));
    return *value;
  }
  /// Reads a number, or -1 as Operation::any.
  std::uint32_t number_or_any(std::string_view what, std::uint64_t high, bool may_be_any) {
    if (may_be_any && lexer_.accept("-")) {
      number("-1", 1, 1);
      return Operation::any;
    }
    return static_cast<std::uint32_t>(number(what, 0, high));
  }
  /// Reads `8b` or `8 b`.
  double bytes() {
    auto const token = lexer_.take();
    auto digits = token.text;
    if (digits.ends_with('b'))
      digits.remove_suffix(1);
    else
      lexer_.expect("b");
    return static_cast<double>(checked(token, digits, "a number of bytes", 0, max_amount));
  }

  void read_rank() {
    lexer_.expect("rank");
    auto const place = lexer_.next();
    auto const rank = static_cast<std::uint32_t>(number("a rank", 0, num_ranks_ - 1));
    if (!first_label_.try_emplace(rank, labels_.size()).second) lexer_.fail(place, "duplicate rank");
    builder_.begin_rank(rank);
    numbers_.clear();
    auto const opening = lexer_.next();
    lexer_.expect("{");
    while (!lexer_.accept("}")) {
      if (lexer_.at_end())
        throw InputError(fmt::format("the block of rank {} is not closed", rank), "", "add }",
                         lexer_.place(opening));
      throw_if_interrupted();
      read_line();
    }
  }

  void read_line() {
    auto const first = lexer_.take();
    if (is_operation(first.text)) return read_operation(first, {});
    if (lexer_.accept(":")) {
      if (std::isalpha(static_cast<unsigned char>(first.text.front())) == 0)
        lexer_.fail(first, "a label begins with a letter");
      return read_operation(lexer_.take(), first);
    }
    auto const verb = lexer_.next();
    bool const for_end = lexer_.accept("requires");
    if (!for_end && !lexer_.accept("irequires"))
      lexer_.fail(verb, "expected ':', 'requires' or 'irequires' after a label");
    auto const waiter = number_of(first), of = number_of(lexer_.take());
    if (for_end)
      builder_.wait_for_end(waiter, of);
    else
      builder_.wait_for_start(waiter, of);
  }

  static bool is_operation(std::string_view text) {
    return text == "send" || text == "recv" || text == "calc";
  }

  std::uint32_t number_of(Token const& label) const {
    auto const found = numbers_.find(label.text);
    if (found == numbers_.end()) lexer_.fail(label, "no earlier operation of this rank has this label");
    return found->second;
  }

  void read_operation(Token const& verb, Token const& label) {
    Operation operation;
    if (verb.text == "calc") {
      operation.kind = OperationKind::compute;
      operation.amount = static_cast<double>(number("nanoseconds", 0, max_amount));
    } else if (is_operation(verb.text)) {
      bool const sends = verb.text == "send";
      operation.kind = sends ? OperationKind::send : OperationKind::receive;
      operation.amount = bytes();
      lexer_.expect(sends ? "to" : "from");
      operation.peer = number_or_any("a rank", num_ranks_ - 1, !sends);
    } else {
      lexer_.fail(verb, "expected send, recv or calc");
    }
    read_options(operation);
    auto const number = builder_.add(operation);
    if (!label.text.empty() && !numbers_.emplace(label.text, number).second)
      lexer_.fail(label, "another operation of this rank has this label");
    labels_.push_back(label.text);
  }

  void read_options(Operation& operation) {
    while (true)
      if (lexer_.accept("tag"))
        operation.tag = number_or_any("a tag", 0xfffffffe, operation.kind == OperationKind::receive);
      else if (lexer_.accept("cpu"))
        operation.cpu = static_cast<std::uint8_t>(number("a CPU", 0, max_streams));
      else if (lexer_.accept("nic"))
        operation.nic = static_cast<std::uint8_t>(number("a network interface", 0, max_streams));
      else
        return;
  }

  void reject_cycle(Program const& program) const {
    auto const cycle = waiting_cycle(program);
    if (cycle.empty()) return;
    auto const rank = program.rank_of(cycle.front());
    std::string text;
    for (auto const operation : cycle) {
      auto const label = labels_[first_label_.at(rank) + operation - program.first_operation(rank)];
      text += fmt::format("{} -> ", label);
      if (text.size() > 200) break;
    }
    text += labels_[first_label_.at(rank) + cycle.front() - program.first_operation(rank)];
    throw InputError(fmt::format("operations of rank {} wait for each other: {}", rank, text), {}, {},
                     std::string(lexer_.file()));
  }

  Lexer lexer_;
  std::uint32_t num_ranks_ = 0;
  ProgramBuilder builder_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // labels of the current rank
  std::vector<std::string_view> labels_;  // label of each operation, in the order of the file
  std::unordered_map<std::uint32_t, std::size_t> first_label_;  // for each rank that has begun
};

}  // namespace

Program parse_goal(std::string_view text, std::string_view file) { return GoalParser(text, file).parse(); }

Program read_goal(std::filesystem::path const& path) {
  auto const text = read_file(path);
  return parse_goal(text, path.string());
}

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

  std::string text(Operation const& operation) {
    auto const where = (operation.cpu > 0 ? fmt::format(" cpu {}", operation.cpu) : "") +
                       (operation.nic > 0 ? fmt::format(" nic {}", operation.nic) : "");
    auto const amount =
        static_cast<std::uint64_t>(operation.kind == OperationKind::compute ? std::round(operation.amount)
                                                                            : std::ceil(operation.amount));
    switch (operation.kind) {
      case OperationKind::send:
        return fmt::format("send {}b to {} tag {}", amount, operation.peer, tag_of(operation)) + where;
      case OperationKind::receive:
        return fmt::format("recv {}b from {} tag {}", amount, number(operation.peer), tag_of(operation)) +
               where;
      case OperationKind::wait_any:
      case OperationKind::wait_some:
        throw InputError("the program waits for the first of several requests",
                         "GOAL does not support such waits");
      default: return fmt::format("calc {}", amount) + where;
    }
  }
  static std::string number(std::uint32_t peer) {
    return peer == Operation::any ? "-1" : std::to_string(peer);
  }
  /// Returns the tag, unchanged if the program has one context.
  std::string tag_of(Operation const& operation) {
    if (program_.num_contexts() == 1 || operation.tag == Operation::any) return number(operation.tag);
    auto const tag = tags_.try_emplace({operation.context, operation.tag}, tags_.size()).first->second;
    return std::to_string(tag);
  }

  Program const& program_;
  std::uint32_t first_ = 0;                                              // first operation of the rank
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> tags_;  // by context and tag
};

}  // namespace

std::string format_goal(Program const& program) {
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
