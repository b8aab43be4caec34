#include "weft/core/log.hpp"

#include <memory>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace weft {
namespace {

spdlog::logger& logger() {
  static spdlog::logger instance = [] {
    spdlog::logger made("weft", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    made.set_pattern("weft: %^%l%$: %v");
    made.set_level(spdlog::level::warn);
    return made;
  }();
  return instance;
}

}  // namespace

void set_log_level(LogLevel level) {
  switch (level) {
    case LogLevel::quiet: logger().set_level(spdlog::level::off); break;
    case LogLevel::warnings: logger().set_level(spdlog::level::warn); break;
    case LogLevel::all: logger().set_level(spdlog::level::info); break;
  }
}

void warn(std::string_view message) { logger().warn("{}", message); }
void info(std::string_view message) { logger().info("{}", message); }

}  // namespace weft
