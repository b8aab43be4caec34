// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Wrong input from a user: one clear line `where: problem (why); suggestion`. The command turns it into exit
/// status 2. The parts are fields, so that tests and bindings can look at the cause instead of the text. The
/// line escapes control characters; a part that quotes input of any length uses `shown`.
class InputError : public std::runtime_error {
 public:
  /// `problem`: what was wrong, with the offending value. `why`: what was expected. `suggestion`: what to do,
  /// e.g. the nearest valid name. `where`: the option, or file:line:column. The line omits empty parts.
  explicit InputError(std::string problem, std::string why = {}, std::string suggestion = {},
                      std::string where = {});

  std::string problem, why, suggestion, where;
  std::string parameter = {};  ///< the parameter of a schema that the error is about; empty if there is none

  /// The same error at `place`; a place that is already known stays.
  InputError at(std::string_view place) const;
  /// The same error inside `part`, which precedes the place that is already known.
  InputError within(std::string_view part) const;
  /// The same error about a parameter.
  InputError about(std::string_view parameter_name) const;

 private:
  InputError moved_to(std::string place) const;
};

/// `a conflicts with b (why); omit a`: settings, each `key` or `key=value`, that exclude each other.
InputError conflict(std::string_view a, std::string_view b, std::string why, std::string suggestion = {});
/// `a needs b (why); give b, or omit a`: a setting that has no effect or no meaning without another one.
InputError needs(std::string_view a, std::string_view b, std::string why = {}, std::string suggestion = {});
/// `setting is missing; give example`.
InputError missing(std::string_view setting, std::string_view example);

/// What `read` returns; an InputError that it throws names `place`, if it knows none yet.
template <class Read>
auto at_place(std::string_view place, Read&& read) {
  try {
    return read();
  } catch (InputError const& error) { throw error.at(place); }
}

/// The candidate nearest to `word` by edit distance, or empty if none is near enough to be meant.
std::string nearest(std::string_view word, std::vector<std::string> const& candidates);

/// `did you mean 'x'?`, or `valid: a, b, c` when nothing is near; of many candidates the first few.
std::string suggest(std::string_view word, std::vector<std::string> const& candidates);

/// Input as an error quotes it: escaped, cut after 60 characters.
std::string shown(std::string_view text);

}  // namespace weft

/// States a condition that only an error in the code can break; off in release builds.
#if WEFT_ASSERTIONS
#define WEFT_EXPECT(condition)                                                                               \
  do {                                                                                                       \
    if (condition) break;                                                                                    \
    throw std::logic_error(std::string{__FILE__ ":"} + std::to_string(__LINE__) + ": expected " #condition); \
  } while (false)
#else
#define WEFT_EXPECT(condition) static_cast<void>(0)
#endif
