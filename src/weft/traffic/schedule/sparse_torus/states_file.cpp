// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/schedule/sparse_torus/states_file.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

class StatesReader {
 public:
  StatesReader(std::string_view text, std::string_view file, std::uint32_t dimensions, std::uint32_t side)
      : text_(text),
        in_(text, file, {"SLOT,STATE,..,SEND,..", "#", ", \t\r"}),
        d_(dimensions),
        n_(side),
        digits_(d_, n_) {}

  RouterProgram read() {
    read_header();
    RouterProgram program(d_, n_, count_rows());
    for (std::uint64_t slot = 0; slot < program.slots(); ++slot) {
      in_.next_full_line();
      read_row(program, slot);
    }
    if (in_.next_full_line()) in_.fail("the line is not a row", "a row begins with the number of its slot");
    program.relations = max_repetitions(program);
    return program;
  }

 private:
  /// Returns the number of lines that begin with a digit.
  std::uint64_t count_rows() const {
    std::uint64_t rows = 0;
    bool begins = true;
    for (char const c : text_) {
      rows += begins && c >= '0' && c <= '9' ? 1U : 0U;
      begins = c == '\n';
    }
    if (rows == 0) in_.fail("the file contains no slots");
    return rows;
  }

  void read_header() {
    if (!in_.next_full_line()) in_.fail("the header is missing");
    expect("slot");
    for (std::uint32_t level = 0; level < n_; ++level) expect(fmt::format("level{}", level));
    for (std::uint32_t dim = 0; dim < d_; ++dim) expect(fmt::format("send{}", dim));
    in_.end_line();
  }
  void expect(std::string const& name) {
    auto const place = in_.place();
    if (auto const word = in_.word("column"); word != name)
      in_.fail_at(place, fmt::format("unexpected column '{}'", word),
                  fmt::format("expected {}: the topology has {} levels and {} dimensions", name, n_, d_));
  }

  void read_row(RouterProgram& program, std::uint64_t slot) {
    in_.number("slot", slot, slot);
    for (std::uint32_t level = 0; level < n_; ++level) {
      if (level == 0 && in_.peek() == "x") {
        in_.word("state");
        program.set_state(0, slot, RouterProgram::take_out);
      } else {
        program.set_state(level, slot, static_cast<std::uint8_t>(in_.number("state", 0, d_ - 1)));
      }
    }
    for (std::uint32_t dim = 0; dim < d_; ++dim) {
      auto const place = in_.place();
      auto const word = in_.word("the message sent");
      if (word == "-") continue;
      program.injections.push_back(word.find('@') == std::string_view::npos
                                       ? new_message(word, place)
                                       : kept_message(word, place, slot));
      program.injections.back().slot = slot;
      program.injections.back().dim = dim;
    }
    in_.end_line();
  }

  /// Returns the numbers in `word`, which are separated by `separator`.
  std::vector<std::uint64_t> numbers(std::string_view word, char separator, LineReader::Place place) const {
    std::vector<std::uint64_t> found;
    for (auto const *at = word.data(), *const end = at + word.size();; ++at) {
      auto const [stop, error] = std::from_chars(at, end, found.emplace_back());
      if (error != std::errc{} || (stop != end && *stop != separator))
        in_.fail_at(place, fmt::format("message={}", word),
                    "must be -, an offset such as 1.0.3 or a slot and a dimension such as 7@2");
      if (stop == end) return found;
      at = stop;
    }
  }
  RouterProgram::Injection new_message(std::string_view word, LineReader::Place place) const {
    auto const offset = numbers(word, '.', place);
    std::uint64_t sum = 0;
    for (auto const x : offset) sum += x < n_ ? x : 1;
    if (offset.size() != d_ || std::ranges::any_of(offset, [&](auto x) { return x >= n_; }) ||
        sum % n_ != 0 || sum == 0)
      in_.fail_at(place, fmt::format("offset={}", word),
                  fmt::format("must be {} coordinates below {} that add up to a multiple of {}, not all 0",
                              d_, n_, n_));
    RouterProgram::Injection injection;
    injection.offset = digits_.number(offset);
    return injection;
  }
  RouterProgram::Injection kept_message(std::string_view word, LineReader::Place place,
                                        std::uint64_t slot) const {
    auto const arrival = numbers(word, '@', place);
    if (arrival.size() != 2 || arrival[0] > slot || arrival[1] >= d_)
      in_.fail_at(place, fmt::format("message={}", word),
                  fmt::format("must be a slot up to {}, @ and a dimension up to {}", slot, d_ - 1));
    RouterProgram::Injection injection;
    injection.stored_slot = arrival[0];
    injection.stored_dim = static_cast<std::uint32_t>(arrival[1]);
    return injection;
  }

  static std::uint64_t max_repetitions(RouterProgram const& program) {
    std::vector<std::uint64_t> count(program.processors());
    std::uint64_t max = 1;
    for (auto const& injection : program.injections)
      if (injection.is_new()) max = std::max(max, ++count[injection.offset]);
    return max;
  }

  std::string_view text_;
  LineReader in_;
  std::uint32_t d_, n_;
  ProcessorDigits digits_;
};

std::string sent(RouterProgram::Injection const& injection, ProcessorDigits const& digits) {
  return injection.is_new() ? fmt::format("{}", fmt::join(digits.coordinates(injection.offset), "."))
                            : fmt::format("{}@{}", injection.stored_slot, injection.stored_dim);
}

}  // namespace

std::string format_states(RouterProgram const& program, std::string_view comment) {
  ProcessorDigits const digits(program.dims(), program.side());
  auto text = fmt::format("# {}\nslot", comment);
  for (std::uint32_t level = 0; level < program.side(); ++level) text += fmt::format(",level{}", level);
  for (std::uint32_t dim = 0; dim < program.dims(); ++dim) text += fmt::format(",send{}", dim);
  std::size_t next = 0;
  for (std::uint64_t slot = 0; slot < program.slots(); ++slot) {
    text += fmt::format("\n{}", slot);
    for (std::uint32_t level = 0; level < program.side(); ++level)
      if (auto const state = program.state(level, slot); state == RouterProgram::take_out)
        text += ",x";
      else
        fmt::format_to(std::back_inserter(text), ",{}", state);
    for (std::uint32_t dim = 0; dim < program.dims(); ++dim) {
      bool const sends = next < program.injections.size() && program.injections[next].slot == slot &&
                         program.injections[next].dim == dim;
      text += "," + (sends ? sent(program.injections[next++], digits) : "-");
    }
  }
  return text + "\n";
}

RouterProgram read_states(std::filesystem::path const& path, std::uint32_t dimensions, std::uint32_t side) {
  auto const text = read_file(path);
  return StatesReader(text, path.string(), dimensions, side).read();
}

}  // namespace weft
