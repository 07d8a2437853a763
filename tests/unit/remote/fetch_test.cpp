// In these tests "ssh" is a shell script that runs the command on this machine, so that each test
// defines what the other machine does. tests/remote uses a real sshd.
#include "app/remote/fetch.h"

#include "tests/support/temporary_folder.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

namespace nscope::remote {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Fetch : public testing::Test {
 protected:
  void SetUp() override {
    program("ssh", "while [ \"$1\" != -- ]; do shift; done\nshift 2\nexec sh -c \"$*\"");
    std::ofstream(file("data"), std::ios::binary) << std::string(300'000, 'x');
    program("nscope", answer("300000"));
  }

  std::string file(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string answer(const std::string& bytes) const {
    return "echo '{\"schema\": \"nscope.staged/1\", \"path\": \"" + file("data") +
           "\", \"bytes\": " + bytes + ", \"stamp\": \"0123456789abcdef\"}'";
  }
  void program(const std::string& name, const std::string& body) const {
    std::ofstream(file(name)) << "#!/bin/sh\n" << body << "\n";
    fs::permissions(file(name), fs::perms::owner_all);
  }
  Result<std::string> fetched(const std::string& path = "/run/a.ntff") {
    TaskControl control;
    return fetch({.target = "host", .path = path}, {.ssh = file("ssh"), .nscope = file("nscope")},
                 control);
  }
  static std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  TestFolder folder_;
  TestVariable cache_{"XDG_CACHE_HOME", (folder_.path() / "cache").string()};
};

TEST_F(Fetch, CopiesTheSessionUnderTheNameOfTheCapture) {
  const auto path = fetched();
  ASSERT_TRUE(path) << to_string(path.error());
  EXPECT_EQ(fs::path(*path).filename(), "a.nscope");
  EXPECT_EQ(content(*path), content(file("data")));
}

TEST_F(Fetch, ACompleteCopyIsUsedAgain) {
  ASSERT_TRUE(fetched());
  fs::remove(file("data"));
  EXPECT_TRUE(fetched());
}

TEST_F(Fetch, ContinuesAfterTheConnectionIsLost) {
  // Each connection ends after 100,000 bytes.
  program("ssh",
          "while [ \"$1\" != -- ]; do shift; done\nshift 2\ncase \"$*\" in tail*) echo x >> " +
              file("calls") +
              "; sh -c \"$*\" | head -c 100000; exit 255;; esac\nexec sh -c \"$*\"");
  const auto path = fetched();
  ASSERT_TRUE(path) << to_string(path.error());
  EXPECT_EQ(content(*path), content(file("data")));
  EXPECT_EQ(content(file("calls")), "x\nx\nx\n");
}

TEST_F(Fetch, GivesUpIfNothingArrivesAndContinuesInTheNextCall) {
  const std::string body =
      "while [ \"$1\" != -- ]; do shift; done\nshift 2\ncase \"$*\" in *'+1 '*) sh -c \"$*\" | "
      "head "
      "-c 100000; exit 255;; tail*) echo 'Connection reset' >&2; exit 255;; esac\nexec sh -c "
      "\"$*\"";
  program("ssh", body);
  const auto lost = fetched();
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, ErrorCode::kIo);
  EXPECT_THAT(to_string(lost.error()), HasSubstr("Connection reset"));
  program("ssh", "while [ \"$1\" != -- ]; do shift; done\nshift 2\necho \"$*\" >> " +
                     file("calls") + "\nexec sh -c \"$*\"");
  const auto path = fetched();
  ASSERT_TRUE(path) << to_string(path.error());
  EXPECT_EQ(content(*path), content(file("data")));
  EXPECT_THAT(content(file("calls")), HasSubstr("tail -c +100001"));
}

TEST_F(Fetch, CopiesTheFilesIfTheOtherMachineHasNoNscope) {
  fs::create_directories(file("far/it's a run"));
  std::ofstream(file("far/it's a run/x.json")) << "[]";
  fs::remove(file("nscope"));
  const auto path = fetched(file("far/it's a run"));
  ASSERT_TRUE(path) << to_string(path.error());
  EXPECT_EQ(fs::path(*path).filename(), "it's a run");
  EXPECT_EQ(content(*path + "/x.json"), "[]");
}

TEST_F(Fetch, ReportsErrorsOfTheOtherMachine) {
  program("nscope", "echo 'nscope: a.ntff: byte 12: not an NTFF' >&2; exit 3");
  const auto path = fetched();
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(to_string(path.error()), HasSubstr("a.ntff: byte 12: not an NTFF"));
  EXPECT_THAT(to_string(path.error()), HasSubstr("host"));
}

TEST_F(Fetch, ReportsThatTheHostDoesNotAnswer) {
  program("ssh", "echo 'ssh: Could not resolve hostname host' >&2; exit 255");
  const auto path = fetched();
  ASSERT_FALSE(path);
  EXPECT_EQ(path.error().code, ErrorCode::kIo);
  EXPECT_THAT(to_string(path.error()), HasSubstr("Could not resolve hostname"));
}

TEST_F(Fetch, DoesNotTrustTheAnswer) {
  program("nscope", "echo 'Welcome to the cluster'");
  EXPECT_FALSE(fetched());
  program("nscope", answer("10"));  // the file is longer than stated
  const auto path = fetched();
  ASSERT_FALSE(path);
  EXPECT_THAT(to_string(path.error()), HasSubstr("another size"));
}

TEST_F(Fetch, LeavesLocalPathsAsTheyAre) {
  TaskControl control;
  const std::vector<std::string> paths{"a.ntff", "/b"};
  EXPECT_EQ(*local_paths(paths, control), paths);
}

}  // namespace
}  // namespace nscope::remote
