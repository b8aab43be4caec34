// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Invalid input from a user: one clear line `where: problem (why); suggestion`. The command turns it into
/// exit status 2. The parts are fields, so that tests and bindings can inspect the cause rather than the
/// text. Control characters in the line are escaped; quote input of any length with `shown`.
class InputError : public std::runtime_error {
 public:
  /// Describes an error. `problem`: the defect, with the invalid value. `why`: the expected input.
  /// `suggestion`: a remedy, such as the nearest valid name. `where`: the option, or file:line:column. The
  /// line omits empty parts.
  explicit InputError(std::string problem, std::string why = {}, std::string suggestion = {},
                      std::string where = {});

  std::string problem, why, suggestion, where;
  std::string parameter = {};  ///< the schema parameter that the error concerns; may be empty

  /// Returns the error with location `place`, unless it already has a location.
  InputError at(std::string_view place) const;
  /// Returns the error with `part` prepended to its location.
  InputError within(std::string_view part) const;
  /// Returns the error with `parameter` set.
  InputError about(std::string_view parameter_name) const;
  /// Returns the error with the location `place` instead of any other.
  InputError moved_to(std::string place) const;
};

/// Returns `a conflicts with b (why); omit a`, for settings `key` or `key=value` that exclude each other.
InputError conflict(std::string_view a, std::string_view b, std::string why, std::string suggestion = {});
/// Returns `a needs b (why); specify b, or omit a`, for a setting that has no effect or meaning without
/// another setting.
InputError needs(std::string_view a, std::string_view b, std::string why = {}, std::string suggestion = {});
/// Returns `setting is missing; specify example`.
InputError missing(std::string_view setting, std::string_view example);

/// Returns the result of `read`. Adds location `place` to an InputError that `read` throws without a
/// location.
template <class Read>
auto at_place(std::string_view place, Read&& read) {
  try {
    return read();
  } catch (InputError const& error) { throw error.at(place); }
}

/// Returns the shortest candidate that begins with `word`, otherwise the nearest candidate by edit distance;
/// empty if no candidate is near enough.
std::string nearest(std::string_view word, std::vector<std::string> const& candidates);

/// Returns `did you mean 'x'?`, or `valid: a, b, c` if no candidate is near. Long lists are truncated.
std::string suggest(std::string_view word, std::vector<std::string> const& candidates);

/// Returns the input as quoted in error messages: escaped, and truncated to 60 characters.
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
