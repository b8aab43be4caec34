#include "weft/io/standard_streams.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "weft/core/error.hpp"

namespace weft {

void keep_standard_descriptors() {
  for (int const descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      open("/dev/null",
           descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);  // takes the lowest free descriptor
}

void report_line(std::string_view line) noexcept {
  constexpr std::string_view before = "weft: ", after = "\n";
  auto const part = [](std::string_view text) { return iovec{const_cast<char*>(text.data()), text.size()}; };
  std::array const parts{part(before), part(line), part(after)};
  if (writev(STDERR_FILENO, parts.data(), static_cast<int>(parts.size())) < 0) return;
}

void flush_standard_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw InputError("cannot write to standard output", std::generic_category().message(errno));
}

}  // namespace weft
