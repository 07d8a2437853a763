#include "importers/ntff/word_args.h"

#include "profiler/trace/vocabulary.h"

#include <array>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::array<Engine, kHardwareEngines> kEngines{
    Engine::kTensor, Engine::kScalar, Engine::kGpSimd, Engine::kVector, Engine::kSync};

void add(WordArgs::List& to, StringId key, const ArgValue& value) {
  to.push_back({{}, key, value});
}

}  // namespace

Engine trace_engine(HardwareEngine engine) {
  return kEngines[static_cast<std::size_t>(engine)];
}

WordArgsTable::Keys::Keys(TraceWriter& out)
    : operands(out.intern(key::kOperands)),
      instruction_type(out.intern(key::kInstructionType)),
      regular(out.intern("REGULAR")),
      transpose(out.intern("TRANSPOSE")),
      elements(out.intern(key::kElements)),
      activation(out.intern(key::kActivationFn)),
      hbm_read(out.intern(key::kHbmReadBytes)),
      hbm_write(out.intern(key::kHbmWriteBytes)),
      sbuf_read(out.intern(key::kSbufReadBytes)),
      sbuf_write(out.intern(key::kSbufWriteBytes)),
      psum_read(out.intern(key::kPsumReadBytes)),
      psum_write(out.intern(key::kPsumWriteBytes)),
      psum_read_sbuf_write(out.intern(key::kPsumReadSbufWriteBytes)),
      compiler_pc(out.intern(key::kCompilerPc)),
      bir_id(out.intern(key::kBirId)),
      bir_name(out.intern(key::kBirName)),
      penguin_id(out.intern(key::kPenguinId)),
      penguin_text(out.intern(key::kPenguinText)),
      source_location(out.intern(key::kSourceLocation)),
      source_kind(out.intern(key::kSourceKind)),
      kernel(out.intern(key::kKernelFunction)),
      read_tensor(out.intern(key::kReadTensor)),
      write_tensor(out.intern(key::kWriteTensor)) {}

WordArgsTable::WordArgsTable(TraceWriter& out, const OpcodeNames& opcodes, const CoreRun& run,
                             const SemaphoreNames& names, const NeffSubgraph* neff,
                             const NeffLink* link)
    : out_(out),
      opcodes_(opcodes),
      run_(run),
      names_(names),
      neff_(neff),
      link_(link),
      keys_(out),
      words_(run.code.size()) {}

void WordArgsTable::count_row(std::size_t i) {
  const std::uint32_t number = run_.numbers[i];
  if (number == ProgramCode::kNoWord) {
    if (missing_.runs++ > 0) return;
    missing_.name = out_.intern("unknown");
    first_missing_ = place_text({run_.row(i).engine, run_.row(i).pc});
    return;
  }
  WordArgs& word = words_[number];
  if (word.runs == 0) {
    word = make(number);
    in_order_.push_back(number);
  }
  ++word.runs;
}

std::string WordArgsTable::place_text(const ProgramCode::Place& place) const {
  return fmt::format("{} {}, pc {}", run_.core.subgraph, to_string(trace_engine(place.engine)),
                     place.pc);
}

WordArgs WordArgsTable::make(std::uint32_t number) {
  const Instruction& word = run_.code.word(number);
  const ProgramCode::Place& place = run_.code.place(number);
  const bool compiled = run_.code.compiled(place.engine, place.pc);
  const std::string& name = opcodes_.name(word.opcode);
  WordArgs to;
  to.name = out_.intern(name.empty() ? fmt::format("{:#04x}", word.opcode) : name);
  if (const std::string operands = operand_text(word, names_, compiled); !operands.empty()) {
    add(to.before_crc, keys_.operands, text(operands));
  }
  if (compiled) {
    add(to.before_crc, keys_.instruction_type,
                               word.transpose ? keys_.transpose : keys_.regular);
  }
  if (word.elements) add(to.before_crc, keys_.elements, *word.elements);
  add_bytes(to.before_crc, word.bytes);
  if (!word.activation.empty()) add(to.before_crc, keys_.activation, text(word.activation));
  if (link_ != nullptr) add_compiler(to.after_crc, link_->explain_word(number));
  return to;
}

void WordArgsTable::add_bytes(WordArgs::List& to, const ByteCounts& bytes) const {
  const auto put = [&](StringId name, const std::optional<std::int64_t>& value) {
    if (value) add(to, name, *value);
  };
  put(keys_.hbm_read, bytes.hbm_read);
  put(keys_.hbm_write, bytes.hbm_write);
  put(keys_.sbuf_read, bytes.sbuf_read);
  put(keys_.sbuf_write, bytes.sbuf_write);
  put(keys_.psum_read, bytes.psum_read);
  put(keys_.psum_write, bytes.psum_write);
  put(keys_.psum_read_sbuf_write, bytes.psum_read_sbuf_write);
}

/// Ids have the form of AWS's tables: "sg0000:203" for sg00.
void WordArgsTable::add_compiler(WordArgs::List& to, const CompiledFrom& from) {
  if (from.compiler_pc) add(to, keys_.compiler_pc, std::int64_t{*from.compiler_pc});
  const std::string& subgraph = neff_->name;
  const std::string scope = subgraph.starts_with("sg") && subgraph.size() <= 6
                                ? "sg" + std::string(6 - subgraph.size(), '0') + subgraph.substr(2)
                                : subgraph;
  if (from.bir_id) add(to, keys_.bir_id, text(fmt::format("{}:{}", scope, *from.bir_id)));
  if (from.bir != nullptr) {
    add(to, keys_.bir_name, text(from.bir->name));
    if (!from.bir->source_location.empty()) {
      add(to, keys_.source_location, text(from.bir->source_location));
      add(to, keys_.source_kind, text("nki"));
    }
    if (!from.bir->kernel.empty()) add(to, keys_.kernel, text(from.bir->kernel));
    if (!from.bir->penguin_ids.empty()) {
      const std::uint64_t id = from.bir->penguin_ids.front();
      add(to, keys_.penguin_id, text(fmt::format("{}:{}", scope, id)));
      const auto words = neff_->penguin_text.find(id);
      if (words != neff_->penguin_text.end()) {
        add(to, keys_.penguin_text, text(words->second));
      }
    }
  }
  if (from.read_tensor != nullptr) {
    add(to, keys_.read_tensor, text(from.read_tensor->name));
  }
  if (from.write_tensor != nullptr) {
    add(to, keys_.write_tensor, text(from.write_tensor->name));
  }
}

void WordArgsTable::diagnose() {
  if (missing_.runs > 0) {
    out_.diagnose("instruction_word_missing", Severity::kWarning,
                  tr("{}: the instruction word is not in the file", first_missing_), missing_.runs);
  }
  for (const std::uint32_t number : in_order_) {
    const Instruction& word = run_.code.word(number);
    const std::int64_t runs = words_[number].runs;
    const std::string& name = opcodes_.name(word.opcode);
    const std::string where = place_text(run_.code.place(number));
    if (name.empty()) {
      out_.diagnose("unknown_opcode", Severity::kWarning,
                    tr("{}: unknown opcode {}", where, fmt::format("{:#04x}", word.opcode)), runs);
    } else if (!word.layout_known) {
      out_.diagnose("operands_not_decoded", Severity::kInfo,
                    tr("{}: the operands of {} ({}) are not decoded", where, name,
                       fmt::format("{:#04x}", word.opcode)),
                    runs);
    }
    if (!word.dtype_known) {
      out_.diagnose("unknown_dtype", Severity::kWarning,
                    tr("{}: byte counts are not available for an unknown data type: {}", where,
                       word.operands),
                    runs);
    }
  }
}

}  // namespace nscope::importers
