#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "weft/traffic/communication/communication.hpp"

namespace weft::task {

/// What the ranks of a program send each other.
class ProgramMessages {
 public:
  struct Params {
    std::string of = "stencil";
  };
  static constexpr std::string_view name = "program";
  static constexpr std::string_view doc =
      "The bytes that the ranks of a program of docs/reference/programs.md send each other, collective calls as "
      "messages, so that mappings can be searched for it: program:of=[fft:points=64]. Rank i is task i";
  static constexpr std::tuple schema{
      param("of", &Params::of, "the program, in brackets if it has parameters").from("programs")};

  explicit ProgramMessages(Params const& params) : params_(params) {}
  Communication communicate(TaskContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::task
