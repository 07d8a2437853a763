#pragma once

#include "importers/neff/neff.h"
#include "importers/ntff/core_run.h"
#include "importers/ntff/neff_link.h"
#include "importers/ntff/opcodes.h"
#include "importers/ntff/semaphore_text.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nscope::importers {

/// The common arguments of all runs of one instruction word. They are computed once because a
/// loop runs the same words many times.
struct WordArgs {
  using List = std::vector<TraceBatch::Arg>;  ///< without the slice

  StringId name;
  List before_crc;  ///< operands, kind, counts
  List after_crc;   ///< from the NEFF
  std::int64_t runs = 0;
};

/// Makes the WordArgs of a core's words in the order of their first run. diagnose() reports unknown opcodes, layouts
/// and data types, counted by run. `run`, `neff` and `link` (null without a NEFF) must outlive
/// the table.
class WordArgsTable {
 public:
  WordArgsTable(TraceWriter& out, const OpcodeNames& opcodes, const CoreRun& run,
                const SemaphoreNames& names, const NeffSubgraph* neff, const NeffLink* link);

  /// Makes the arguments of the word of row `i` if it is new; counts one run of the word.
  void count_row(std::size_t i);
  /// The arguments of the word of row `i`, which has been counted.
  const WordArgs& of_row(std::size_t i) const {
    const std::uint32_t number = run_.numbers[i];
    return number == ProgramCode::kNoWord ? missing_ : words_[number];
  }
  void diagnose();

 private:
  struct Keys {
    explicit Keys(TraceWriter& out);
    StringId operands, instruction_type, regular, transpose, elements, activation, hbm_read,
        hbm_write, sbuf_read, sbuf_write, psum_read, psum_write, psum_read_sbuf_write, compiler_pc,
        bir_id, bir_name, penguin_id, penguin_text, source_location, source_kind, kernel,
        read_tensor, write_tensor;
  };

  WordArgs make(std::uint32_t number);
  void add_bytes(WordArgs::List& to, const ByteCounts& bytes) const;
  void add_compiler(WordArgs::List& to, const CompiledFrom& from);
  std::string place_text(const ProgramCode::Place& place) const;
  ArgValue text(std::string_view words) { return out_.intern(words); }

  TraceWriter& out_;
  const OpcodeNames& opcodes_;
  const CoreRun& run_;
  const SemaphoreNames& names_;
  const NeffSubgraph* neff_;
  const NeffLink* link_;
  Keys keys_;
  std::vector<WordArgs> words_;          ///< by number
  std::vector<std::uint32_t> in_order_;  ///< numbers in the order of their first run
  WordArgs missing_;
  std::string first_missing_;
};

/// The engine of the trace model.
Engine trace_engine(HardwareEngine engine);

}  // namespace nscope::importers
