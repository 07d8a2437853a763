#include "importers/open/run_labels.h"
#include "importers/shared/importer.h"
#include "profiler/trace/session/session_file.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers/neff_writer.h"
#include "tests/unit/importers/read_back.h"

#include <filesystem>
#include <fstream>
#include <map>

#include <gtest/gtest.h>
#include <unistd.h>

namespace nscope::importers {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kStart = 2'000'000'000'000;  // ps of device time
constexpr std::uint64_t kNs = 1000;

/// A capture with one instruction of 1 us; the execution starts `late_ns` after kStart.
std::string capture(std::uint64_t late_ns = 0, const std::string& instance = "i-0abc",
                    const std::string& uuid = "0123456789abcdef") {
  NtffWriter ntff;
  ntff.uuid = uuid;
  ntff.instance_id = instance;
  const std::uint64_t start = kStart + late_ns * kNs;
  ntff.executions = {{start, start + 5000 * kNs}};
  TestCore core;
  core.code[0] = {TestWord(0xa4)};
  core.instruction(0, 0, start + 1000 * kNs, start + 2000 * kNs);
  ntff.cores = {core};
  return ntff.text();
}

std::string model(const std::string& uuid = "0123456789abcdef") {
  NeffWriter neff;
  neff.uuid = uuid;
  neff.members = {{"sg00/def.json", R"({"var": {}})"}};
  return neff.text();
}

class OpenFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("nscope_open_folder_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  Result<std::shared_ptr<const Trace>> try_open(const OpenOptions& options = {},
                                                const std::string& name = "") const {
    TaskControl control;
    return open_run(std::vector<std::string>{path(name)}, options, control);
  }
  std::shared_ptr<const Trace> open(const OpenOptions& options = {},
                                    const std::string& name = "") const {
    auto trace = try_open(options, name);
    EXPECT_TRUE(trace) << to_string(trace.error());
    return trace ? *trace : nullptr;
  }

  fs::path folder_;
};

/// Start of the first instruction in ns by top-level group.
std::map<std::string, std::int64_t> starts_by_part(const Trace& trace) {
  std::map<std::string, std::int64_t> starts;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kEngine || track.slices.size() == 0) continue;
    TrackId top = track.id;
    while (trace.track(top).parent.valid()) top = trace.track(top).parent;
    starts[std::string(trace.text(trace.track(top).name))] = trace.to_ns(track.slices.begin(0));
  }
  return starts;
}

TEST_F(OpenFolder, ARunDirectoryBecomesOneTraceOnOneClock) {
  const std::string run = "i-0abc_pid_17/2026-11-20/";
  write(run + "profile_nc_0_session_0.ntff", capture(0));
  write(run + "profile_nc_1_session_0.ntff", capture(700));
  write(run + "neffs/graph_1f.neff", model());
  write(run + "neffs/graph_2f.neff", model("another uuid...."));
  write(run + "ntrace.pb", "\x0a\x03xyz");
  write(run + "notes.txt", "hello");
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(starts_by_part(*trace), (std::map<std::string, std::int64_t>{
                                        {"nc 0, session 0", 1000}, {"nc 1, session 0", 1700}}));
  EXPECT_EQ(trace->property_text("part2.offset_from"), "clock");
  EXPECT_EQ(trace->property_text(property::kClock), "device:i-0abc/nd0");
  EXPECT_EQ(trace->property_text(property::kNeffFile), "graph_1f.neff");
  EXPECT_EQ(diagnosed(*trace, "companion_found"), 2);
  EXPECT_EQ(diagnosed(*trace, "file_not_read"), 2);
  EXPECT_EQ(diagnosed(*trace, "neff_without_capture"), 1);
  EXPECT_EQ(diagnosed(*trace, "clock_not_known"), 0);
}

TEST_F(OpenFolder, OneCaptureInAFolderNeedsNoGroup) {
  write("deep/er/profile_rank_3.ntff", capture());
  write("deep/model.neff", model());
  write("readme.md", "hello");
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property("parts"), nullptr);
  EXPECT_EQ(trace->property_text(property::kNeffFile), "model.neff");
  EXPECT_EQ(diagnosed(*trace, "file_not_read"), 1);
}

TEST_F(OpenFolder, CapturesOfSeveralInstancesAreToldApart) {
  write("i-0abc_pid_1/a/profile_rank_0.ntff", capture(0, "i-0abc"));
  write("i-0def_pid_1/a/profile_rank_1.ntff", capture(900'000, "i-0def"));
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(starts_by_part(*trace),
            (std::map<std::string, std::int64_t>{{"i-0abc pid 1: rank 0", 1000},
                                                 {"i-0def pid 1: rank 1", 1000}}));
  EXPECT_EQ(diagnosed(*trace, "clock_not_known"), 1);
}

TEST_F(OpenFolder, OffsetsAreGivenByLabelOrFile) {
  write("profile_rank_0.ntff", capture());
  write("profile_rank_1.ntff", capture());
  for (const char* name : {"rank 1", "profile_rank_1.ntff"}) {
    const auto trace = open({.offsets = {{name, 5000}}});
    ASSERT_TRUE(trace);
    EXPECT_EQ(starts_by_part(*trace)["rank 1"], 6000);
  }
  const auto wrong = try_open({.offsets = {{"rank 7", 1}}});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(wrong.error().message.english().find("'rank 1'"), std::string::npos);
  EXPECT_EQ(starts_by_part(*open({.align = MergeAlign::kStart}))["rank 1"], 1000);
}

TEST_F(OpenFolder, ACaptureIsReadFromAPipe) {
  const auto from_pipe = [&](const std::string& text) {
    int ends[2] = {-1, -1};
    EXPECT_EQ(::pipe(ends), 0);
    EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::close(ends[1]);
    TaskControl control;
    auto trace = open_run(std::vector{"/dev/fd/" + std::to_string(ends[0])}, {}, control);
    ::close(ends[0]);
    return trace;
  };
  const auto trace = from_pipe(capture());
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(slices_on(**trace, "TensorE", 0).size(), 1u);
  const auto unknown = from_pipe("hello");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kBadInput);
  const auto session = from_pipe(std::string("SQLite format 3\0", 16));
  EXPECT_FALSE(session);
}

TEST_F(OpenFolder, ABrokenCaptureDoesNotHideTheOthers) {
  write("good.ntff", capture());
  write("also good.ntff", capture(10));
  write("broken.ntff", capture().substr(0, 300));
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(starts_by_part(*trace).size(), 2u);
  EXPECT_EQ(diagnosed(*trace, "capture_not_read"), 1);
}

TEST_F(OpenFolder, NothingToReadIsAnErrorThatListsWhatWasSeen) {
  auto empty = try_open();
  ASSERT_FALSE(empty);
  EXPECT_NE(empty.error().message.english().find("empty"), std::string::npos);
  write("ntrace.pb", "\x0a\x03xyz");
  write("sub/a.zip", "PK\x03\x04....");
  write("sub/a.ntff.txt", "no capture");
  const auto nothing = try_open();
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kBadInput);
  for (const char* part : {"ntrace.pb (the file starts with",
                           "sub/a.zip (an archive; open it by its own path)", "a.ntff.txt"}) {
    EXPECT_NE(nothing.error().message.english().find(part), std::string::npos) << part;
  }
  EXPECT_EQ(nothing.error().where.english(), path(""));
  write("broken.ntff", capture().substr(0, 300));
  const auto broken = try_open();
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().where.english(), path("broken.ntff") + ": byte 1");
  write("too.ntff", capture().substr(0, 310));
  const auto two = try_open();
  ASSERT_FALSE(two);
  const std::string message = two.error().message.english();
  for (const char* part :
       {"broken.ntff (unexpected end of file", "too.ntff (unexpected end of file", "ntrace.pb"}) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

TEST_F(OpenFolder, LinksHiddenFoldersAndSessionsAreLeftOut) {
  write("a.ntff", capture());
  write(".git/b.ntff", capture());
  fs::create_directory_symlink(folder_, folder_ / "loop");
  TaskControl control;
  ASSERT_TRUE(session_file::save(*open(), path("saved.nscope"), control));
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property("parts"), nullptr);
  EXPECT_EQ(diagnosed(*trace, "link_not_followed"), 1);
  EXPECT_EQ(diagnosed(*trace, "hidden_folder"), 1);
  EXPECT_EQ(diagnosed(*trace, "session_in_folder"), 1);
}

// The axis of a device profile has picoseconds and ends after 26 days.
TEST_F(OpenFolder, ALogOfMonthsDoesNotHideTheCapturesBesideIt) {
  write("run/a.ntff", capture());
  write("run/b.txt",
        "2026-01-01T10:00:00Z INFO 12 [root]: /usr/bin/neuronx-cc compile model.hlo\n"
        "2026-03-01T10:00:00Z INFO 12 [root]: Subcommand returned with exitcode=70\n");
  const auto run = open({}, "run");
  ASSERT_TRUE(run);
  EXPECT_EQ(starts_by_part(*run).size(), 1u);
  EXPECT_EQ(diagnosed(*run, "capture_not_read"), 1);
  TaskControl control;
  const auto both =
      open_run(std::vector<std::string>{path("run/a.ntff"), path("run/b.txt")}, {}, control);
  ASSERT_FALSE(both);
  EXPECT_NE(to_string(both.error()).find("covers 59.0"), std::string::npos)
      << to_string(both.error());
}

// What was not searched is listed before files of other kinds, of which there can be many.
TEST_F(OpenFolder, TheLimitsOfTheSearchAreInTheError) {
  for (char c = 'a'; c < 'z'; ++c) write(std::string(1, c) + ".txt", "hello");
  std::string deep;
  for (int i = 0; i < 13; ++i) deep += "z/";
  write(deep + "a.ntff", capture());
  const auto trace = try_open();
  ASSERT_FALSE(trace);
  const std::string error = to_string(trace.error());
  const std::size_t at = error.find("more than 12 folders deep");
  EXPECT_LT(at, error.find("a.txt")) << error;
  EXPECT_NE(error.find("a.txt"), std::string::npos) << error;
}

// A NEFF and an HLO module are in a compile cache, but also in the run directory of a process that
// captured no device profile.
TEST_F(OpenFolder, NeffsBesideAnotherCaptureAreNoCompileCache) {
  write("run/MODULE_1+2/model.neff", model());
  write("run/MODULE_1+2/log-neuron-cc.txt",
        "2026-05-01T10:00:00Z INFO 12 [root]: /usr/bin/neuronx-cc compile model.hlo\n");
  const auto cache = open({}, "run");
  ASSERT_TRUE(cache);
  EXPECT_EQ(cache->property_text(property::kSourceFormat), "compile cache");
  write("run/i-0abc_pid_17/trace.json", R"([{"ph":"X","name":"step","ts":1,"dur":1}])");
  const auto run = open({}, "run");
  ASSERT_TRUE(run);
  EXPECT_NE(run->property_text(property::kSourceFormat), "compile cache");
  EXPECT_EQ(diagnosed(*run, "neff_without_capture"), 1);
}

TEST_F(OpenFolder, TheExportOfACaptureIsNotOpenedTwice) {
  write("x.ntff", capture());
  write("x.json", R"({"instruction": [{"timestamp": 5, "duration": 2, "label": "Vector",
    "opcode": "COPY", "subgraph": "sg00"}], "profile_info": [{"ntff_filename": "/tmp/x.ntff"}]})");
  write("y.json", R"({"instruction": [{"timestamp": 5, "duration": 2, "label": "Vector",
    "opcode": "COPY", "subgraph": "sg00"}], "profile_info": [{"ntff_filename": "/tmp/y.ntff"}]})");
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(starts_by_part(*trace).size(), 2u);
  EXPECT_EQ(diagnosed(*trace, "export_of_opened_capture"), 1);
}

TEST_F(OpenFolder, FilesAndFoldersMixAndNamedFilesMustBeRead) {
  write("one/a.ntff", capture());
  write("two/b.ntff", capture(300));
  write("two/b.txt", "hello");
  TaskControl control;
  const auto both =
      open_run(std::vector<std::string>{path("one/a.ntff"), path("two")}, {}, control);
  ASSERT_TRUE(both) << to_string(both.error());
  EXPECT_EQ(starts_by_part(**both),
            (std::map<std::string, std::int64_t>{{"a", 1000}, {"b", 1300}}));
  EXPECT_FALSE(
      open_run(std::vector<std::string>{path("one/a.ntff"), path("two/b.txt")}, {}, control));
  control.request_cancel();
  const auto stopped = open_run(std::vector<std::string>{path("one"), path("two")}, {}, control);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

TEST_F(OpenFolder, WhatIsGivenByNameIsNotWhatItsFolderHolds) {
  write("a.ntff", capture());
  write("sub/b.ntff", capture(300));
  TaskControl control;
  ASSERT_TRUE(session_file::save(*open({}, "a.ntff"), path("saved.nscope"), control));
  const auto trace =
      open_run(std::vector<std::string>{path(""), path("saved.nscope"), path("sub")}, {}, control);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(starts_by_part(**trace).size(), 3u) << "each run once";
  EXPECT_EQ(diagnosed(**trace, "session_in_folder"), 0);
  write("z.txt", "hello");
  const auto named = open_run(std::vector<std::string>{path(""), path("z.txt")}, {}, control);
  ASSERT_FALSE(named) << "a file that the user gave must be readable";
  EXPECT_EQ(named.error().where.english(), path("z.txt"));
}

TEST_F(OpenFolder, ANeffThatExplainsNothingIsNotPassedOver) {
  write("x.json", R"({"instruction": [{"timestamp": 5, "duration": 2, "label": "Vector",
    "opcode": "COPY", "subgraph": "sg00"}]})");
  write("chrome.json", R"([{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"a"}])");
  write("m.neff", model());
  TaskControl control;
  for (const char* name : {"x.json", "chrome.json"}) {
    const auto trace = open_run(std::vector<std::string>{path(name), path("m.neff")}, {}, control);
    ASSERT_TRUE(trace) << to_string(trace.error());
    EXPECT_EQ(diagnosed(**trace, "companion_not_used"), 1) << name;
  }
  write("a.ntff", capture());
  ASSERT_TRUE(session_file::save(*open({}, "a.ntff"), path("saved.nscope"), control));
  const auto session =
      open_run(std::vector<std::string>{path("saved.nscope"), path("m.neff")}, {}, control);
  ASSERT_FALSE(session);
  EXPECT_NE(session.error().message.english().find("none of the given captures"),
            std::string::npos);
}

TEST(RunLabels, ComeFromTheCaptureOrItsName) {
  const auto labels = run_labels(std::vector<NamedRun>{{"trace.json.gz", 12},
                                                       {"profile_rank_3.ntff"},
                                                       {"a/1f_instid_0_vnc_2.ntff"},
                                                       {"a/1f_instid_1_vnc_2.ntff"},
                                                       {"a/base_exec_2.ntff"},
                                                       {"b/base_exec_2.ntff"},
                                                       {"profile_rank_4_exec_2.ntff"},
                                                       {"same.json"},
                                                       {"same.json"}});
  EXPECT_EQ(labels, (std::vector<std::string>{"rank 12", "rank 3", "vnc 2", "instance 1, vnc 2",
                                              "base_exec_2 (a)", "base_exec_2 (b)",
                                              "rank 4, execution 2", "same #1", "same #2"}));
}

TEST(RunLabels, OfEqualRanksSayWhatDistinguishesTheirFiles) {
  EXPECT_EQ(run_labels(std::vector<NamedRun>{{"17-TP-0-DECODE.trace.json.gz", 0},
                                             {"17-TP-0-EXTEND.trace.json.gz", 0},
                                             {"17-TP-1-DECODE.trace.json.gz", 1}}),
            (std::vector<std::string>{"rank 0 (DECODE)", "rank 0 (EXTEND)", "rank 1"}));
  // Folders that differ say more than times in names.
  EXPECT_EQ(
      run_labels(std::vector<NamedRun>{{"step_5/rank0.17.json", 0}, {"step_9/rank0.18.json", 0}}),
      (std::vector<std::string>{"rank 0 (step_5)", "rank 0 (step_9)"}));
  EXPECT_EQ(run_labels(std::vector<NamedRun>{{"s/a.b.json", 0}, {"s/a.json", 0}}),
            (std::vector<std::string>{"rank 0 (s) #1", "rank 0 (s) #2"}));
}

}  // namespace
}  // namespace nscope::importers
