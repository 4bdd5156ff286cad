// Tests where files are written, and obstacles to writing: links, devices, leftover files and disks
// that fail.

#include "experiments/files/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "tests/experiments/program.h"

namespace onyx::test {
namespace {

/// While set, fsync() of a folder fails in this process.
std::atomic<bool> folders_cannot_be_flushed{false};

bool is_folder(int descriptor) {
  struct stat status = {};
  return ::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace
}  // namespace onyx::test

/// Replaces the fsync() of the system library.
extern "C" int fsync(int descriptor) {
  if (onyx::test::folders_cannot_be_flushed && onyx::test::is_folder(descriptor)) {
    errno = EIO;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

namespace onyx::test {
namespace {

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

void set_age(const std::string& file, std::chrono::hours age) {
  std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() - age);
}

// --- What counts as a file -----------------------------------------------------------------------

TEST(Files, FilesBelowDevAreOrdinary) {
  std::string name = "/dev/shm/onyx-test-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) GTEST_SKIP() << "/dev/shm cannot be written here";
  const Path folder = name;
  for (const char* content : {"first and longer", "second"}) {
    write_file(folder / "file", content);
    EXPECT_EQ(read(folder / "file"), content);
    NewFile file(folder / "large");
    file.write_at(0, content);
    file.finish();
    EXPECT_EQ(read(folder / "large"), content);
  }
  EXPECT_EQ(names_in(folder), (Texts{"file", "large"}));
  std::filesystem::remove_all(folder);
}

TEST(Files, OpenFilesAreWrittenInPlace) {
  const TemporaryFolder folder;
  const std::string file = folder / "file";
  write(file, "before ");
  const Descriptor open(::open(file.c_str(), O_WRONLY | O_APPEND));
  const std::string number = std::to_string(open.number());
  write_file("/dev/fd/" + number, "one ");
  write_file("/proc/self/fd/" + number, "two ");
  std::filesystem::create_symlink("/proc/self/fd/" + number, folder / "link");
  write_file(folder / "link", "three");
  EXPECT_EQ(read(file), "before one two three");
  EXPECT_TRUE(open.is_at(file)) << "it was replaced";
  for (const std::string& stream : Texts{"/dev/null", folder / "link"}) {
    EXPECT_NE(message_of([&] { NewFile{stream}; }), "") << stream;
  }
}

// --- Links ---------------------------------------------------------------------------------------

TEST(Files, NamedFilesAreWrittenThroughLinks) {
  const TemporaryFolder folder;
  write(folder / "target", "old");
  std::filesystem::create_symlink("target", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_EQ(read(folder / "target"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
}

TEST(Files, OutputFoldersHaveTheirLinksReplaced) {
  const TemporaryFolder folder;
  const auto expect_replaced = [&](const std::string& target,
                                   const std::function<void(const FolderFile&)>& write_new) {
    std::filesystem::remove(folder / "file");
    std::filesystem::create_symlink(target, folder / "file");
    write_new({folder.path(), "file"});
    EXPECT_EQ(read(folder / "file"), "new") << target;
    EXPECT_FALSE(std::filesystem::is_symlink(folder / "file")) << target;
  };
  write(folder / "target", "old");
  for (const char* target : {"target", "nothing", "/dev/null"}) {
    expect_replaced(target, [](const FolderFile& file) { write_file(file, "new"); });
    expect_replaced(target,
                    [](const FolderFile& file) { write_file(file, "new", [] { return true; }); });
    expect_replaced(target, [](const FolderFile& file) {
      NewFile large(file);
      large.write_at(0, "new");
      large.finish();
    });
  }
  EXPECT_EQ(read(folder / "target"), "old");
  EXPECT_FALSE(std::filesystem::exists(folder / "nothing"));
}

TEST(Files, OutputFoldersRefuseLinksToFolders) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "elsewhere");
  std::filesystem::create_symlink("elsewhere", folder / "boards");
  const std::string message = message_of([&] {
    prepare_folder(FolderFile{folder.path(), "boards"});
  });
  EXPECT_NE(message.find(folder / "boards"), std::string::npos) << message;
  EXPECT_EQ(prepare_folder(FolderFile{folder.path(), "positions"}), folder / "positions");
  EXPECT_TRUE(std::filesystem::is_directory(folder / "positions"));
}

// --- Failures ------------------------------------------------------------------------------------

TEST(Files, ReportAFolderThatCannotBeFlushed) {
  const TemporaryFolder folder;
  folders_cannot_be_flushed = true;
  const std::string message = message_of([&] { write_file(folder / "file", "text"); });
  folders_cannot_be_flushed = false;
  EXPECT_NE(message.find("cannot flush '" + folder.path().string()), std::string::npos) << message;
}

TEST(Files, UnwritableFoldersAreNamed) {
  // Not even root can create a file there.
  const std::string message = message_of([] { prepare_folder("/proc/self/fd"); });
  EXPECT_TRUE(message.starts_with("cannot write into folder '/proc/self/fd': ")) << message;
}

TEST(Files, MissingFilesDifferFromUnreadableOnes) {
  const TemporaryFolder folder;
  EXPECT_THROW(read_file(folder / "none"), MissingFile);
  EXPECT_THROW(InputFile{folder / "none"}, MissingFile);
  std::filesystem::create_symlink("loop", folder / "loop");
  for (const std::string& name : Texts{"loop", "."}) {
    const auto is_missing = [&](const auto& act) {
      try {
        act();
      } catch (const MissingFile&) {
        return true;
      } catch (const FileError&) {
        return false;
      }
      ADD_FAILURE() << name << " was read";
      return true;
    };
    EXPECT_FALSE(is_missing([&] { static_cast<void>(read_file(folder / name)); }));
    EXPECT_FALSE(is_missing([&] { InputFile{folder / name}; }));
  }
}

// --- Leftovers of killed runs --------------------------------------------------------------------

TEST(TemporaryFiles, AreRemovedOnlyIfNobodyCanBeWritingThem) {
  const TemporaryFolder folder;
  const std::string of_here = folder / ("file.onyx-" + this_host() + "-123-0.tmp");
  const std::string of_living = folder / ("file.onyx-" + this_host() + "-124-0.tmp");
  const std::string of_elsewhere = folder / "file.onyx-elsewhere-0123abcd-4711.tmp";
  const Texts others{folder / "file.onyx-.tmp", folder / "file.onyx-a-b.tmp", folder / "file.tmp",
                     folder / "file.onyx-123.tmp",
                     folder / ("file.onyx-" + this_host() + "-123-0.tmp.gz")};
  for (const std::string& file : {of_here, of_living, of_elsewhere}) write(file, "half");
  for (const std::string& file : others) {
    write(file, "other");
    set_age(file, std::chrono::hours(1000));
  }
  {
    // Hold the lock, as a running writer does.
    const Descriptor held(::open(of_living.c_str(), O_RDWR));
    ASSERT_EQ(::flock(held.number(), LOCK_EX), 0);
    remove_stale_temporaries(folder.path());
    EXPECT_FALSE(std::filesystem::exists(of_here)) << "its writer has ended";
    EXPECT_TRUE(std::filesystem::exists(of_living));
    EXPECT_TRUE(std::filesystem::exists(of_elsewhere)) << "its lock may not be seen here";
    set_age(of_living, std::chrono::hours(25));
    set_age(of_elsewhere, std::chrono::hours(25));
    remove_stale_temporaries(folder.path());
    EXPECT_TRUE(std::filesystem::exists(of_living));
    EXPECT_FALSE(std::filesystem::exists(of_elsewhere));
  }
  remove_stale_temporaries(folder.path());
  EXPECT_FALSE(std::filesystem::exists(of_living));
  for (const std::string& file : others) EXPECT_EQ(read(file), "other");
  EXPECT_EQ(names_in(folder.path()).size(), others.size());
}

TEST(TemporaryFiles, TwoWritersHaveTwoFiles) {
  const TemporaryFolder folder;
  TemporaryFile one(folder / "file");
  TemporaryFile other(folder / "file");
  EXPECT_EQ(names_in(folder.path()).size(), 2U);
  one.write_at(0, "one");
  other.write_at(0, "other");
  one.take_name();
  EXPECT_EQ(read(folder / "file"), "one");
  other.take_name();
  EXPECT_EQ(read(folder / "file"), "other");
  EXPECT_EQ(names_in(folder.path()), Texts{"file"});
}

TEST(TemporaryFiles, RemovedOnesAreReportedByName) {
  const TemporaryFolder folder;
  write(folder / "file", "old");
  TemporaryFile file(folder / "file");
  file.write_at(0, "new");
  std::filesystem::remove(folder / names_in(folder.path()).back());
  const std::string message = message_of([&] { file.take_name(); });
  EXPECT_TRUE(message.starts_with("cannot write '" + (folder / "file") + "': ")) << message;
  EXPECT_EQ(read(folder / "file"), "old");
}

TEST(TemporaryFiles, LongNamesFit) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  write_file(folder / name, "text");
  EXPECT_EQ(names_in(folder.path()), Texts{name});
}

// The next run that writes a file must remove the temporary file that a killed run left for it.
TEST(TemporaryFiles, LeftoversOfANamedFileAreRemoved) {
  const TemporaryFolder folder;
  const std::string left = folder / ("12x12.cert.json.onyx-" + this_host() + "-123-0.tmp");
  write(left, "half");
  const Result result = run_onyx({"frame", "HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H", "--board", "12x12",
                                  "--out", folder / "12x12.cert.json"});
  EXPECT_EQ(result.code, 0) << result;
  EXPECT_EQ(names_in(folder.path()), Texts{"12x12.cert.json"});
}

}  // namespace
}  // namespace onyx::test
