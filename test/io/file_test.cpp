#include "weft/io/file.hpp"

#include <gtest/gtest.h>

#include "support/scratch.hpp"
#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"

namespace weft {
namespace {

TEST(ReadFileTest, ReadsAllBytes) {
  Scratch const scratch;
  std::string text(200000, 'x');
  text += '\0';
  write_file(scratch / "a", text);
  EXPECT_EQ(read_file(scratch / "a"), text);
}

TEST(ReadFileTest, NamesThePathAndTheReason) {
  Scratch const scratch;
  try {
    read_file(scratch / "missing");
    FAIL();
  } catch (InputError const& error) {
    EXPECT_EQ(error.problem, "cannot read " + (scratch / "missing").string());
    EXPECT_EQ(error.why, "No such file or directory");
  }
  EXPECT_THROW(read_file(scratch.path()), InputError);
}

TEST(MakeDirectoriesTest, MakesThemOrSaysWhyNot) {
  Scratch const scratch;
  make_directories(scratch / "a/b/c");
  make_directories(scratch / "a/b/c");
  EXPECT_TRUE(std::filesystem::is_directory(scratch / "a/b/c"));
  write_file(scratch / "file", "");
  EXPECT_THROW(make_directories(scratch / "file"), InputError);
  EXPECT_THROW(make_directories(scratch / "file/below"), InputError);
}

}  // namespace
}  // namespace weft
