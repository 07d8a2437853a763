#include "app/sources/source_files.h"

#include "app/sources/source_text_column.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/zip_writer.h"
#include "tests/support/zstd.h"
#include "tests/unit/importers/neff_writer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<std::pair<std::string, std::string>>;

void put(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

FoundSources find(const fs::path& root, const std::vector<StatedSource>& stated,
                  const SourceLimits& limits = {}) {
  TaskControl control;
  auto found = find_sources(root.string(), stated, control, limits);
  EXPECT_TRUE(found) << (found ? "" : to_string(found.error()));
  return found ? std::move(*found) : FoundSources{};
}

Error error_of(const fs::path& root) {
  TaskControl control;
  const StatedSource stated{"/home/me/attn.py", 1};
  const auto found = find_sources(root.string(), std::span(&stated, 1), control);
  EXPECT_FALSE(found);
  return found ? Error{} : found.error();
}

/// The first line of the text that was found for `path`; "none" without a text.
std::string first_line(const FoundSources& found, std::string_view path = "/home/me/attn.py") {
  const auto text = found.texts.find(path);
  if (text == found.texts.end() || text->second.lines.empty()) return "none";
  return text->second.lines.front();
}

bool has_note(const FoundSources& found, std::string_view part) {
  return std::any_of(found.notes.begin(), found.notes.end(), [&](const Text& note) {
    return note.english().find(part) != std::string::npos;
  });
}

TEST(SourceFiles, AreFoundByTheLongestCommonEndOfThePath) {
  const TestFolder folder;
  put(folder.path() / "tests/attn.py", "wrong");
  put(folder.path() / "kernels/v2/attn.py", "wrong");
  put(folder.path() / "kernels/v1/attn.py", "right");
  const FoundSources found = find(folder.path(), {{"/home/me/kernels/v1/attn.py", 1}});
  EXPECT_EQ(first_line(found, "/home/me/kernels/v1/attn.py"), "right");
  EXPECT_TRUE(found.notes.empty());
  EXPECT_EQ(found.texts.begin()->second.name, "kernels/v1/attn.py");
}

TEST(SourceFiles, StateWhatIsAmbiguous) {
  const TestFolder folder;
  put(folder.path() / "a/attn.py", "one");
  put(folder.path() / "b/attn.py", "two\nlines");
  const FoundSources found = find(folder.path(), {{"/home/me/attn.py", 1}});
  EXPECT_EQ(first_line(found), "one") << "the first by name";
  EXPECT_TRUE(has_note(found, "a/attn.py, b/attn.py"));
  EXPECT_EQ(first_line(find(folder.path(), {{"/home/me/attn.py", 2}})), "two")
      << "the file that has the stated line";
}

TEST(SourceFiles, AreNotAmbiguousIfTheirTextsAreEqual) {
  const TestFolder folder;
  put(folder.path() / "build/attn.py", "same");
  put(folder.path() / "src/attn.py", "same");
  EXPECT_TRUE(find(folder.path(), {{"/home/me/attn.py", 1}}).notes.empty());
}

TEST(SourceFiles, StateWhatIsMissingOrOfAnotherVersion) {
  const TestFolder folder;
  put(folder.path() / "attn.py", "1\n2\n3\n");
  const FoundSources found =
      find(folder.path(), {{"/home/me/attn.py", 300}, {"/opt/other.py", 1}, {"/opt/more.py", 1}});
  EXPECT_TRUE(has_note(found, "has 3 lines, but the run states line 300"));
  EXPECT_TRUE(has_note(found, "2 source files of the run, for example /opt/other.py"));
}

TEST(SourceFiles, BecomeLinesOfValidText) {
  const TestFolder folder;
  const std::string text =
      std::string("\xEF\xBB\xBF") + "caf\xE9\r\n\x1b[31mred\ttab\n\n" + std::string(5000, 'x');
  put(folder.path() / "attn.py", text);
  const auto lines = find(folder.path(), {{"/home/me/attn.py", 1}}).texts.begin()->second.lines;
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], "caf\xEF\xBF\xBD");
  EXPECT_EQ(lines[1], "\xEF\xBF\xBD[31mred\ttab");
  EXPECT_EQ(lines[2], "");
  EXPECT_EQ(lines[3], std::string(4096, 'x') + "…");
}

TEST(SourceFiles, LinksCannotLeaveTheFolder) {
  const TestFolder folder;
  put(folder.path() / "secret/attn.py", "secret");
  const fs::path root = folder.path() / "root";
  fs::create_directories(root / "real");
  fs::create_symlink(folder.path() / "secret/attn.py", root / "attn.py");
  fs::create_directory_symlink(folder.path() / "secret", root / "linked");
  EXPECT_EQ(first_line(find(root, {{"/home/me/attn.py", 1}})), "none");
  put(root / "real/source.txt", "inside");
  fs::create_symlink("real/source.txt", root / "mlp.py");
  EXPECT_EQ(first_line(find(root, {{"/home/me/mlp.py", 1}}), "/home/me/mlp.py"), "inside");
}

TEST(SourceFiles, PathsOfTheRunAreNeverOpened) {
  const TestFolder folder;
  put(folder.path() / "outside.py", "secret");
  const fs::path root = folder.path() / "root";
  fs::create_directories(root);
  for (const std::string& path :
       {std::string("/etc/passwd"), (folder.path() / "outside.py").string(),
        std::string("../outside.py"), std::string(".."), std::string("/")}) {
    EXPECT_TRUE(find(root, {{path, 1}}).texts.empty()) << path;
  }
}

TEST(SourceFiles, PipesAndDevicesAreNotRead) {
  const TestFolder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "attn.py").c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", folder.path() / "mlp.py");
  EXPECT_TRUE(find(folder.path(), {{"/a/attn.py", 1}, {"/a/mlp.py", 1}}).texts.empty());
}

TEST(SourceFiles, KeepTheLimits) {
  const TestFolder folder;
  put(folder.path() / "attn.py", std::string(1000, 'x'));
  put(folder.path() / "mlp.py", std::string(90, 'y'));
  put(folder.path() / "norm.py", std::string(90, 'z'));
  const std::vector<StatedSource> stated{{"/a/attn.py", 1}, {"/a/mlp.py", 1}, {"/a/norm.py", 1}};
  const FoundSources found = find(folder.path(), stated, {.file_bytes = 100, .total_bytes = 150});
  EXPECT_EQ(found.texts.size(), 1u);
  EXPECT_TRUE(has_note(found, "'attn.py' was not read: the source file has"));
  EXPECT_TRUE(has_note(found, "'norm.py' was not read: the source files together"));
  const FoundSources few = find(folder.path(), stated, {.entries = 2, .files = 2});
  EXPECT_TRUE(has_note(few, "more than 2 entries"));
  EXPECT_TRUE(has_note(few, "Only the first 2 were searched"));
}

TEST(SourceFiles, AreReadFromArchives) {
  const TestFolder folder;
  const Files files{{"other/attn.py", "wrong"}, {"v1/kernels/attn.py", "right"}, {"big.bin", "x"}};
  const std::string tar = importers::tar_of(files);
  for (const auto& [name, bytes] : Files{{"a.zip", zip(files)},
                                         {"stored.zip", zip(files, true)},
                                         {"a.tar", tar},
                                         {"a.tar.gz", gzip(tar)}}) {
    put(folder.path() / name, bytes);
    const FoundSources found =
        find(folder.path() / name, {{"/home/me/kernels/attn.py", 1}, {"/home/me/none.py", 1}});
    EXPECT_EQ(first_line(found, "/home/me/kernels/attn.py"), "right") << name;
    EXPECT_TRUE(has_note(found, "/home/me/none.py")) << name;
  }
}

TEST(SourceFiles, HostilePathsInArchivesAreOnlyNames) {
  const TestFolder folder;
  const Files files{{"../../attn.py", "up"}, {"/etc/mlp.py", "absolute"}, {"..", "x"}};
  for (const auto& [name, bytes] :
       Files{{"a.zip", zip(files)}, {"a.tar", importers::tar_of(files)}}) {
    put(folder.path() / "root" / name, bytes);
    const FoundSources found =
        find(folder.path() / "root" / name, {{"/me/attn.py", 1}, {"/me/mlp.py", 1}, {"/..", 1}});
    EXPECT_EQ(first_line(found, "/me/attn.py"), "up") << "the member, not a file: " << name;
    EXPECT_EQ(first_line(found, "/me/mlp.py"), "absolute") << name;
    EXPECT_FALSE(fs::exists(folder.path() / "attn.py")) << "nothing is unpacked";
  }
}

TEST(SourceFiles, LinksInArchivesAreLeftOut) {
  const TestFolder folder;
  std::string tar = importers::tar_of({{"attn.py", ""}});
  tar[156] = '2';
  tar.replace(157, 11, "/etc/passwd");
  unsigned sum = 0;
  for (std::size_t i = 0; i < 512; ++i) {
    sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(tar[i]);
  }
  char text[8];
  std::snprintf(text, sizeof text, "%06o", sum);
  tar.replace(148, 6, text, 6);
  put(folder.path() / "a.tar", tar);
  EXPECT_TRUE(find(folder.path() / "a.tar", {{"/home/me/attn.py", 1}}).texts.empty());
}

TEST(SourceFiles, HugeMembersOfArchivesAreNotRead) {
  const TestFolder folder;
  const Files files{{"attn.py", std::string(4096, 'x')}};
  put(folder.path() / "a.zip", zip(files));
  const FoundSources found =
      find(folder.path() / "a.zip", {{"/me/attn.py", 1}}, {.file_bytes = 1000});
  EXPECT_TRUE(found.texts.empty());
  EXPECT_TRUE(has_note(found, "the limit is"));
  put(folder.path() / "a.tar", importers::tar_of(files));
  TaskControl control;
  const StatedSource stated{"/me/attn.py", 1};
  const auto large = find_sources((folder.path() / "a.tar").string(), std::span(&stated, 1),
                                  control, {.total_bytes = 1000});
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, ErrorCode::kBadInput);
}

TEST(SourceFiles, DamagedRootsAreErrors) {
  const TestFolder folder;
  EXPECT_EQ(error_of(folder.path() / "absent").code, ErrorCode::kNotFound);
  put(folder.path() / "attn.py", "def kernel(): pass\n");
  const Error file = error_of(folder.path() / "attn.py");
  EXPECT_EQ(file.code, ErrorCode::kBadInput);
  EXPECT_NE(to_string(file).find("must be a folder, a ZIP archive or a tar archive"),
            std::string::npos);
  const std::string tar = gzip(importers::tar_of({{"attn.py", std::string(4096, 'x')}}), 0);
  put(folder.path() / "cut.tar.gz", tar.substr(0, tar.size() / 2));
  EXPECT_EQ(error_of(folder.path() / "cut.tar.gz").code, ErrorCode::kBadInput);
  const std::string archive = zip({{"attn.py", std::string(4096, 'x')}});
  put(folder.path() / "cut.zip", archive.substr(0, archive.size() / 2));
  EXPECT_EQ(error_of(folder.path() / "cut.zip").code, ErrorCode::kBadInput);
}

TEST(SourceFiles, AreSearchedBesideTheCaptureWithoutNotes) {
  const TestFolder folder;
  put(folder.path() / "run.ntff", "x");
  put(folder.path() / "kernels/attn.py", "found");
  put(folder.path() / ".cache/mlp.py", "hidden");
  put(folder.path() / "a/b/c/d/e/norm.py", "too deep");
  TaskControl control;
  const std::vector<StatedSource> stated{{"/h/attn.py", 1}, {"/h/mlp.py", 1}, {"/h/norm.py", 1}};
  for (const fs::path& capture : {folder.path() / "run.ntff", folder.path()}) {
    const FoundSources found = find_sources_beside(capture.string(), stated, control);
    EXPECT_EQ(first_line(found, "/h/attn.py"), "found");
    EXPECT_EQ(found.texts.size(), 1u);
    EXPECT_TRUE(found.notes.empty());
  }
  EXPECT_TRUE(find_sources_beside("", stated, control).texts.empty());
  EXPECT_TRUE(find_sources_beside("/no/such/folder/run.ntff", stated, control).texts.empty());
}

TEST(SourceFiles, AreSearchedInTheArchiveOfTheCapture) {
  const TestFolder folder;
  TaskControl control;
  const std::vector<StatedSource> stated{{"/h/attn.py", 1}};
  put(folder.path() / "attn.py", "beside");
  const Files files{{"run/run.ntff", "x"}, {"run/attn.py", "in the archive"}};
  for (const std::string& archive :
       {zip(files), gzip(importers::tar_of(files)), zstd(importers::tar_of(files))}) {
    put(folder.path() / "run.bin", archive);
    const FoundSources found =
        find_sources_beside((folder.path() / "run.bin").string(), stated, control);
    EXPECT_EQ(first_line(found, "/h/attn.py"), "in the archive");
    EXPECT_EQ(first_line(find(folder.path() / "run.bin", stated), "/h/attn.py"), "in the archive");
  }
  put(folder.path() / "run.bin", zip({{"run.ntff", "x"}}));
  EXPECT_EQ(first_line(find_sources_beside((folder.path() / "run.bin").string(), stated, control),
                       "/h/attn.py"),
            "beside");
}

TEST(SourceFiles, StopWhenCancelled) {
  const TestFolder folder;
  put(folder.path() / "attn.py", "x");
  TaskControl control;
  control.request_cancel();
  const StatedSource stated{"/me/attn.py", 1};
  const auto found = find_sources(folder.path().string(), std::span(&stated, 1), control);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kCancelled);
}

TEST(SourceTextColumn, HasTheTextOfEachLine) {
  Table table({{.id = "file"}, {.id = "line"}});
  table.add_row({std::string("/me/attn.py"), std::int64_t{2}});
  table.add_row({std::string("/me/attn.py"), std::int64_t{9}});
  table.add_row({std::string("/me/mlp.py"), std::int64_t{1}});
  table.add_row({Missing{tr("not stated")}, Missing{tr("not stated")}});
  const std::vector<StatedSource> stated = stated_sources(table);
  ASSERT_EQ(stated.size(), 2u);
  EXPECT_EQ(stated[0].path, "/me/attn.py");
  EXPECT_EQ(stated[0].last_line, 9u);
  FoundSources found;
  found.texts["/me/attn.py"] = {.name = "attn.py", .lines = {"a", "\t  b = c"}};
  const Table with = with_source_text(table, found);
  EXPECT_EQ(with.columns().back().id, "text");
  EXPECT_EQ(with.at(0, 2), Cell(std::string("b = c")));
  EXPECT_EQ(with.at(1, 2), Cell(Missing{tr("line not in the file")}));
  EXPECT_EQ(with.at(2, 2), Cell(Missing{tr("source file not found")}));
  EXPECT_EQ(with.at(3, 2), Cell(Missing{tr("no source line")}));
}

}  // namespace
}  // namespace nscope::app
