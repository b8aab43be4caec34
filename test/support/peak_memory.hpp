// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::test {

/// A line of /proc/self/status, in bytes.
inline double memory_of_process(std::string const& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0; word == key + ":" && status >> kilobytes) return kilobytes * 1024;
  return 0;
}

/// The memory that `work` adds to a process at its peak, without the pages of programs and libraries that
/// it is the first to use. Measured in a child process, where it runs on one thread. `work` must not throw.
/// Below 0: the system does not measure it.
inline double peak_memory(std::function<void()> const& work) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  if (auto const child = fork(); child != 0) {
    double peak = -1;
    close(ends[1]);
    if (child < 0 || ::read(ends[0], &peak, sizeof peak) != sizeof peak) peak = -1;
    close(ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    return peak;
  }
  malloc_trim(0);
  double peak = -1;
  bool const reset = static_cast<bool>(std::ofstream("/proc/self/clear_refs") << "5" << std::flush);
  auto const before = memory_of_process("VmRSS"), code_before = memory_of_process("RssFile");
  work();
  if (reset) peak = memory_of_process("VmHWM") - before - (memory_of_process("RssFile") - code_before);
  bool const written = ::write(ends[1], &peak, sizeof peak) == sizeof peak;
  _exit(written ? 0 : 1);
}

}  // namespace weft::test
