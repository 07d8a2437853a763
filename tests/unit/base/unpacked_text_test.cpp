#include "profiler/base/files/unpacked_text.h"

#include "tests/support/zip_writer.h"

#include <random>
#include <span>
#include <string>

#include <gtest/gtest.h>

namespace nscope {
namespace {

ByteSource source_of(const std::string& text, std::string name = "x.zip") {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return ByteSource::from_bytes(std::move(name), {bytes.begin(), bytes.end()});
}

/// The complete text, or "error: ...".
std::string read_all(Result<UnpackedText> text) {
  if (!text) return "error: " + to_string(text.error());
  std::string all;
  std::string buffer(1000, '\0');
  while (true) {
    const auto count = text->read(std::as_writable_bytes(std::span(buffer)));
    if (!count) return "error: " + to_string(count.error());
    all.append(buffer, 0, *count);
    if (*count < buffer.size()) return all;
  }
}

std::string some_text() {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * i) + ",";
  return text;
}

TEST(UnpackedText, ReadsAPlainFile) {
  const ByteSource file = source_of(some_text(), "x.csv");
  EXPECT_EQ(read_all(UnpackedText::open(file)), some_text());
}

TEST(UnpackedText, DecompressesGzip) {
  const ByteSource file = source_of(gzip(some_text()), "x.csv.gz");
  EXPECT_EQ(read_all(UnpackedText::open(file)), some_text());
}

TEST(UnpackedText, SkipsAByteOrderMark) {
  const std::string marked = "\xEF\xBB\xBF" + some_text();
  for (const std::string& bytes : {marked, gzip(marked)}) {
    const ByteSource file = source_of(bytes, "x.csv");
    EXPECT_EQ(read_all(UnpackedText::open(file)), some_text());
    TaskControl control;
    EXPECT_EQ(whole_text(file, control).value(), some_text());
    EXPECT_EQ(text_head(file, 10).value(), some_text().substr(0, 10));
  }
  const ByteSource file = source_of(zip({{"a.csv", marked}}));
  EXPECT_EQ(read_all(UnpackedText::open(file, read_zip_directory(file)->at(0))), some_text());
  for (const std::string text : {"", "\xEF\xBB", "\xEF\xBB\xBF", "\xEF\xBB\xBFx"}) {
    const ByteSource bytes = source_of(text);
    EXPECT_EQ(read_all(UnpackedText::open(bytes)), text.size() < 3 ? text : text.substr(3));
  }
}

TEST(UnpackedText, RejectsBytesAfterGzip) {
  const ByteSource file = source_of(gzip("a,b\n") + "tail", "x.csv.gz");
  EXPECT_EQ(read_all(UnpackedText::open(file)),
            "error: x.csv.gz: 4 unexpected bytes after the gzip data");
}

TEST(UnpackedText, ReadsTextWithTheHighestRatioOfDeflate) {
  const ByteSource file = source_of(gzip(std::string(std::size_t{100} << 20, ' ')), "x.csv.gz");
  TaskControl control;
  const auto text = whole_text(file, control);
  ASSERT_TRUE(text) << to_string(text.error());
  EXPECT_EQ(text->size(), std::size_t{100} << 20);
  const auto refused = whole_text(file, control, std::size_t{99} << 20);
  ASSERT_FALSE(refused);
  EXPECT_NE(to_string(refused.error()).find("limit of 99 MiB"), std::string::npos);
}

TEST(UnpackedText, StopsWhenCancelledAndReportsProgress) {
  const ByteSource file = source_of(some_text(), "x.csv");
  TaskControl control;
  control.begin(phrase("Reading the file"), file.size());
  auto text = UnpackedText::open(file);
  std::string buffer(file.size() / 2, '\0');
  ASSERT_TRUE(text->read(std::as_writable_bytes(std::span(buffer)), control));
  EXPECT_NEAR(control.fraction(), 0.5, 1e-3);
  control.request_cancel();
  const auto more = text->read(std::as_writable_bytes(std::span(buffer)), control);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, ErrorCode::kCancelled);
}

TEST(UnpackedText, DecompressesMembersOfAnArchive) {
  for (const bool stored : {false, true}) {
    const ByteSource file =
        source_of(zip({{"folder/", ""}, {"a.csv", some_text()}, {"b.csv", "short"}}, stored));
    ASSERT_TRUE(is_zip(file.head()));
    const auto members = read_zip_directory(file);
    ASSERT_TRUE(members) << to_string(members.error());
    ASSERT_EQ(members->size(), 2u);
    EXPECT_EQ(members->at(0).name, "a.csv");
    EXPECT_EQ(members->at(0).unpacked, some_text().size());
    EXPECT_EQ(read_all(UnpackedText::open(file, members->at(0))), some_text());
    EXPECT_EQ(read_all(UnpackedText::open(file, members->at(1))), "short");
  }
}

TEST(UnpackedText, DetectsAMemberThatDiffersFromTheDirectory) {
  std::string archive = zip({{"a.csv", some_text()}}, true);
  archive[2000] = '#';
  const ByteSource file = source_of(archive);
  const auto members = read_zip_directory(file);
  ASSERT_TRUE(members);
  EXPECT_NE(read_all(UnpackedText::open(file, members->at(0))).find("error: x.zip: a.csv: damaged"),
            std::string::npos);
}

TEST(UnpackedText, DamagedArchivesAreErrorsWithAnOffset) {
  const std::string archive = zip({{"a.csv", some_text()}, {"b.csv", "short"}});
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = archive;
    if (i % 2 == 0) {
      damaged.resize(random() % damaged.size());
    } else {
      const std::size_t reach = i % 4 == 1 ? damaged.size() : std::size_t{200};
      for (int k = 0; k < 3; ++k)
        damaged[damaged.size() - 1 - random() % reach] = static_cast<char>(random());
    }
    const ByteSource file = source_of(damaged);
    const auto members = read_zip_directory(file);
    if (!members) {
      EXPECT_NE(members.error().where.english().find("x.zip: byte "), std::string::npos);
      continue;
    }
    for (const ZipMember& member : *members) {
      const std::string text = read_all(UnpackedText::open(file, member));
      EXPECT_TRUE(text == some_text() || text == "short" || text.starts_with("error: ")) << i;
    }
  }
}

}  // namespace
}  // namespace nscope
