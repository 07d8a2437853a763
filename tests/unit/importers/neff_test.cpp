#include "importers/neff/neff.h"

#include "importers/neff/archive.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers/neff_writer.h"
#include "tests/unit/importers/read_back.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

bool all_members(std::string_view) {
  return true;
}

/// A model of one core: Sync loads q_ref, PE runs two matrix multiplications, Sync stores the
/// result.
struct Model {
  NeffWriter neff;
  NtffWriter ntff;
};

Model small_model() {
  Model model;
  TestWord compiled_load(0xd4);  // before loading: refers to tensors by number
  compiled_load.u8(13, 24).u8(14, 16);
  compiled_load.u64(16, 0x10ull << 56 | 7ull << 32 | 512).u16(32, 1).u16(34, 4).u16(36, 512);
  compiled_load.u64(40, 0x10ull << 56).u16(56, 1).u16(58, 4).u16(60, 512);
  TestWord compiled_store(0xd4);
  compiled_store.u64(16, 0x10ull << 56).u16(32, 1).u16(34, 4).u16(36, 512);
  compiled_store.u64(40, 0x20ull << 56 | 1ull << 32).u16(56, 1).u16(58, 4).u16(60, 512);
  TestWord load = compiled_load;
  load.u8(0, 0xb8).u64(16, 0x1200).u64(40, 0x802000000000);
  TestWord store = compiled_store;
  store.u8(0, 0xb8).u64(16, 0x802000000000).u64(40, 0x9000);
  TestWord matmul(0x02);
  matmul.u16(26, 1).u16(28, 1).u16(30, 1).u8(32, 10).u8(38, 128).u8(39, 128);
  const TestWord begin = TestWord(0xb1).u8(12, 0);
  const TestWord label(0xcc);
  const TestWord runtime(0xa4);
  const TestWord end = TestWord(0xa2).u8(40, 1);

  model.neff.engine("sg00", "SP", {begin, label, compiled_load, compiled_store, end},
                    {{}, {}, {10}, {13}, {}},
                    MessageWriter()
                        .message(3, bir_instruction(10, "I-10-0", {100}))
                        .message(3, bir_instruction(13, "I-13-0", {}, {11}, {4})));
  // BIR instruction 11 was compiled to two words. It needs the data of instruction 10 and is also
  // ordered after it: only the data dependency must become a flow.
  model.neff.engine("sg00", "PE", {begin, label, matmul, matmul, end}, {{}, {}, {11}, {11}, {}},
                    MessageWriter().message(
                        3, bir_instruction(11, "I-11-0", {101}, {10}, {4}, {10, 99}, {1, 1})));
  model.neff.members.emplace_back("info.json", R"({"tool_version": "2.23.1"})");
  model.neff.members.emplace_back("sg00/def.json", R"({"runtime_semaphore_count": 3,
      "dma_queue": {"qSPDynamicHW": {"semaphore_set": [24, 25, -1, 1000, "x"]}},
      "var": {"q_ref": {"type": "input", "size": 2048, "var_id": 7},
              "out": {"type": "output", "size": 4096, "var_id": 8},
              "w": {"type": "file", "size": 64, "var_id": 9, "file_name": "value_w0.npy"},
              "table": {"type": "dge-table", "list": [7, 8], "var_id": 20},
              "odd": 5}})");
  model.neff.members.emplace_back("sg00/tensor_map.json", R"({"q_ref": {"tf_shape": [128, 4],
      "tf_format": "NC"}, "w0": {"tf_shape": [64], "tf_format": "C"}})");
  model.neff.members.emplace_back(
      "debug_info/debug_info_penguin.dbg_sg000000",
      MessageWriter()
          .message(3, MessageWriter().number(1, 100).text(2, "float32<128 x 4> $1"))
          .text(7, "my_kernel")
          .bytes());
  model.neff.members.emplace_back("sg00/weights.npy", std::string(100'000, 'w'));

  TestCore core;
  core.code[4] = {runtime, begin, load, store, end};
  core.code[0] = {runtime, begin, matmul, matmul, end};
  core.instruction(4, 2, 1'000'000, 1'010'000);
  core.instruction(0, 2, 1'020'000, 1'030'000);
  core.instruction(0, 3, 1'030'000, 1'040'000);
  core.instruction(4, 3, 1'050'000, 1'060'000);
  core.semaphore(25, 3, 1'061'000);
  model.ntff.executions = {{1'000'000, 1'100'000}};
  model.ntff.cores = {core};
  return model;
}

TEST(NeffArchive, ReadsWantedMembersRawAndCompressed) {
  const std::string tar = tar_of({{"a", "first"}, {"dir/b", std::string(1000, 'b')}, {"c", ""}});
  TaskControl control;
  for (const std::string& data : {tar, gzip(tar)}) {
    const auto members = read_archive(
        data, "x", 0, [](std::string_view name) { return name != "a"; }, control);
    ASSERT_TRUE(members) << to_string(members.error());
    EXPECT_EQ(members->size(), 2u);
    EXPECT_EQ(members->at("dir/b"), std::string(1000, 'b'));
    EXPECT_EQ(members->at("c"), "");
  }
}

TEST(NeffArchive, LimitsStopABomb) {
  const std::string bomb = gzip(tar_of({{"a", std::string(4'000'000, '\0')}}));
  ASSERT_LT(bomb.size(), 10'000u);
  TaskControl control;
  ArchiveLimits limits;
  limits.ratio_floor = 1'000'000;
  limits.max_ratio = 10;
  const auto refused = read_archive(bomb, "bomb.neff", 1024, all_members, control, limits);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(to_string(refused.error()), testing::HasSubstr("exceed the limit"));
  EXPECT_TRUE(read_archive(bomb, "bomb.neff", 1024, all_members, control));
}

TEST(NeffArchive, SizeClaimsAreNotBelieved) {
  std::string tar = tar_of({{"a", "first"}});
  tar.replace(124, 11, "77777777777");  // 8 GiB
  unsigned long long sum = 0;
  tar.replace(148, 8, "        ");
  for (std::size_t i = 0; i < 512; ++i) sum += static_cast<unsigned char>(tar[i]);
  char text[8];
  std::snprintf(text, sizeof text, "%06llo", sum);
  tar.replace(148, 7, std::string(text, 7));
  TaskControl control;
  const auto refused = read_archive(tar, "x", 0, all_members, control);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.english().find("too large"), std::string::npos);
  const auto skipped = read_archive(
      tar, "x", 0, [](std::string_view) { return false; }, control);
  ASSERT_FALSE(skipped);
  EXPECT_NE(skipped.error().message.english().find("end of file in member 'a'"), std::string::npos);
}

TEST(NeffArchive, DamageIsNamed) {
  TaskControl control;
  std::string tar = tar_of({{"a", "first"}, {"b", "second"}});
  tar[1024 + 5] = 'x';
  const auto damaged = read_archive(tar, "x.neff", 1024, all_members, control);
  ASSERT_FALSE(damaged);
  EXPECT_NE(damaged.error().message.english().find("checksum in the header of member 2"),
            std::string::npos);
  EXPECT_TRUE(damaged.error().where.english().starts_with("x.neff: byte "));
  EXPECT_FALSE(read_archive("", "x", 0, all_members, control));
  EXPECT_FALSE(read_archive("\x1f\x8b", "x", 0, all_members, control));
}

TEST(Neff, ReadsNamesTensorsAndQueues) {
  const Model model = small_model();
  for (const std::uint64_t package : {1u, 2u}) {
    NeffWriter writer = model.neff;
    writer.package_version = package;
    TaskControl control;
    const auto neff = read_neff(source_of(writer.text(), "m.neff"), control);
    ASSERT_TRUE(neff) << to_string(neff.error());
    EXPECT_EQ(neff->header.network_name, "model.neff");
    EXPECT_EQ(neff->header.uuid, "30313233343536373839616263646566");
    EXPECT_EQ(neff->compiler_version, "2.23.1");
    EXPECT_EQ(neff->kernel_name, "my_kernel");
    const NeffSubgraph* subgraph = neff->subgraph("sg00");
    ASSERT_NE(subgraph, nullptr);
    EXPECT_EQ(subgraph->bir.at(11).name, "I-11-0");
    ASSERT_EQ(subgraph->bir.at(11).predecessors.size(), 2u);
    EXPECT_EQ(subgraph->bir.at(11).predecessors[0].kind, 4u);
    EXPECT_EQ(subgraph->tensor(7)->shape, "[128 4]");
    EXPECT_EQ(subgraph->tensor(9)->format, "C");
    EXPECT_EQ(subgraph->tensor(-1), nullptr);
    EXPECT_EQ(subgraph->address_table, (std::vector<std::int64_t>{7, 8}));
    EXPECT_EQ(subgraph->semaphore_names.at(3), "GpSimd");
    EXPECT_EQ(subgraph->semaphore_names.at(25), "qSPDynamicHW");
    EXPECT_EQ(subgraph->semaphore_names.size(), 6u);
  }
}

/// An instruction with the attributes that name its source line.
MessageWriter source_instruction(std::uint64_t id, const std::string& file, const std::string& line,
                                 const std::string& kernel) {
  const auto attribute = [](const std::string& name, const std::string& value) {
    return MessageWriter().text(1, name).text(2, value);
  };
  return bir_instruction(id, "inst", {})
      .message(7, attribute("dma_queue", "qSPIO0"))
      .message(7, attribute("kernel_file", file))
      .message(7, attribute("kernel_line", line))
      .message(7, attribute("kernel_name", kernel));
}

TEST(Neff, ReadsSourceLines) {
  MessageWriter debug;
  debug.message(3, source_instruction(1, "1", "86", "0"))
      .message(3, source_instruction(2, "0", "0", "0"))     // added by the compiler
      .message(3, source_instruction(3, "2", "86", "-1"))   // no such file or kernel
      .message(3, source_instruction(4, "x", "86", "0x0"))  // not numbers
      .message(3, bir_instruction(5, "inst", {}))
      .message(3, source_instruction(6, "0", "7\x1b", "0"))  // a control character
      .text(5, "/home/me/other.py")
      .text(5, "/home/me/kernel.py")
      .text(7, "__main__.attention");
  NeffWriter writer;
  writer.engine("sg00", "PE", {TestWord(0xa4)}, {{1}}, debug);
  TaskControl control;
  const auto neff = read_neff(source_of(writer.text(), "m.neff"), control);
  ASSERT_TRUE(neff) << to_string(neff.error());
  const auto& bir = neff->subgraphs.front().bir;
  EXPECT_EQ(bir.at(1).source_location, "/home/me/kernel.py:86");
  EXPECT_EQ(bir.at(1).kernel, "__main__.attention");
  EXPECT_EQ(bir.at(2).source_location, "");
  EXPECT_EQ(bir.at(2).kernel, "__main__.attention");
  for (const std::uint64_t id : {3u, 4u, 5u}) {
    EXPECT_EQ(bir.at(id).source_location, "") << id;
    EXPECT_EQ(bir.at(id).kernel, "") << id;
  }
  EXPECT_EQ(bir.at(6).source_location.find('\x1b'), std::string::npos);
}

TEST(Neff, MissingAndUnreadableMembersAreCounted) {
  NeffWriter writer;
  writer.members = {{"sg00/def.json", "[1, 2]"},
                    {"sg00/debug_info_asm_PE.dbg", "\xff\xff\xff"},
                    {"info.json", "{"}};
  TaskControl control;
  const auto neff = read_neff(source_of(writer.text(), "m.neff"), control);
  ASSERT_TRUE(neff) << to_string(neff.error());
  std::map<std::string, std::int64_t> counts;
  for (const Diagnostic& d : neff->diagnostics) counts[d.code] = d.count;
  EXPECT_EQ(counts["neff_member_unreadable"], 3);
  EXPECT_EQ(counts["neff_member_missing"], 5 + 4 + 5 + 1);  // code, asm, backend, tensor map
}

TEST(Neff, HeaderErrorsAreClear) {
  TaskControl control;
  EXPECT_FALSE(is_neff(source_of("")));
  EXPECT_FALSE(is_neff(source_of(std::string(5000, '\0'))));
  std::string text = small_model().neff.text();
  EXPECT_TRUE(is_neff(source_of(text)));
  text[0] = 9;
  const auto version = read_neff(source_of(text, "m.neff"), control);
  ASSERT_FALSE(version);
  EXPECT_EQ(version.error().code, ErrorCode::kUnsupportedVersion);
  const auto cut = read_neff(source_of(text.substr(0, 100), "m.neff"), control);
  ASSERT_FALSE(cut);
  EXPECT_NE(cut.error().message.english().find("1024"), std::string::npos);
}

TEST(NeffLink, InstructionsGetTheirCompilerNamesAndTensors) {
  const Model model = small_model();
  const auto read = import_text(model.ntff.text(), model.neff.text());
  ASSERT_TRUE(read) << to_string(read.error());
  const Trace& trace = **read;
  const auto sync = slices_on(trace, "SyncE", 0);
  const auto matmuls = slices_on(trace, "TensorE matmul", 0);
  ASSERT_EQ(sync.size(), 2u);
  ASSERT_EQ(matmuls.size(), 2u);
  EXPECT_EQ(text_arg(trace, sync[0], key::kBirId), "sg0000:10");
  EXPECT_EQ(text_arg(trace, sync[0], key::kBirName), "I-10-0");
  EXPECT_EQ(text_arg(trace, sync[0], key::kPenguinId), "sg0000:100");
  EXPECT_EQ(text_arg(trace, sync[0], key::kPenguinText), "float32<128 x 4> $1");
  EXPECT_EQ(number_arg(trace, sync[0], key::kCompilerPc), 2);
  EXPECT_EQ(text_arg(trace, sync[0], key::kReadTensor), "q_ref");
  EXPECT_EQ(text_arg(trace, sync[0], key::kWriteTensor), "");  // SBUF
  EXPECT_EQ(text_arg(trace, sync[1], key::kReadTensor), "");
  EXPECT_EQ(text_arg(trace, sync[1], key::kWriteTensor), "out");  // from the address table
  for (const SliceId matmul : matmuls) {
    EXPECT_EQ(text_arg(trace, matmul, key::kBirName), "I-11-0");
    EXPECT_TRUE(has_flow(trace, sync[0], matmul, flow_kind::kFlowDependence));
    EXPECT_FALSE(has_flow(trace, sync[0], matmul, flow_kind::kOrdered));
    EXPECT_TRUE(has_flow(trace, matmul, sync[1], flow_kind::kFlowDependence));
  }
  EXPECT_EQ(trace.property_number(property::kInputBytes), 2048);
  EXPECT_EQ(trace.property_number(property::kWeightBytes), 64);
  EXPECT_EQ(trace.property_text(std::string(property::kTensorType) + "w"), "WEIGHT");
  EXPECT_EQ(trace.property_text(property::kKernelName), "my_kernel");
  EXPECT_EQ(diagnosed(trace, "neff_code_mismatch"), 0);
  bool named = false;
  for (const Track& track : trace.tracks()) {
    named = named || trace.text(track.name) == "S[25] (qSyncDynamicHW)";
  }
  EXPECT_TRUE(named);
}

TEST(NeffLink, InstructionsGetTheirSourceLines) {
  Model model = small_model();
  for (auto& [name, content] : model.neff.members) {
    if (name != "sg00/debug_info_backend_PE.dbg") continue;
    content = MessageWriter()
                  .message(3, source_instruction(11, "0", "86", "0"))
                  .text(5, "kernel.py")
                  .text(7, "attention")
                  .bytes();
  }
  const auto read = import_text(model.ntff.text(), model.neff.text());
  ASSERT_TRUE(read) << to_string(read.error());
  const Trace& trace = **read;
  const auto matmuls = slices_on(trace, "TensorE matmul", 0);
  ASSERT_EQ(matmuls.size(), 2u);
  for (const SliceId matmul : matmuls) {
    EXPECT_EQ(text_arg(trace, matmul, key::kSourceLocation), "kernel.py:86");
    EXPECT_EQ(text_arg(trace, matmul, key::kSourceKind), "nki");
    EXPECT_EQ(text_arg(trace, matmul, key::kKernelFunction), "attention");
  }
  const SliceId load = slices_on(trace, "SyncE", 0).front();
  EXPECT_EQ(text_arg(trace, load, key::kSourceLocation), "");
  EXPECT_EQ(text_arg(trace, load, key::kSourceKind), "");
}

TEST(NeffLink, LoopsDependOnTheLastRunBefore) {
  Model model = small_model();
  TestCore& core = model.ntff.cores[0];
  core.instructions.clear();
  std::uint64_t time = 1'000'000;
  for (int turn = 0; turn < 3; ++turn) {
    core.instruction(4, 2, time, time + 100);
    core.instruction(0, 2, time + 200, time + 300);
    time += 1000;
  }
  const auto read = import_text(model.ntff.text(), model.neff.text());
  ASSERT_TRUE(read);
  const Trace& trace = **read;
  const auto loads = slices_on(trace, "SyncE", 0);
  const auto matmuls = slices_on(trace, "TensorE matmul", 0);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(has_flow(trace, loads[k], matmuls[i], flow_kind::kFlowDependence), i == k)
          << k << " -> " << i;
    }
  }
}

TEST(NeffLink, CodeThatIsNotTheNeffsLosesItsNamesOnly) {
  Model model = small_model();
  model.ntff.cores[0].code[0][2] = TestWord(0x46);
  const auto read = import_text(model.ntff.text(), model.neff.text());
  ASSERT_TRUE(read);
  EXPECT_EQ(diagnosed(**read, "neff_code_mismatch"), 1);
  EXPECT_EQ(text_arg(**read, slices_on(**read, "TensorE matmul", 0).at(0), key::kBirName), "");
  EXPECT_EQ(text_arg(**read, slices_on(**read, "SyncE", 0).at(0), key::kBirName), "I-10-0");
}

TEST(NeffLink, AnotherCapturesNeffIsRefused) {
  Model model = small_model();
  model.neff.uuid = "another capture!";
  const auto read = import_text(model.ntff.text(), model.neff.text());
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
  EXPECT_NE(read.error().message.english().find("belongs to another capture"), std::string::npos);

  model.neff.uuid = std::string(16, '\0');  // without a UUID, the names are compared
  EXPECT_TRUE(import_text(model.ntff.text(), model.neff.text()));
  model.neff.name = "other.neff";
  EXPECT_FALSE(import_text(model.ntff.text(), model.neff.text()));
}

TEST(Neff, TruncationAndDamageNeverCrash) {
  const std::string whole = small_model().neff.text();
  TaskControl control;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(read_neff(source_of(whole.substr(0, size), "m.neff"), control)) << size;
  }
  std::mt19937 random(11);
  NeffWriter raw = small_model().neff;
  raw.package_version = 1;
  const std::string tar = raw.text();
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = round % 2 == 0 ? whole : tar;
    for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto neff = read_neff(source_of(damaged, "m.neff"), control);
    EXPECT_TRUE(neff || !neff.error().message.empty());
  }
}

}  // namespace
}  // namespace nscope::importers
