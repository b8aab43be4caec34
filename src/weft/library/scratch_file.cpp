#include "weft/library/scratch_file.hpp"

#include <cstdlib>
#include <system_error>

#include <unistd.h>

namespace weft {

ScratchFile::ScratchFile(std::string const& text) {
  auto name = (std::filesystem::temp_directory_path() / "weft-XXXXXX").string();
  int const descriptor = mkstemp(name.data());
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
  auto const written = write(descriptor, text.data(), text.size());
  close(descriptor);
  if (written != static_cast<ssize_t>(text.size()))
    throw std::system_error(errno, std::generic_category(), name);
}

ScratchFile::~ScratchFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace weft
