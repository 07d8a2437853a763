// Captures and run directories in archives: the same trace as from the folder, nothing left behind,
// and archives that are made to do harm.
#include "importers/open/unpacked_archive.h"
#include "importers/shared/importer.h"
#include "profiler/trace/session/session_file.h"
#include "profiler/trace/vocabulary.h"
#include "tests/support/gzip.h"
#include "tests/support/same_trace.h"
#include "tests/support/tar_writer.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/zip_writer.h"
#include "tests/support/zstd.h"
#include "tests/unit/importers/neff_writer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using Files = std::vector<std::pair<std::string, std::string>>;

std::string capture(std::uint64_t late_ns = 0) {
  NtffWriter ntff;
  ntff.uuid = "0123456789abcdef";
  ntff.instance_id = "i-0abc";
  const std::uint64_t start = 2'000'000'000'000 + late_ns * 1000;
  ntff.executions = {{start, start + 5'000'000}};
  TestCore core;
  core.code[0] = {TestWord(0xa4)};
  core.instruction(0, 0, start + 1'000'000, start + 2'000'000);
  ntff.cores = {core};
  return ntff.text();
}

std::string model() {
  NeffWriter neff;
  neff.uuid = "0123456789abcdef";
  neff.members = {{"sg00/def.json", R"({"var": {}})"}};
  return neff.text();
}

/// A run directory of vLLM with two cores.
Files run_directory(const std::string& below = "") {
  return {{below + "i-0abc_pid_17/t/profile_nc_0_session_0.ntff", capture(0)},
          {below + "i-0abc_pid_17/t/profile_nc_1_session_0.ntff", capture(700)},
          {below + "i-0abc_pid_17/t/neffs/graph_1f.neff", model()}};
}

constexpr const char* kTrace = R"([{"ph":"X","name":"step","ts":1,"dur":1}])";

class Archive : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(temporary()); }
  /// Nothing is left in the folder of temporary files.
  void TearDown() override { EXPECT_TRUE(fs::is_empty(temporary())); }

  fs::path temporary() const { return folder_.path() / "tmp"; }
  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name, std::ios::binary) << text;
    return (folder_.path() / name).string();
  }
  static Result<std::shared_ptr<const Trace>> try_open(const std::vector<std::string>& paths) {
    TaskControl control;
    return open_run(paths, {}, control);
  }
  static std::shared_ptr<const Trace> open(const std::vector<std::string>& paths) {
    const auto trace = try_open(paths);
    EXPECT_TRUE(trace) << to_string(trace.error());
    return trace ? *trace : nullptr;
  }
  std::string error_of(const std::string& archive, const std::string& name = "run.zip") const {
    const auto read = try_open({write(name, archive)});
    return read ? std::string() : to_string(read.error());
  }
  static std::int64_t diagnosed(const Trace& trace, std::string_view code) {
    for (const Diagnostic& diagnostic : trace.diagnostics()) {
      if (diagnostic.code == code) return diagnostic.count;
    }
    return 0;
  }
  static std::string example(const Trace& trace, std::string_view code) {
    for (const Diagnostic& diagnostic : trace.diagnostics()) {
      if (diagnostic.code == code) return diagnostic.example.english();
    }
    return {};
  }

  TestFolder folder_;
  TestVariable variable_{"TMPDIR", (folder_.path() / "tmp").string()};
};

TEST_F(Archive, OfARunDirectoryIsTheSameRunAsTheFolder) {
  for (const auto& [name, text] : run_directory()) write("run/" + name, text);
  const auto plain = open({(folder_.path() / "run").string()});
  ASSERT_TRUE(plain);
  ASSERT_EQ(plain->property_number("parts"), 2);
  for (const std::string below : {"", "./export/2026/run/"}) {
    const Files files = run_directory(below);
    for (const std::string& archive :
         {zip(files), tar_of(files), gzip(tar_of(files)), zstd(tar_of(files))}) {
      // The name says nothing about the content.
      const auto trace = open({write("download.bin", archive)});
      ASSERT_TRUE(trace);
      expect_same_trace(*plain, *trace);
    }
  }
}

TEST_F(Archive, OfOneFileIsTheSameAsTheFile) {
  const auto plain = open({write("step.json", kTrace)});
  const Files files{{"./step.json", kTrace}};
  for (const std::string& archive : {zip(files), gzip(tar_of(files))}) {
    const auto trace = open({write("download.bin", archive)});
    ASSERT_TRUE(trace && plain);
    expect_same_trace(*plain, *trace);
  }
}

TEST_F(Archive, IsMergedWithOtherFilesAndFindsItsModelAmongThem) {
  const auto trace = open({write("a.zip", zip({{"profile_rank_0.ntff", capture()}})),
                           write("b.tgz", gzip(tar_of({{"profile_rank_1.ntff", capture(300)}}))),
                           write("model.neff", model())});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_number("parts"), 2);
  EXPECT_EQ(trace->property_text(property::kNeffFile), "model.neff");
}

TEST_F(Archive, OfAFolderFormatIsNamedByTheArchive) {
  const std::string module = "neuronxcc-2.21.1+a/MODULE_1+2c/";
  const auto trace = open({write("cache.tar", tar_of({{module + "model.done", ""},
                                                      {module + "model.hlo_module.pb", "x"},
                                                      {module + "model.neff", model()},
                                                      {"other/readme", "x"}}))});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_text(property::kSourceFile), "cache.tar");
}

TEST_F(Archive, OfASavedSessionIsOpened) {
  const auto plain = open({write("step.json", kTrace)});
  ASSERT_TRUE(plain);
  TaskControl control;
  const std::string path = (folder_.path() / "step.nscope").string();
  ASSERT_TRUE(session_file::save(*plain, path, control));
  std::ifstream in(path, std::ios::binary);
  const std::string session{std::istreambuf_iterator<char>(in), {}};
  const auto trace = open({write("a.zip", zip({{"step.nscope", session}}))});
  ASSERT_TRUE(trace);
  expect_same_trace(*plain, *trace);
  const auto both = open({write("b.zip", zip({{"step.json", kTrace}, {"step.nscope", session}}))});
  ASSERT_TRUE(both);
  EXPECT_EQ(diagnosed(*both, "session_in_folder"), 1);
}

TEST_F(Archive, OfAKilledProcessIsRemovedByTheNext) {
  write("tmp/.nscope-999999999-0.tmp/run.zip/a/b.ntff", "x");
  write("tmp/kept", "x");
  ASSERT_TRUE(open({write("a.zip", zip({{"step.json", kTrace}}))}));
  EXPECT_FALSE(fs::exists(temporary() / ".nscope-999999999-0.tmp"));
  ASSERT_TRUE(fs::remove(temporary() / "kept"));
}

TEST_F(Archive, MembersDoNotLeaveTheFolder) {
  const Files files{{"../out.json", kTrace},
                    {"a/../../out.json", kTrace},
                    {"a/b/../../../../out.json", kTrace},
                    {"..", "x"},
                    {"step.json", kTrace}};
  std::string tar;
  for (const auto& [name, text] : files) tar += tar_member(name, text);
  for (const std::string& archive : {zip(files), zip(files, true), tar + tar_end()}) {
    const auto trace = open({write("below/a.zip", archive)});
    ASSERT_TRUE(trace);
    EXPECT_EQ(diagnosed(*trace, "archive_member_not_read"), 4);
    EXPECT_THAT(example(*trace, "archive_member_not_read"),
                HasSubstr("../out.json (its name is not a path in the archive)"));
    EXPECT_EQ(trace->slice_count(), 1u);
  }
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
    EXPECT_NE(entry.path().filename(), "out.json");
  }
}

TEST_F(Archive, PathsThatWindowsOrTarWriteAreRead) {
  const auto windows =
      open({write("w.zip", zip({{"run\\a\\step.json", kTrace}, {"run\\b\\step.json", kTrace}}))});
  ASSERT_TRUE(windows);
  EXPECT_EQ(windows->property_text("part1.label"), "step (a)");
  const auto absolute = open({write("a.tar", tar_of({{"/home/me/step.json", kTrace}}))});
  ASSERT_TRUE(absolute);
  EXPECT_EQ(absolute->slice_count(), 1u);
}

TEST_F(Archive, LinksAndOtherMembersAreCounted) {
  const std::string tar = tar_member("step.json", kTrace) + tar_member("link.json", "", '2') +
                          tar_member("hard.json", "", '1') + tar_member("fifo", "", '6') +
                          tar_member("device", "", '3') + tar_end();
  const auto trace = open({write("a.tar", tar)});
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnosed(*trace, "archive_member_not_read"), 4);
  // A link in a ZIP archive is a file with the mode of a link.
  std::string linked = zip({{"step.json", kTrace}, {"l.json", "/etc/passwd"}}, true);
  const std::size_t entry = linked.rfind("PK\1\2");
  linked[entry + 5] = 3;
  linked[entry + 41] = static_cast<char>(0xA1);
  const auto zipped = open({write("a.zip", linked)});
  ASSERT_TRUE(zipped);
  EXPECT_EQ(example(*zipped, "archive_member_not_read"), "l.json (a link is not followed)");
}

TEST_F(Archive, NamesThatAreRepeatedOrCannotBeWrittenAreCounted) {
  const std::string deep = [] {
    std::string name;
    for (int i = 0; i < 70; ++i) name += "d/";
    return name + "x.json";
  }();
  const Files files{{"step.json", "first"},
                    {"step.json", kTrace},
                    {"step.json/below.json", kTrace},
                    {std::string(300, 'n') + ".json", kTrace},
                    {deep, kTrace},
                    {"__MACOSX/._step.json", "x"},
                    {"._step.json", "x"}};
  const auto trace = open({write("a.zip", zip(files))});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 1u);
  EXPECT_EQ(diagnosed(*trace, "archive_member_repeated"), 1);
  EXPECT_EQ(diagnosed(*trace, "archive_member_not_read"), 3);
  EXPECT_EQ(diagnosed(*trace, "archive_metadata_skipped"), 2);
}

TEST_F(Archive, BombsAreRefused) {
  TaskControl control;
  DiagnosticList notes;
  const auto error_with = [&](const std::string& archive, const UnpackedArchiveLimits& limits) {
    const auto bytes = std::as_bytes(std::span(archive));
    const auto file = ByteSource::from_bytes("b.zip", {bytes.begin(), bytes.end()});
    const auto unpacked = UnpackedArchive::unpack(file, notes, control, limits);
    EXPECT_TRUE(unpacked || unpacked.error().code == ErrorCode::kBadInput);
    return unpacked ? std::string() : to_string(unpacked.error());
  };
  const Files zeros{{"a", std::string(2'000'000, '\0')}};
  const UnpackedArchiveLimits ratio{.ratio_floor = 1'000'000, .max_ratio = 10};
  for (const std::string& archive : {zip(zeros), gzip(tar_of(zeros)), zstd(tar_of(zeros))}) {
    EXPECT_THAT(error_with(archive, ratio), HasSubstr("the compression ratio is above the limit"));
    EXPECT_THAT(error_with(archive, {.total_bytes = 1'000'000}),
                HasSubstr("KiB; unpack it and open its folder"));
    EXPECT_EQ(error_with(archive, {}), "");
  }
  const Files many(9, {"a", ""});
  EXPECT_THAT(error_with(zip(many), {.members = 8}), HasSubstr("9 files; the limit is 8"));
  EXPECT_THAT(error_with(tar_of(many), {.members = 8}), HasSubstr("more than 8 members"));
  EXPECT_EQ(error_with(tar_of(many), {.members = 9}), "");
}

// Without ZIP64, the number of members has 16 bits.
TEST_F(Archive, MoreMembersThanTheEndStatesAreRefused) {
  std::string archive = zip(Files(3, {"a.json", kTrace}));
  archive[archive.size() - 12] = 2;
  EXPECT_THAT(error_of(archive), HasSubstr("more files than its end states"));
  EXPECT_THAT(error_of(zip(Files(20'001, {"a", ""}), true)), HasSubstr("the limit is 20000"));
}

TEST_F(Archive, ACommentMayContainTheSignatureOfTheEnd) {
  std::string archive = zip({{"step.json", kTrace}});
  const std::string comment =
      "PK\5\6 and " + std::string(30, ' ') + "PK\5\6" + std::string(20, ' ');
  archive[archive.size() - 2] = static_cast<char>(comment.size());
  EXPECT_EQ(error_of(archive + comment), "");
}

TEST_F(Archive, EncryptedAndDamagedArchivesAreRefused) {
  std::string encrypted = zip({{"step.json", kTrace}});
  encrypted[encrypted.rfind("PK\1\2") + 8] = 1;
  EXPECT_THAT(error_of(encrypted), HasSubstr("'step.json' is encrypted; unpack the archive first"));
  const std::string archive = zip(run_directory());
  EXPECT_THAT(error_of(archive.substr(0, archive.size() / 2)), HasSubstr("may be truncated"));
  EXPECT_THAT(error_of(zip({})), HasSubstr("the archive is empty"));
  EXPECT_THAT(error_of(tar_of({{"dir/", ""}})), HasSubstr("the archive is empty"));
  std::string tar = tar_of(run_directory());
  tar[512 + 511] ^= 1;  // in the content: not noticed by tar
  tar[tar.find("i-0abc_pid_17", 600)] = 'x';
  EXPECT_THAT(error_of(tar, "run.tar"), HasSubstr("run.tar: byte "));
}

TEST_F(Archive, ThatEndsEarlyIsReadUpToThere) {
  Files files = run_directory();
  std::swap(files[1], files[2]);
  const std::string tar = tar_of({files[0], files[1], {"z/late.ntff", std::string(9000, 'z')}});
  const std::string cut = tar.substr(0, tar.size() - 5000);
  const std::string packed = gzip(tar, 0);
  for (const std::string& archive : {cut, gzip(cut), packed.substr(0, packed.size() - 5000)}) {
    const auto trace = open({write("a.tar.gz", archive)});
    ASSERT_TRUE(trace);
    EXPECT_EQ(diagnosed(*trace, "archive_cut_off"), 1);
    EXPECT_THAT(example(*trace, "archive_cut_off"), HasSubstr("z/late.ntff"));
    EXPECT_EQ(diagnosed(*trace, "archive_member_not_read"), 0);
    EXPECT_EQ(trace->property_text(property::kNeffFile), "graph_1f.neff");
  }
}

TEST_F(Archive, ADamagedMemberIsLeftOut) {
  std::string archive = zip({{"a/step.json", kTrace}, {"b/other.json", kTrace}}, true);
  archive[archive.find("step", archive.find(kTrace))] = '#';
  const auto trace = open({write("a.zip", archive)});
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 1u);
  EXPECT_THAT(example(*trace, "archive_member_not_read"),
              testing::AllOf(HasSubstr("a/step.json"), HasSubstr("CRC-32")));
}

TEST_F(Archive, BytesAfterTheEndAreCounted) {
  const std::string tar = tar_of({{"step.json", kTrace}});
  for (const std::string& archive : {tar + tar, gzip(tar + tar), gzip(tar) + "rest"}) {
    const auto trace = open({write("a.tar", archive)});
    ASSERT_TRUE(trace);
    EXPECT_EQ(diagnosed(*trace, "trailing_bytes"), 1);
  }
}

TEST_F(Archive, InAnArchiveOrFolderIsNotOpened) {
  const std::string inner = zip({{"step.json", kTrace}});
  for (const std::string& nested : {inner, gzip(tar_of({{"step.json", kTrace}}))}) {
    EXPECT_THAT(error_of(zip({{"inner.bin", nested}})),
                HasSubstr("no capture in this archive can be opened; it contains: inner.bin (an "
                          "archive in an archive; unpack it first)"));
  }
  write("runs/a.zip", inner);
  write("runs/step.json", kTrace);
  const auto trace = open({(folder_.path() / "runs").string()});
  ASSERT_TRUE(trace);
  EXPECT_EQ(example(*trace, "archive_in_folder"), "a.zip (an archive; open it by its own path)");
}

// Messages name places in the archive, not in a folder that is gone.
TEST_F(Archive, PlacesInMessagesAreThoseInTheArchive) {
  std::string damaged = capture();
  damaged.resize(damaged.size() - 40);
  const std::string path = write("a.zip", zip({{"run/x.ntff", damaged}}));
  const auto read = try_open({path});
  ASSERT_FALSE(read);
  EXPECT_THAT(to_string(read.error()), HasSubstr("a.zip"));
  EXPECT_THAT(to_string(read.error()), testing::Not(HasSubstr(".nscope-")));
  const auto both = open({write("b.zip", zip({{"run/x.ntff", damaged}, {"run/s.json", kTrace}}))});
  ASSERT_TRUE(both);
  EXPECT_THAT(example(*both, "capture_not_read"),
              testing::AllOf(HasSubstr("b.zip/run/x.ntff"), testing::Not(HasSubstr(".nscope-"))));
}

TEST_F(Archive, DamageNeverHarms) {
  const std::string zipped = zip(run_directory());
  const std::string tar = tar_of(run_directory());
  std::uint32_t state = 7;
  const auto next = [&] { return state = state * 1664525u + 1013904223u; };
  for (int i = 0; i < 14; ++i) {
    std::string archive = i % 2 == 0 ? zipped : tar;
    for (int k = 0; k < 4; ++k) {
      archive[(next() >> 8) % archive.size()] = static_cast<char>(next() >> 24);
    }
    if (i % 3 == 0) archive.resize((next() >> 8) % archive.size());
    (void)try_open({write("a.bin", archive)});
    EXPECT_TRUE(fs::is_empty(temporary()));
  }
}

}  // namespace
}  // namespace nscope::importers
