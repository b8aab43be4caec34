#pragma once

#include <string_view>

namespace weft {

enum class LogLevel { quiet, warnings, all };

/// What reaches standard error; warnings, unless the command says otherwise.
void set_log_level(LogLevel level);

/// Tells the user of something that is probably not meant, and goes on.
void warn(std::string_view message);
/// Tells a user who asked for details what is being done.
void info(std::string_view message);

}  // namespace weft
