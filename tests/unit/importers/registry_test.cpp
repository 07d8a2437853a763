#include "importers/shared/importer.h"
#include "profiler/trace/session/session_file.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers/neff_writer.h"
#include "tests/unit/importers/read_back.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

using testing::HasSubstr;

class OpenRun : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("nscope_open_run_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
    write("run.ntff", one_instruction_run().text());
    NeffWriter neff;
    neff.members = {{"sg00/def.json", R"({"var": {}})"}};
    neff_ = neff.text();
    neff.uuid = "another uuid....";
    other_neff_ = neff.text();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  Result<std::shared_ptr<const Trace>> open(const std::vector<std::string>& names,
                                            bool find_companion = true) const {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(path(name));
    TaskControl control;
    return open_run(paths, {.find_companion = find_companion}, control);
  }

  std::filesystem::path folder_;
  std::string neff_;
  std::string other_neff_;
};

TEST(Registry, ListsFormatsCompletely) {
  std::set<std::string_view> ids;
  for (const Importer& importer : registry()) {
    EXPECT_TRUE(ids.insert(importer.id).second) << importer.id;
    EXPECT_FALSE(importer.title.english.empty());
    EXPECT_FALSE(importer.file_pattern.empty());
    EXPECT_FALSE(importer.reads.english.empty());
    EXPECT_NE(importer.sniff, nullptr);
    EXPECT_NE(importer.read, nullptr);
  }
  EXPECT_TRUE(ids.contains("ntff"));
}

TEST(Registry, SaysWhatAnUnknownFileLooksLike) {
  const auto empty = detect(source_of("", "a"));
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::kBadInput);
  EXPECT_NE(empty.error().message.english().find("the file is empty"), std::string::npos);
  const auto zeros = detect(source_of(std::string(9, '\0'), "a"));
  ASSERT_FALSE(zeros);
  EXPECT_NE(zeros.error().message.english().find("nothing but zero bytes"), std::string::npos);
  const auto text = detect(source_of("hello\x01world", "a"));
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.english().find("'hello\u2401world'"), std::string::npos);
  EXPECT_NE(text.error().message.english().find("NTFF"), std::string::npos);
}

TEST_F(OpenRun, FindsTheCompanionByItsUuid) {
  write("a.neff", other_neff_);
  write("b.neff", neff_);
  const auto trace = open({"run.ntff"});
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text(property::kNeffFile), "b.neff");
  EXPECT_EQ((*trace)->property_text(property::kSourceFile), "run.ntff");
  EXPECT_EQ(diagnosed(**trace, "companion_found"), 1);
  const auto alone = open({"run.ntff"}, false);
  ASSERT_TRUE(alone);
  EXPECT_EQ((*alone)->property_text(property::kNeffFile), "");
  EXPECT_EQ(diagnosed(**alone, "companion_found"), 0);
}

TEST_F(OpenRun, ABrokenCompanionThatNobodyAskedForIsLeftOut) {
  write("b.neff", neff_.substr(0, neff_.size() - 20));
  const auto trace = open({"run.ntff"});
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(diagnosed(**trace, "companion_not_used"), 1);
  EXPECT_EQ(slices_on(**trace, "TensorE", 0).size(), 1u);
  const auto given = open({"run.ntff", "b.neff"});
  ASSERT_FALSE(given);
  EXPECT_EQ(given.error().code, ErrorCode::kBadInput);
}

TEST_F(OpenRun, PairsInAnyOrderAndRefusesAnothersNeff) {
  write("b.neff", neff_);
  write("c.neff", other_neff_);
  EXPECT_TRUE(open({"b.neff", "run.ntff"}));
  EXPECT_TRUE(open({"run.ntff", "b.neff"}));
  const auto wrong = open({"run.ntff", "c.neff"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().where.english(), path("c.neff"));
}

TEST_F(OpenRun, ExplainsWhatItCannotOpen) {
  write("b.neff", neff_);
  const auto neff_alone = open({"b.neff"});
  ASSERT_FALSE(neff_alone);
  EXPECT_NE(neff_alone.error().message.english().find("CAPTURE.ntff"), std::string::npos);
  const auto twice = open({"run.ntff", "run.ntff"});
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().message.english().find("given twice"), std::string::npos);
  EXPECT_FALSE(open({"run.ntff", "b.neff", "b.neff"}));
  write("c.neff", neff_);
  const auto two_neffs = open({"run.ntff", "b.neff", "c.neff"});
  ASSERT_FALSE(two_neffs);
  EXPECT_EQ(two_neffs.error().where.english(), path("c.neff"));
  const auto missing = open({"nothing.ntff"});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  const auto none = open({});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(OpenRun, OpensSessionsItSaved) {
  const auto trace = open({"run.ntff"});
  ASSERT_TRUE(trace);
  TaskControl control;
  ASSERT_TRUE(session_file::save(**trace, path("run.nscope"), control));
  const auto again = open({"run.nscope"});
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ((*again)->slice_count(), (*trace)->slice_count());
  EXPECT_EQ((*again)->property_text(property::kSourceFormat), "ntff");
  // A session can be merged like the capture that it was saved from.
  const auto both = open({"run.nscope", "run.ntff"});
  ASSERT_TRUE(both) << to_string(both.error());
  EXPECT_EQ((*both)->slice_count(), 2 * (*trace)->slice_count());
}

TEST(Registry, FilesOfOtherProgramsSayWhatToDo) {
  const auto what = [](const std::string& text, const std::string& name = "capture") {
    const auto* const first = reinterpret_cast<const std::byte*>(text.data());
    const auto found = detect(ByteSource::from_bytes(name, {first, first + text.size()}));
    return found ? std::string() : found.error().message.english();
  };
  EXPECT_THAT(what("version https://git-lfs.github.com/spec/v1\noid sha256:76\nsize 87\n"),
              HasSubstr("git lfs pull"));
  EXPECT_THAT(what("\n<!DOCTYPE HTML><html><body>{\"traceEvents\"</body></html>"),
              HasSubstr("download the raw file"));
  EXPECT_THAT(what("trace.json" + std::string(247, '\0') + "ustar  "), HasSubstr("tar archive"));
  EXPECT_THAT(what(std::string("SQLite format 3\0", 16) + "CREATE TABLE rocpd_string_12"),
              HasSubstr("rocpd convert"));
  EXPECT_THAT(what(R"({"rocprofiler-sdk-tool":[{"metadata":{}}]})"),
              HasSubstr("--output-format pftrace"));
  EXPECT_THAT(what("\1\2", "a.nsys-rep"), HasSubstr("nsys export --type sqlite"));
  EXPECT_THAT(what("\1\2", "a.ncu-rep"), HasSubstr("no timeline"));
  EXPECT_THAT(what("\6\2", "a.ntff"), HasSubstr("damaged or incomplete (2 bytes)"));
  EXPECT_THAT(what(R"({"resourceSpans":[{"resource":{}}]})"), HasSubstr("OpenTelemetry"));
  EXPECT_THAT(what(R"({"schema":"1.1","nodes":[{"id":1,"ctrl_deps":1}]})"),
              HasSubstr("execution trace of PyTorch"));
  EXPECT_THAT(what(R"([{"startComputeMs":0.2,"endComputeMs":1.2}])"), HasSubstr("trtexec"));
  EXPECT_THAT(what(R"([{"count":9},{"name":"fc","averageMs":0.2,"percentage":45}])"),
              HasSubstr("trtexec"));
  EXPECT_THAT(what(R"({"nodes":[{"id":1}],"samples":[1],"timeDeltas":[5]})"),
              HasSubstr("CPU profile of V8"));
  EXPECT_THAT(what(R"([{"children":[],"frame":{"name":"ROOT"},"metrics":{}}])"),
              HasSubstr("tree of totals"));
  EXPECT_THAT(what(R"({"$schema":"https://www.speedscope.app/file-format-schema.json"})"),
              HasSubstr("py-spy record --format chrometrace"));
  EXPECT_THAT(what(R"({"status":"success","data":{"resultType":"matrix","result":[]}})"),
              HasSubstr("answer of a Prometheus server"));
  EXPECT_THAT(what(R"({"data":[{"traceID":"a","spans":[{"operationName":"b"}]}]})"),
              HasSubstr("Jaeger"));
  EXPECT_THAT(what(R"({"meta":{"preprocessedProfileVersion":50}})"), HasSubstr("Firefox"));
  EXPECT_THAT(what(R"({"session":{"sample_count":3},"root_frame":{}})"), HasSubstr("pyinstrument"));
  EXPECT_THAT(what("PERFILE2\x68"), HasSubstr("Linux perf"));
  EXPECT_THAT(what(std::string("\x18\0\0brain.Event:2", 16)), HasSubstr("*.xplane.pb files"));
  EXPECT_THAT(what("Time (%),Total Time (ns),Instances,Name\n"), HasSubstr("nsys export --type"));
  EXPECT_THAT(what("\"Kind\",\"Kernel_Name\",\"Start_Timestamp\"\n"),
              HasSubstr("--output-format pftrace"));
  EXPECT_THAT(what("timestamp, utilization.gpu [%]\n"), HasSubstr("output of nvidia-smi"));
  EXPECT_THAT(what("# tracer: nop\n#\n"), HasSubstr("ftrace"));
  EXPECT_THAT(what("level=fatal msg=\"Failed to load MLA system information\"\n"),
              HasSubstr("found no Neuron device"));
  EXPECT_THAT(what(R"({"architectures":["LlamaForCausalLM"],"model_type":"llama"})"),
              HasSubstr("simulate --config"));
  EXPECT_THAT(what(R"({"a":1,"b":{"c":2},"d":[)"), HasSubstr("the members 'a', 'b', 'd'"));
  EXPECT_THAT(what(R"([{"x\u001b":1}])"), HasSubstr("the members 'x"));
  EXPECT_THAT(what("[[1,2],[3]]"), HasSubstr("JSON of an unknown kind."));
}

}  // namespace
}  // namespace nscope::importers
