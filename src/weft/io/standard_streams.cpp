#include "weft/io/standard_streams.hpp"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace weft {

void keep_standard_descriptors() {
  for (int const descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      open("/dev/null",
           descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);  // takes the lowest free descriptor
}

}  // namespace weft
