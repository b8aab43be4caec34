// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Invalid input from a user: one clear line `where: problem (why); suggestion`. The command turns it into
/// exit status 2. The parts are fields, so that tests and bindings can inspect the cause instead of the text.
/// The line escapes control characters; quote input of any length with `shown`.
class InputError : public std::runtime_error {
 public:
  /// `problem`: the defect, with the offending value. `why`: the expected input. `suggestion`: a remedy, e.g.
  /// the nearest valid name. `where`: the option, or file:line:column. The line omits empty parts.
  explicit InputError(std::string problem, std::string why = {}, std::string suggestion = {},
                      std::string where = {});

  std::string problem, why, suggestion, where;
  std::string parameter = {};  ///< the schema parameter that the error concerns; may be empty

  /// Returns the error with the location `place`, unless it already has a location.
  InputError at(std::string_view place) const;
  /// Returns the error with `part` prepended to its location.
  InputError within(std::string_view part) const;
  /// Returns the error with `parameter` set.
  InputError about(std::string_view parameter_name) const;

 private:
  InputError moved_to(std::string place) const;
};

/// Returns `a conflicts with b (why); omit a`: settings, each `key` or `key=value`, that exclude each other.
InputError conflict(std::string_view a, std::string_view b, std::string why, std::string suggestion = {});
/// Returns `a needs b (why); give b, or omit a`: a setting that has no effect or no meaning without another
/// one.
InputError needs(std::string_view a, std::string_view b, std::string why = {}, std::string suggestion = {});
/// Returns `setting is missing; give example`.
InputError missing(std::string_view setting, std::string_view example);

/// Returns the result of `read`; an InputError that it throws without a location receives `place`.
template <class Read>
auto at_place(std::string_view place, Read&& read) {
  try {
    return read();
  } catch (InputError const& error) { throw error.at(place); }
}

/// Returns the shortest candidate that begins with `word`, or else the nearest one by edit distance; empty
/// if no candidate is near enough.
std::string nearest(std::string_view word, std::vector<std::string> const& candidates);

/// Returns `did you mean 'x'?`, or `valid: a, b, c` if no candidate is near; long lists are cut.
std::string suggest(std::string_view word, std::vector<std::string> const& candidates);

/// Returns input as error messages quote it: escaped, cut after 60 characters.
std::string shown(std::string_view text);

}  // namespace weft

/// Checks a condition that only a bug in Weft can violate; disabled in release builds.
#if WEFT_ASSERTIONS
#define WEFT_EXPECT(condition)                                                                               \
  do {                                                                                                       \
    if (condition) break;                                                                                    \
    throw std::logic_error(std::string{__FILE__ ":"} + std::to_string(__LINE__) + ": expected " #condition); \
  } while (false)
#else
#define WEFT_EXPECT(condition) static_cast<void>(0)
#endif
