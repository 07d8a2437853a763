#include "app/remote/remote_path.h"

#include <gmock/gmock.h>

namespace nscope::remote {
namespace {

using testing::HasSubstr;

TEST(RemotePath, HasHostUserPortAndPath) {
  const auto path = parse_remote_path("ssh://ubuntu@trn2-dev.example:2222/data/run 1/");
  ASSERT_TRUE(path) << to_string(path.error());
  EXPECT_EQ(path->target, "ubuntu@trn2-dev.example");
  EXPECT_EQ(path->port, 2222);
  EXPECT_EQ(path->path, "/data/run 1/");
  EXPECT_EQ(path->name(), "run 1");
}

TEST(RemotePath, CanBeRelativeToTheHomeFolder) {
  EXPECT_EQ(parse_remote_path("ssh://host/~/profile/a.ntff")->path, "profile/a.ntff");
  EXPECT_EQ(parse_remote_path("ssh://host/~/a.ntff")->name(), "a.ntff");
  EXPECT_EQ(parse_remote_path("ssh://host/a")->port, std::nullopt);
}

TEST(RemotePath, IsRejectedIfSshWouldTakeItForSomethingElse) {
  for (const char* text :
       {"ssh://host", "ssh://host/", "ssh:///path", "ssh://-oProxyCommand=x/path",
        "ssh://user@-oProxyCommand=x/path", "ssh://-l@host/path", "ssh://a b/path",
        "ssh://host;rm/path", "ssh://host:0/path", "ssh://host:65536/path", "ssh://host:x/path",
        "ssh://user:secret@host/path", "ssh://host/a\nb", "ssh://$(x)/path", "ssh://host/~/",
        "/local", "ssh://[::1]/path"}) {
    const auto path = parse_remote_path(text);
    ASSERT_FALSE(path) << text;
    EXPECT_EQ(path.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(to_string(path.error()), HasSubstr("ssh://[USER@]HOST")) << text;
  }
}

TEST(RemotePath, BeginsWithItsScheme) {
  EXPECT_TRUE(is_remote("ssh://host/path"));
  EXPECT_FALSE(is_remote("ssh:/host/path"));
  EXPECT_FALSE(is_remote("host:path"));
}

}  // namespace
}  // namespace nscope::remote
