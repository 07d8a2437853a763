// The reader of tar archives: what the programs of several decades write.
#include "profiler/base/files/tar.h"

#include "tests/support/tar_writer.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// The members with their content; links, folders and others with their kind.
class Members : public TarVisitor {
 public:
  Result<bool> begin(const TarMember& member) override {
    const char* const kinds[] = {"", "<folder>", "<link>", "<other>"};
    found.emplace_back(member.name, kinds[static_cast<int>(member.kind)]);
    return member.kind == TarMember::Kind::kFile;
  }
  Result<> content(std::string_view piece) override {
    found.back().second += piece;
    return {};
  }
  Result<> end() override {
    ++complete;
    return {};
  }

  std::vector<std::pair<std::string, std::string>> found;
  int complete = 0;
};

struct Read {
  std::vector<std::pair<std::string, std::string>> found;
  std::string error;
  std::uint64_t trailing = 0;
};

/// Reads the archive in pieces of this size.
Read read(const std::string& tar, std::size_t piece) {
  Members members;
  TarReader reader(members);
  Result<> read;
  for (std::size_t at = 0; at < tar.size() && read; at += piece) {
    read = reader.push(std::string_view(tar).substr(at, piece));
  }
  if (read) read = reader.finish();
  return {members.found, read ? std::string() : read.error().message.english(), reader.trailing()};
}

TEST(Tar, IsReadInPiecesOfAnySize) {
  const std::string tar = tar_member("dir/", "", '5') + tar_member("dir/a", std::string(700, 'a')) +
                          tar_member("empty", "") + tar_member("link", "", '2') +
                          tar_member("hard", "", '1') + tar_member("fifo", "", '6') +
                          tar_member("b", "bb") + tar_end();
  for (const std::size_t piece : {1u, 7u, 511u, 512u, 513u, 100'000u}) {
    const Read got = read(tar, piece);
    EXPECT_EQ(got.error, "");
    EXPECT_THAT(got.found,
                ElementsAre(Pair("dir/", "<folder>"), Pair("dir/a", std::string(700, 'a')),
                            Pair("empty", ""), Pair("link", "<link>"), Pair("hard", "<link>"),
                            Pair("fifo", "<other>"), Pair("b", "bb")));
  }
}

TEST(Tar, OfOtherProgramsIsRead) {
  const std::string name = std::string(90, 'd') + "/" + std::string(150, 'n');
  const std::string gnu = tar_member("././@LongLink", name + '\0', 'L') +
                          tar_member("././@LongLink", "target", 'K') +
                          tar_member(name.substr(0, 99), "x");
  const std::string pax = tar_member("pax_global_header", pax_record("comment", "0f"), 'g') +
                          tar_member("PaxHeaders/x",
                                     pax_record("LIBARCHIVE.xattr.a", " path=wrong\n9 size=7") +
                                         pax_record("path", name) + pax_record("mtime", "1.5"),
                                     'x') +
                          tar_member("short", "x") + tar_member("next", "y");
  const std::string older = tar_member("old/", "", '\0', "") + tar_member("old/a", "x", '\0', "");
  EXPECT_THAT(read(gnu + tar_end(), 512).found, ElementsAre(Pair(name, "x")));
  EXPECT_THAT(read(pax + tar_end(), 512).found, ElementsAre(Pair(name, "x"), Pair("next", "y")));
  EXPECT_THAT(read(older + tar_end(), 512).found,
              ElementsAre(Pair("old/", "<folder>"), Pair("old/a", "x")));
  for (const std::string& tar : {gnu, pax, older}) EXPECT_TRUE(is_tar(tar));
  EXPECT_FALSE(is_tar(std::string(1024, '\0')));
  EXPECT_FALSE(is_tar(std::string(1024, '7')));
  EXPECT_FALSE(is_tar("short"));
}

// The size in an extended header replaces that of a header whose field is too small.
TEST(Tar, SizeOfAnExtendedHeaderCounts) {
  std::string large = tar_member("large", std::string(600, 'l'));
  const std::string header = tar_member("large", "");
  large.replace(0, 512, header.substr(0, 512));
  const std::string tar =
      tar_member("x", pax_record("size", "600"), 'x') + large + tar_member("next", "y") + tar_end();
  EXPECT_THAT(read(tar, 512).found,
              ElementsAre(Pair("large", std::string(600, 'l')), Pair("next", "y")));
  for (const char* const wrong : {"-5", "x", "99999999999999999999"}) {
    const Read got = read(tar_member("x", pax_record("size", wrong), 'x') + large + tar_end(), 512);
    EXPECT_EQ(got.error, "damaged archive: member 2 has no valid size") << wrong;
  }
}

TEST(Tar, SparseFilesAreNotTakenForTheirContent) {
  std::string sparse = tar_member("s", std::string(512, 's'), 'S');
  std::string header = sparse.substr(0, 512);
  header[482] = 1;
  unsigned sum = 1;
  header.replace(148, 8, "        ");
  for (const char c : header) sum += static_cast<unsigned char>(c);
  char text[8];
  std::snprintf(text, sizeof text, "%06o", sum - 1);
  header.replace(148, 6, text, 6);
  header[154] = '\0';
  std::string first_map(512, 'm');
  first_map[504] = 1;
  std::string last_map(512, 'm');
  last_map[504] = 0;
  const std::string gnu = header + first_map + last_map + std::string(512, 's');
  const std::string pax = tar_member("x", pax_record("GNU.sparse.major", "1"), 'x') +
                          tar_member("GNUSparseFile.0/p", "1\n0\n512\n");
  EXPECT_THAT(
      read(gnu + pax + tar_member("b", "y") + tar_end(), 512).found,
      ElementsAre(Pair("s", "<other>"), Pair("GNUSparseFile.0/p", "<other>"), Pair("b", "y")));
}

TEST(Tar, DamageAndEarlyEndsAreErrors) {
  const std::string tar = tar_of({{"a", std::string(700, 'a')}, {"b", "bb"}});
  EXPECT_THAT(read(tar.substr(0, 800), 512).error,
              HasSubstr("end of file in member 'a': 412 more"));
  EXPECT_THAT(read(tar.substr(0, 1536 + 100), 512).error, HasSubstr("in the header of a member"));
  EXPECT_EQ(read(tar.substr(0, 1536), 512).error, "");  // without an end, as tar accepts
  EXPECT_EQ(read("", 512).error, "the archive has no members");
  std::string damaged = tar;
  damaged[1536] = 'x';
  EXPECT_THAT(read(damaged, 512).error, HasSubstr("wrong checksum in the header of member 2"));
  EXPECT_THAT(read(tar_member("x", std::string((1 << 20) + 1, 'n'), 'L'), 512).error,
              HasSubstr("the limit is 1048576"));
  EXPECT_EQ(read(tar + tar, 512).trailing, read(tar + "x" + tar, 4096).trailing - 1);
  EXPECT_GT(read(tar + tar, 512).trailing, 700u);
}

}  // namespace
}  // namespace nscope
