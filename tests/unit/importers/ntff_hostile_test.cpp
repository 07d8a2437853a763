#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers/neff_writer.h"
#include "tests/unit/importers/read_back.h"

#include <gtest/gtest.h>

// Captures whose headers state more than the file contains.
namespace nscope::importers {
namespace {

/// Appends fields to the header message of a file.
std::string with_header_fields(std::string ntff, const std::string& fields) {
  std::uint64_t size = 0;
  std::memcpy(&size, ntff.data() + 1, 7);
  ntff.insert(128 + size, fields);
  size += fields.size();
  std::memcpy(ntff.data() + 1, &size, 7);
  return ntff;
}

std::string neff_with(const std::vector<std::pair<std::string, std::string>>& members) {
  NeffWriter neff;
  neff.members = members;
  return neff.text();
}

TEST(NtffHostile, TheSameRecordsNamedAgainAreReadOnce) {
  MessageWriter again;  // the two records after the 64 bytes of code
  for (int i = 0; i < 1000; ++i) again.message(16, MessageWriter().number(5, 64).number(6, 32));
  const auto trace = import_text(with_header_fields(one_instruction_run().text(), again.bytes()));
  ASSERT_TRUE(trace) << to_string(trace.error());
  // As many as fit into the payload.
  EXPECT_EQ(slices_on(**trace, "TensorE", 0).size(), 3u);
  EXPECT_EQ(diagnosed(**trace, "overlapping_trace"), 998 * 2);
}

TEST(NtffHostile, CoresBeyondAnyMachineAreLeftOut) {
  MessageWriter device;
  for (int i = 0; i < 3000; ++i) device.message(1, MessageWriter());
  const std::string node = MessageWriter().message(4, MessageWriter().message(4, device)).bytes();
  const auto trace = import_text(with_header_fields(one_instruction_run().text(), node));
  ASSERT_TRUE(trace) << to_string(trace.error());
  // The first is the NeuronCore of the other node, as in a session.
  EXPECT_EQ(diagnosed(**trace, "too_many_cores"), 3000 - 1024);
  EXPECT_EQ((*trace)->property_number(property::kPhysicalCores), 1024);
}

TEST(NtffHostile, CodeThatIsNoWholeWordsIsCounted) {
  NtffWriter ntff = one_instruction_run();
  std::string text = ntff.text();
  const std::string whole = MessageWriter().number(7, 0).number(8, 64).bytes();
  const std::size_t at = text.find(whole);
  ASSERT_NE(at, std::string::npos);
  text[at + whole.size() - 1] = 70;
  const auto trace = import_text(text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(diagnosed(**trace, "truncated_code"), 1);
}

TEST(NtffHostile, ClockLimitsOfSeveralBlocksAreInOrderAndOddOnesCounted) {
  NtffWriter ntff = one_instruction_run();
  ntff.cores[0].clock_limit(1, 4, 1000).clock_limit(0, 8, 2000).clock_limit(1, 4, 1ull << 63);
  TestCore more;  // a second block of records of the same NeuronCore
  more.subgraph = "sg01";
  more.clock_limit(1, 6, 1500);
  ntff.cores.push_back(more);
  const auto trace = import_text(ntff.text());
  ASSERT_TRUE(trace) << to_string(trace.error());
  std::vector<std::int64_t> begins;
  std::vector<std::int64_t> durations;
  for (const SliceId id : slices_on(**trace, "Throttling", 0)) {
    const auto slice = (*trace)->slice(id);
    begins.push_back(slice.begin().value());
    durations.push_back((slice.end() - slice.begin()).value());
  }
  EXPECT_EQ(begins, (std::vector<std::int64_t>{0, 500, 1000}));
  EXPECT_EQ(durations, (std::vector<std::int64_t>{500, 500, 1000}));
  EXPECT_EQ(diagnosed(**trace, "implausible_time"), 1);
}

TEST(NtffHostile, TensorsOfUnknownSizeHaveNoSum) {
  const std::string ntff = one_instruction_run().text();
  const auto missing = import_text(ntff, neff_with({{"sg00/tensor_map.json", "{}"}}));
  ASSERT_TRUE(missing) << to_string(missing.error());
  EXPECT_EQ((*missing)->property(property::kInputBytes), nullptr);
  EXPECT_EQ((*missing)->property(property::kWeightBytes), nullptr);
  const auto partly = import_text(ntff, neff_with({{"sg00/def.json", R"({"var": {
      "q": {"type": "input", "size": 2048, "var_id": 7}, "k": {"type": "input", "var_id": 8},
      "out": {"type": "output", "size": 4096, "var_id": 9}}})"}}));
  ASSERT_TRUE(partly) << to_string(partly.error());
  EXPECT_EQ((*partly)->property(property::kInputBytes), nullptr);
  EXPECT_EQ((*partly)->property_number(property::kOutputBytes), 4096);
  EXPECT_EQ((*partly)->property_number(property::kWeightBytes), 0)
      << "the list of tensors is complete";
}

TEST(NtffHostile, ANeffWhereEverythingDependsOnEverythingIsCutShort) {
  constexpr std::size_t kWords = 2000;
  const TestWord begin = TestWord(0xb1).u8(12, 0);
  const TestWord end = TestWord(0xa2).u8(40, 1);
  const TestWord work(0xa4);
  std::vector<TestWord> compiled = {begin, TestWord(0xcc)};
  std::vector<TestWord> loaded = {work, begin};
  std::vector<std::vector<std::uint64_t>> ids(2);
  NtffWriter ntff;
  TestCore core;
  for (std::size_t i = 0; i < kWords; ++i) {
    compiled.push_back(work);
    loaded.push_back(work);
    ids.push_back({1});
    core.instruction(0, static_cast<unsigned>(i + 2), 1000 + 10 * i, 1005 + 10 * i);
  }
  compiled.push_back(end);
  loaded.push_back(end);
  ids.emplace_back();
  core.code[0] = loaded;
  ntff.executions = {{1000, 1000 + 10 * kWords}};
  ntff.cores = {core};
  NeffWriter neff;
  neff.engine("sg00", "PE", compiled, ids,
              MessageWriter().message(3, bir_instruction(1, "I-1", {}, {1}, {4})));
  const auto trace = import_text(ntff.text(), neff.text());
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(diagnosed(**trace, "neff_code_mismatch"), 0);
  EXPECT_EQ(diagnosed(**trace, "neff_dependencies_left_out"), 1);
  EXPECT_LT((*trace)->flows().size(), kWords * kWords / 4);
  EXPECT_GT((*trace)->flows().size(), 100'000u);
}

}  // namespace
}  // namespace nscope::importers
