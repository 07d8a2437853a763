#include "importers/compile_cache/cache_folder.h"

#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nscope::importers {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

/// Tests with a cache in a temporary folder. Times are in seconds after 2024-01-01.
class CompileCache : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = std::filesystem::temp_directory_path() /
            ("nscope_cache_" + std::to_string(::getpid()) + "_" +
             ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(root_);
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  void write(const std::string& name, int time, const std::string& text = "x") const {
    const std::filesystem::path path = root_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    const timespec at{1704067200 + time, 0};
    const timespec times[2] = {at, at};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }

  Result<std::shared_ptr<const Trace>> read(const std::string& below = {}) const {
    TraceBuilder builder;
    TaskControl control;
    if (auto ok = read_compile_cache(root_ / below, builder, control); !ok) {
      return fail(ok.error());
    }
    return builder.finish();
  }

  static ShownSlice entry(const Trace& trace, std::string_view module) {
    for (const ShownSlice& slice : slices_of(trace)) {
      if (slice.name == module) return slice;
    }
    ADD_FAILURE() << "no entry " << module;
    return {};
  }
  static std::string state(const Trace& trace, std::string_view module) {
    return arg_text(trace, entry(trace, module).id, key::kCacheState);
  }

  std::filesystem::path root_;
};

TEST_F(CompileCache, StatesFollowFromTheFiles) {
  const std::string v = "neuronxcc-2.8.0+a3/";
  write(v + "MODULE_1+aa/model.hlo_module.pb", 0);
  write(v + "MODULE_1+aa/model.hlo_module.pb.lock", 10, "");
  write(v + "MODULE_1+aa/compile_flags.json", 10, R"(["--target=trn1", "-O1"])");
  write(v + "MODULE_1+aa/model.neff", 55, "12345");
  write(v + "MODULE_1+aa/model.done", 55, "");
  write(v + "MODULE_2+aa/model.hlo_module.pb", 20);
  write(v + "MODULE_2+aa/model.log", 50, "start\n\x1b[31mERROR: no space left\x1b[0m\nmore\n");
  write(v + "MODULE_3+aa/model.hlo_module.pb", 30);
  write(v + "MODULE_3+aa/model.hlo_module.pb.lock", 35, "");
  write(v + "MODULE_4+aa/model.hlo_module.pb", 40);
  write(v + "MODULE_5+aa/model.hlo_module.pb", 40);
  write(v + "MODULE_5+aa/model.neff", 41);
  std::filesystem::create_directories(root_ / (v + "MODULE_6+aa"));
  const auto trace = read();
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(slices_of(**trace).size(), 6u);
  EXPECT_EQ(state(**trace, "MODULE_1+aa"), "success");
  EXPECT_EQ(state(**trace, "MODULE_2+aa"), "failure");
  EXPECT_EQ(state(**trace, "MODULE_3+aa"), "stale_lock");
  EXPECT_EQ(state(**trace, "MODULE_4+aa"), "empty");
  EXPECT_EQ(state(**trace, "MODULE_5+aa"), "incomplete");
  EXPECT_EQ(state(**trace, "MODULE_6+aa"), "empty");

  const ShownSlice done = entry(**trace, "MODULE_1+aa");
  EXPECT_EQ(done.track, "Compiler 2.8.0+a3");
  EXPECT_EQ(done.duration, 45 * kSecond) << "measured from the lock file, not from the older graph";
  EXPECT_EQ(arg_text(**trace, done.id, key::kNeffBytes), "5");
  EXPECT_EQ(arg_text(**trace, done.id, key::kCompilerFlags), "--target=trn1 -O1");
  EXPECT_EQ(arg_text(**trace, done.id, key::kGraphHash), "1");
  EXPECT_EQ(arg_text(**trace, done.id, key::kTimeSource), "file times");
  const ShownSlice failed = entry(**trace, "MODULE_2+aa");
  EXPECT_EQ(failed.duration, 30 * kSecond);
  EXPECT_EQ(arg_text(**trace, failed.id, key::kCompileError), "ERROR: no space left");
  EXPECT_EQ(diagnostic_count(**trace, "failed_entry"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "stale_lock"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "incomplete_entry"), 1);
  EXPECT_EQ(metric_value(**trace, "compile_cache.compile_time"), 75.0);
  EXPECT_EQ(metric_value(**trace, "compile_cache.neff_size"), 6.0);
  EXPECT_EQ((*trace)->property_text(property::kClock), "unix");
}

TEST_F(CompileCache, ALockThatIsHeldIsNotStale) {
  write("neuronxcc-2.8/MODULE_1+aa/model.hlo_module.pb", 0);
  write("neuronxcc-2.8/MODULE_1+aa/model.hlo_module.pb.lock", 5, "");
  const std::string lock = root_ / "neuronxcc-2.8/MODULE_1+aa/model.hlo_module.pb.lock";
  const int file = ::open(lock.c_str(), O_RDWR);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::flock(file, LOCK_EX | LOCK_NB), 0);
  const auto held = read();
  ::close(file);
  ASSERT_TRUE(held);
  // On some file systems the kernel's list of locks has other device numbers.
  struct stat info {};
  ASSERT_EQ(::stat(lock.c_str(), &info), 0);
  const std::string inode = ":" + std::to_string(info.st_ino);
  EXPECT_EQ(state(**held, "MODULE_1+aa"), "locked") << inode;
  EXPECT_EQ(diagnostic_count(**held, "stale_lock"), 0);
  const auto released = read();
  ASSERT_TRUE(released);
  EXPECT_EQ(state(**released, "MODULE_1+aa"), "stale_lock");
}

TEST_F(CompileCache, OlderAndOtherLayouts) {
  write(
      "USER_neuroncc-1.0.47+16/MODULE_18/MODULE_0_SyncTensorsGraph.3_18_ip/83a0/"
      "MODULE_0_SyncTensorsGraph.3_18_ip.neff",
      5);
  write("neff_cache/abc.neff", 1);
  write("neff_cache/def.neff", 2);
  write("vllm/0123abcd/graph.neff", 3);
  write("vllm/0123abcd/.compilation_complete", 3, "");
  write("vllm/4567abcd/graph.neff", 4);
  write("vllm/4567abcd/other.txt", 4);
  write("readme.txt", 4);
  const auto trace = read();
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(slices_of(**trace).size(), 5u);
  EXPECT_EQ(state(**trace, "MODULE_18"), "success");
  EXPECT_EQ(entry(**trace, "MODULE_18").track, "Compiler 1.0.47+16");
  EXPECT_EQ(state(**trace, "abc"), "success");
  EXPECT_EQ(state(**trace, "def"), "success");
  EXPECT_EQ(state(**trace, "0123abcd"), "success");
  EXPECT_EQ(state(**trace, "4567abcd"), "incomplete");
}

TEST_F(CompileCache, AnEntryWithoutTheMarkOfItsSiblingsIsIncomplete) {
  const std::string v = "std/neuronxcc-2.26+a/";
  write(v + "MODULE_1+aa/model.neff", 0);
  write(v + "MODULE_1+aa/model.done", 0, "");
  write(v + "MODULE_2+aa/model.neff", 0);
  write(v + "MODULE_2+aa/model.hlo_module.pb", 0);
  write(v + "MODULE_3+aa/model.neff", 0);
  write("vllm/9f1c/graph.neff", 0);
  write("vllm/9f1c/.compilation_complete", 0, "");
  write("vllm/0011/graph.neff", 0);
  write("native/77aa/abc.neff", 0);
  write("native/88bb/def.neff", 0);
  write("flat/a.neff", 0);
  write("flat/a.done", 0, "");
  write("flat/b.neff", 0);
  write("several/1/a.neff", 0);
  write("several/1/b.neff", 0);
  write("several/1/.compilation_complete", 0, "");
  write("several/2/c.neff", 0);
  write("several/2/d.neff", 0);
  const auto trace = read();
  ASSERT_TRUE(trace) << to_string(trace.error());
  for (const std::string_view done : {"MODULE_1+aa", "9f1c", "77aa", "88bb", "a"}) {
    EXPECT_EQ(state(**trace, done), "success") << done;
  }
  for (const std::string_view open : {"MODULE_2+aa", "MODULE_3+aa", "0011", "b", "c", "d"}) {
    EXPECT_EQ(state(**trace, open), "incomplete") << open;
  }
  EXPECT_EQ(diagnostic_count(**trace, "incomplete_entry"), 6);
}

TEST_F(CompileCache, AStandardEntryAlwaysNeedsItsMark) {
  // Copies of a cache can lack all empty files; the software compiles all graphs again.
  write("neuronxcc-2.26+a/MODULE_1+aa/model.neff", 0);
  write("neuronxcc-2.26+a/MODULE_2+aa/model.neff", 0);
  const auto trace = read();
  ASSERT_TRUE(trace);
  EXPECT_EQ(state(**trace, "MODULE_1+aa"), "incomplete");
}

TEST_F(CompileCache, RowsOfAsterisksAreNotTheError) {
  const std::string error = "2024-12-04T01:01:24Z ERROR 10200 [neuronxcc.driver.CommandDriver]: ";
  const std::string log = error + "*********\n" + error +
                          " An Internal Compiler Error has occurred\n" + error + "*********\n" +
                          error + "\n" +
                          "2024-12-04T01:01:24Z USER 10200 [neuronxcc.driver.CommandDriver]: "
                          "Artifact not found\n" +
                          error + "Type: <class 'AssertionError'>\n" +
                          "2024-12-04T01:01:24Z INFO 10192 [root]: Subcommand returned with "
                          "exitcode=70\n";
  const std::string v = "neuronxcc-2.21+a/";
  write(v + "MODULE_1+aa/model.log", 1, log);
  write(v + "MODULE_2+aa/model.log", 1,
        "line\n" + std::string(200'000, '*') + "\n[NCC_EOOM001] x\n");
  write(v + "MODULE_3+aa/model.log", 1, "*****\nnothing of use\n");
  write(v + "MODULE_4+aa/model.log", 1,
        "2024-12-04T01:01:24Z ERROR 1 [root]: [NLA001]  Unhandled  exception\n");
  write("neuron/66aa/graph.hlo", 1);
  write("neuron/66aa/log-neuron-cc.txt", 1, log);
  write("neuron/77bb/graph.hlo", 1);
  write("neuron/77bb/log-neuron-cc.txt", 1, "2024-12-04T01:01:24Z INFO 1 [root]: started\n");
  const auto trace = read();
  ASSERT_TRUE(trace) << to_string(trace.error());
  const auto property = [&](std::string_view module, std::string_view key) {
    return arg_text(**trace, entry(**trace, module).id, key);
  };
  const std::string told =
      "An Internal Compiler Error has occurred: Artifact not found (AssertionError)";
  EXPECT_EQ(property("MODULE_1+aa", key::kCompileError), told);
  EXPECT_EQ(property("MODULE_1+aa", key::kExitCode), "70");
  EXPECT_EQ(property("MODULE_2+aa", key::kErrorCode), "NCC_EOOM001") << "at the end of the log";
  EXPECT_EQ(property("MODULE_3+aa", key::kCompileError), "nothing of use");
  EXPECT_EQ(property("MODULE_4+aa", key::kCompileError), "[NLA001] Unhandled exception");
  EXPECT_EQ(state(**trace, "66aa"), "failure");
  EXPECT_EQ(property("66aa", key::kCompileError), told);
  EXPECT_EQ(state(**trace, "77bb"), "unfinished") << "killed, or still running";
}

TEST_F(CompileCache, APartOfACacheIsOneToo) {
  write("neuronxcc-2.8/MODULE_1+aa/model.neff", 0);
  write("neuronxcc-2.8/MODULE_1+aa/model.done", 0, "");
  for (const std::string below : {"", "neuronxcc-2.8", "neuronxcc-2.8/MODULE_1+aa"}) {
    EXPECT_TRUE(sniff_compile_cache(root_ / below)) << below;
    const auto trace = read(below);
    ASSERT_TRUE(trace) << below;
    EXPECT_EQ(entry(**trace, "MODULE_1+aa").track, "Compiler 2.8") << below;
  }
}

TEST_F(CompileCache, WhyThereAreSeveralEntriesOfOneGraph) {
  const auto compiled = [&](const std::string& folder, const std::string& flags) {
    write(folder + "/model.neff", 0);
    write(folder + "/model.done", 0, "");
    write(folder + "/compile_flags.json", 0, flags);
  };
  compiled("neuronxcc-2.8/MODULE_1+aa", R"(["-O1", "--lnc=2"])");
  compiled("neuronxcc-2.8/MODULE_1+bb", R"(["-O2", "--lnc=2"])");
  compiled("neuronxcc-2.9/MODULE_1+aa", R"({"not": "a list"})");
  const auto trace = read();
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(**trace, "recompiled_for_flags"), 1);
  EXPECT_EQ(find_diagnostic(**trace, "recompiled_for_flags")->example.english(),
            "graph 1 was compiled with different flags: -O1 in one compilation, -O2 in another");
  EXPECT_EQ(diagnostic_count(**trace, "recompiled_for_compiler"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "unreadable_flags"), 1);
}

TEST_F(CompileCache, OtherFoldersAreNotTaken) {
  EXPECT_FALSE(sniff_compile_cache(root_)) << "empty";
  write("run/model.neff", 0);
  write("run/model.ntff", 0);
  EXPECT_FALSE(sniff_compile_cache(root_)) << "a capture with its NEFF";
  EXPECT_FALSE(sniff_compile_cache(root_ / "missing"));
  std::filesystem::remove_all(root_ / "run");
  write("notes/a.txt", 0);
  write("notes/a.lock", 0);
  EXPECT_FALSE(sniff_compile_cache(root_));
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
  const auto missing = read("missing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kIo);
}

TEST_F(CompileCache, LinksInCirclesEnd) {
  write("neuronxcc-2.8/MODULE_1+aa/model.neff", 0);
  write("neuronxcc-2.8/MODULE_1+aa/model.done", 0, "");
  std::filesystem::create_directory_symlink(root_, root_ / "neuronxcc-2.8/again");
  const auto trace = read();
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(**trace).size(), 1u);
  std::string deep = "a";
  for (int i = 0; i < 12; ++i) deep += "/a";
  write(deep + "/MODULE_2+aa/model.neff", 0);
  const auto limited = read();
  ASSERT_TRUE(limited);
  EXPECT_EQ(diagnostic_count(**limited, "too_deep"), 1);
}

TEST_F(CompileCache, CanBeCancelled) {
  write("neuronxcc-2.8/MODULE_1+aa/model.neff", 0);
  TraceBuilder builder;
  TaskControl control;
  control.request_cancel();
  const auto read = read_compile_cache(root_, builder, control);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::importers
