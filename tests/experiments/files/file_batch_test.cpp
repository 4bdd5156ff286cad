// Tests files written together: all of them appear, or none.

#include "experiments/files/files.h"
#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

Texts complete_in(const Path& folder) {
  Texts names = names_in(folder);
  std::erase_if(names, [](const std::string& name) { return name.ends_with(".tmp"); });
  return names;
}

TEST(FileBatch, FilesAppearWhenAllAreFlushed) {
  const TemporaryFolder folder;
  write(folder / "b", "before");
  FileBatch batch(folder.path());
  batch.finish();
  batch.add("a", "first");
  batch.add("b", std::string(100'000, 'x'));
  batch.add("c", "");
  EXPECT_EQ(batch.size(), 3U);
  EXPECT_EQ(complete_in(folder.path()), Texts{"b"});
  EXPECT_EQ(read(folder / "b"), "before");
  batch.finish();
  EXPECT_EQ(batch.size(), 0U);
  EXPECT_EQ(names_in(folder.path()), (Texts{"a", "b", "c"}));
  EXPECT_EQ(read(folder / "a"), "first");
  EXPECT_EQ(read(folder / "b"), std::string(100'000, 'x'));
  EXPECT_EQ(read(folder / "c"), "");
}

TEST(FileBatch, LeavesNothingIfNotFinished) {
  const TemporaryFolder folder;
  {
    FileBatch batch(folder.path());
    for (int i = 0; i < 300; ++i) batch.add(std::to_string(i), "text");
    EXPECT_EQ(names_in(folder.path()).size(), 300U);
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(FileBatch, SaysWhichFileCannotBeWritten) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "folder");
  FileBatch batch(folder.path());
  batch.add("folder", "text");
  try {
    batch.finish();
    ADD_FAILURE() << "a folder was replaced by a file";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find(folder / "folder"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace onyx::test
