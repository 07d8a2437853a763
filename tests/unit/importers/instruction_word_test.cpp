#include "importers/ntff/instruction_word.h"

#include "importers/ntff/semaphore_text.h"
#include "tests/support/ntff_writer.h"

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

Instruction decode(const TestWord& word) {
  return decode_instruction(std::as_bytes(std::span(word.bytes)));
}

/// A word with three-dimensional operands of 2 x 3 x 4 elements at `src` and at `dst`.
TestWord three_dimensional(unsigned opcode, std::uint32_t src, std::uint32_t dst) {
  TestWord word(opcode);
  word.u32(16, src).u16(20, 1).u16(22, 2).u16(24, 6).u16(26, 2).u16(28, 3).u16(30, 4);
  word.u32(48, dst).u16(52, 1).u16(54, 2).u16(56, 6).u16(58, 2).u16(60, 3).u16(62, 4);
  return word;
}

TEST(InstructionWord, MatmulCountsElementsAndBytesOfOnePartition) {
  TestWord word = three_dimensional(0x02, 0x100, 0x2000800);
  word.u8(32, 6).u8(38, 128).u8(39, 64).u8(43, 3);
  const Instruction matmul = decode(word);
  EXPECT_TRUE(matmul.layout_known);
  EXPECT_EQ(matmul.elements, 128 * 64 * 24);
  EXPECT_EQ(matmul.bytes.sbuf_read, 48);
  EXPECT_EQ(matmul.bytes.psum_write, 48);
  EXPECT_EQ(matmul.bytes.sbuf_write, std::nullopt);
  EXPECT_EQ(matmul.bytes.psum_read_sbuf_write, std::nullopt);
  EXPECT_EQ(matmul.operands,
            "acc_flags=3 src=bfloat16@0x100[1,2,6][2,3,4] dst=0x2000800[1,2,6][2,3,4] 128*64");
}

TEST(InstructionWord, PsumToSbufIsCountedOnTheWriteSide) {
  TestWord word = three_dimensional(0x43, 0x2000000, 0x40);
  word.u8(32, 10).u8(33, 6).u8(34, 128).u8(35, 1).u8(36, 6).u32(40, 0xc00);
  const Instruction scaled = decode(word);
  EXPECT_EQ(scaled.bytes.psum_read, 96);
  EXPECT_EQ(scaled.bytes.sbuf_write, 48);
  EXPECT_EQ(scaled.bytes.psum_read_sbuf_write, 48);
  EXPECT_EQ(scaled.operands,
            "ops=MULTIPLY,BYPASS imm=0xc00,0 imm_src=PTR,INSTRUCTION "
            "src=fp32@0x2000000[1,2,6][2,3,4] dst=bfloat16@0x40[1,2,6][2,3,4] channels=128");
}

TEST(InstructionWord, UnknownEnumValuesAreNumbersAndUnknownSizesAreNotZero) {
  TestWord word = three_dimensional(0x43, 0, 0x40);
  word.u8(32, 33).u8(33, 10).u8(36, 77);
  const Instruction scaled = decode(word);
  EXPECT_FALSE(scaled.dtype_known);
  EXPECT_EQ(scaled.bytes.sbuf_read, std::nullopt);
  EXPECT_EQ(scaled.bytes.sbuf_write, 96);
  EXPECT_NE(scaled.operands.find("ops=77,BYPASS"), std::string::npos) << scaled.operands;
  EXPECT_NE(scaled.operands.find("src=dtype33@0x0"), std::string::npos) << scaled.operands;
}

TEST(InstructionWord, OperandsOfEightBitsAndIntegersHaveTheirSizes) {
  struct Case {
    unsigned code;
    std::string name;
    int bytes;
  };
  for (const Case& type : {Case{2, "int8", 1}, Case{3, "uint8", 1}, Case{4, "int16", 2},
                           Case{7, "fp16", 2}, Case{12, "int64", 8}, Case{13, "fp8_e3", 1},
                           Case{14, "fp8_e4", 1}, Case{15, "fp8_e5", 1}}) {
    TestWord word = three_dimensional(0x02, 0x100, 0x2000800);
    word.u8(32, type.code).u8(38, 128).u8(39, 128);
    const Instruction matmul = decode(word);
    EXPECT_TRUE(matmul.dtype_known) << type.name;
    EXPECT_EQ(matmul.bytes.sbuf_read, 24 * type.bytes) << type.name;
    EXPECT_NE(matmul.operands.find("src=" + type.name + "@0x100"), std::string::npos)
        << matmul.operands;
  }
}

TEST(InstructionWord, TensorTensorAndMemsetShowTheirOperandsWithoutByteCounts) {
  TestWord sum = three_dimensional(0x41, 0x100, 0x300);
  sum.u8(12, 0x6a).u8(13, 10).u8(14, 4).u8(15, 128);
  sum.u32(32, 0x200).u16(36, 1).u16(38, 2).u16(40, 6).u16(42, 2).u16(44, 3).u16(46, 4);
  const Instruction added = decode(sum);
  EXPECT_TRUE(added.layout_known);
  EXPECT_EQ(added.operands,
            "op=ADD src=fp32@0x100[1,2,6][2,3,4] src1=bfloat16@0x200[1,2,6][2,3,4] "
            "dst=fp32@0x300[1,2,6][2,3,4] channels=128");
  ASSERT_TRUE(added.second_source);
  EXPECT_EQ(added.bytes.sbuf_read, std::nullopt);
  TestWord fill(0x49);
  fill.u8(32, 8).u8(34, 128).u32(36, 7).u32(44, 0x400).u16(48, 1).u16(56, 8).u16(58, 1);
  fill.u16(60, 1).u16(62, 1);
  const Instruction filled = decode(fill);
  EXPECT_EQ(filled.operands, "value=0x7 dst=int32@0x400[1,0,0,0][8,1,1,1] channels=128");
  EXPECT_EQ(filled.bytes.sbuf_write, std::nullopt);
}

TEST(InstructionWord, ACopyWithARegisterHasItsDirectionFromItsForms) {
  TestWord copy(0xb8);
  copy.u8(13, 12).u8(14, 16);
  copy.u32(16, 0x1f).u8(20, 1).u8(23, 0x28).u16(32, 128).u16(34, 1).u16(36, 1024);
  copy.u64(40, 0x802000004000).u16(56, 128).u16(58, 1).u16(60, 1024);
  const Instruction load = decode(copy);
  EXPECT_EQ(load.bytes.hbm_read, 131072);
  EXPECT_EQ(load.bytes.sbuf_write, 131072);
  EXPECT_NE(load.operands.find("src_table_offset_reg=$R[31] src_table_index=1"), std::string::npos)
      << load.operands;
  // The other way round.
  TestWord store(0xb8);
  store.u64(16, 0x802000004000).u16(32, 128).u16(34, 1).u16(36, 1024);
  store.u32(40, 0x07).u8(44, 2).u8(47, 0x28).u16(56, 128).u16(58, 1).u16(60, 1024);
  EXPECT_EQ(decode(store).bytes.sbuf_read, 131072);
  EXPECT_EQ(decode(store).bytes.hbm_write, 131072);
  // Without a table the memory behind a register is unknown.
  TestWord plain = copy;
  plain.u8(23, 0x08);
  const Instruction unknown = decode(plain);
  EXPECT_EQ(unknown.bytes.hbm_read, std::nullopt);
  EXPECT_EQ(unknown.bytes.sbuf_read, std::nullopt);
  EXPECT_EQ(unknown.bytes.sbuf_write, 131072);
  EXPECT_NE(unknown.operands.find("src_addr_reg=$R[31]"), std::string::npos) << unknown.operands;
}

TEST(InstructionWord, WritesToTailPointersStartStaticTransfers) {
  TestWord write(0xa5);
  write.u8(12, 4).u8(13, 4).u64(16, 0x8010020a3038).u64(24, 0x801002083038);
  write.u32(32, 0xfffe0009).u32(40, 0xfffe0011);
  const auto tail = decode(write).ring_tail;
  ASSERT_TRUE(tail);
  EXPECT_EQ(tail->ring, 2);
  EXPECT_EQ(tail->destination_descriptors, 9u);
  EXPECT_EQ(tail->source_descriptors, 17u);
  EXPECT_EQ(tail->left_out, 0xfffeu);
  for (const std::uint64_t other : {0x801002083064ull, 0x801002080038ull, 0x8010020a3038ull}) {
    TestWord elsewhere = write;
    elsewhere.u64(24, other);
    EXPECT_FALSE(decode(elsewhere).ring_tail) << other;
  }
  // Only the source descriptors: the others were added before.
  TestWord one(0xa5);
  one.u8(12, 4).u64(16, 0x801002081038).u32(32, 17);
  ASSERT_TRUE(decode(one).ring_tail);
  EXPECT_EQ(decode(one).ring_tail->ring, 0);
  EXPECT_EQ(decode(one).ring_tail->source_descriptors, 17u);
  EXPECT_FALSE(decode(one).ring_tail->destination_descriptors);
  one.u64(16, 0x8010020a1038);
  EXPECT_FALSE(decode(one).ring_tail) << "destination descriptors start nothing";
}

TEST(InstructionWord, ProductsSaturateInsteadOfOverflowing) {
  TestWord word(0x46);
  for (std::size_t k = 0; k < 4; ++k) word.u16(24 + 2 * k, 0xffff);
  word.u8(32, 10).u8(33, 10);
  const Instruction copy = decode(word);
  EXPECT_EQ(copy.bytes.sbuf_read, std::numeric_limits<std::int64_t>::max());
}

TEST(InstructionWord, DmaKnowsItsMemoriesAndSemaphore) {
  TestWord word(0xb8);
  word.u8(13, 8).u8(14, 16);
  word.u64(16, 0x8005c03b0000).u32(24, 512).u32(28, 1).u16(32, 128).u16(34, 2).u16(36, 512);
  word.u64(40, 0x802000034d00).u32(48, 262144).u32(52, 1).u16(56, 128).u16(58, 2).u16(60, 512);
  word.u8(62, 10).u8(63, 10);
  const Instruction dma = decode(word);
  EXPECT_EQ(dma.bytes.hbm_read, 128 * 2 * 512);
  EXPECT_EQ(dma.bytes.sbuf_write, 128 * 2 * 512);
  EXPECT_EQ(dma.updates[1].id, 8);
  EXPECT_EQ(dma.updates[1].increment(), 16u);
  EXPECT_TRUE(dma.updates[1].by_dma);
  EXPECT_EQ(dma.operands,
            "semaphore=8 sem_increment=16 src_elem_size=512 dst_elem_size=512 "
            "src_pattern=[512,1][128,2] dst_pattern=[262144,1][128,2] "
            "src_addr_imm=0x8005c03b0000 src_shape_reg=0 dst_addr_imm=0x802000034d00 "
            "dst_shape_reg=0 compute_op=NONE");

  word.u64(16, 0x2000000300001000);  // an address table
  EXPECT_NE(decode(word).operands.find("src_table_offset_imm=0x1000 src_table_index=3"),
            std::string::npos);
  EXPECT_EQ(decode(word).bytes.hbm_read, 128 * 2 * 512);
}

TEST(InstructionWord, ControlInstructionsPrintTheirOperands) {
  EXPECT_EQ(decode(TestWord(0xa4).u32(12, 9)).operands, "cycle=9");
  EXPECT_EQ(decode(TestWord(0xb1).u8(12, 1)).operands, "ordering_mode=strict");
  EXPECT_EQ(decode(TestWord(0xb1).u8(12, 7)).operands, "ordering_mode=7");
  EXPECT_EQ(decode(TestWord(0xb0).u8(12, 1).u8(13, 3).u8(14, 9)).operands,
            "mode=SEMAPHORE_ZERO first=3 last=9");
  EXPECT_EQ(decode(TestWord(0xa5).u8(12, 4).u64(16, 0x10).u64(32, 2)).operands,
            "data=0x2 size=4 dst=0x10");
  EXPECT_EQ(decode(TestWord(0xa9).u32(48, 64)).operands, "cmp_op=ALWAYS label_id=64");
  EXPECT_EQ(decode(TestWord(0x23).u32(12, 2)).operands, "table_sel=2");
}

TEST(InstructionWord, RegisterListOfTensorLoadStaysInsideTheWord) {
  const Instruction load = decode(TestWord(0xaa).u8(12, 9).u8(14, 255).u8(15, 255));
  EXPECT_EQ(std::count(load.operands.begin(), load.operands.end(), '$'), 32);
}

TEST(InstructionWord, EveryOpcodeDecodesWithoutTouchingMoreThanTheWord) {
  int known = 0;
  for (unsigned code = 0; code < 256; ++code) {
    TestWord word(code);
    word.bytes.fill(0xff);
    word.bytes[0] = static_cast<unsigned char>(code);
    const Instruction decoded = decode(word);
    EXPECT_EQ(decoded.opcode, code);
    known += decoded.layout_known ? 1 : 0;
    operand_text(decoded, {}, true);
  }
  EXPECT_EQ(known, 24);  // 23 opcodes of instructions, and one pseudo instruction
}

TEST(OperandText, NamesSemaphoresInTheCompilersCodeOnly) {
  TestWord word(0xa0);
  word.wait_at_least(6, 7).u8(32, 1).u8(33, 9).u32(36, 2).u8(34, 0x15).u8(35, 4).u32(40, 3);
  const Instruction wait = decode(word);
  const SemaphoreNames names{{6, "Vector"}};
  EXPECT_EQ(operand_text(wait, names, true), "S[6] (Vector)>=7 setter=0 S[9]==2 S[4]+=3@complete");
  EXPECT_EQ(operand_text(wait, names, false), "$S[6]>=7 setter=0 $S[9]==2 $S[4]+=3@complete");
  EXPECT_EQ(operand_text(decode(TestWord(0xa2).u8(4, 7).u8(5, 3).u8(6, 0x11).u8(7, 5)), {}, true),
            "$E[3]==1- $E[5]+@complete");
  EXPECT_EQ(operand_text(decode(TestWord(0xa2).u8(4, 99).u8(5, 3)), {}, true),
            "wait_mode=0x63 id=3 value=0");
}

}  // namespace
}  // namespace nscope::importers
