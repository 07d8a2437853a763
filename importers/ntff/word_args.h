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

/// What every run of one instruction word has in common, ready to be written: a
/// loop runs the same words again and again.
struct WordArgs {
  using List = std::vector<std::pair<StringId, ArgValue>>;

  StringId name;
  List before_crc;  ///< operands, kind, counts
  List after_crc;   ///< what the NEFF says
  std::int64_t runs = 0;
};

/// Makes WordArgs of a core's words when they are first needed, and says in the
/// end what was odd about them, counted by run. `run`, `neff` and `link` (null
/// without a NEFF) must outlive it.
class WordArgsTable {
 public:
  WordArgsTable(TraceWriter& out, const OpcodeNames& opcodes, const CoreRun& run,
                const SemaphoreNames& names, const NeffSubgraph* neff, const NeffLink* link);

  /// The word behind row `i`; counts a run of it.
  const WordArgs& of_row(std::size_t i);
  void diagnose();

 private:
  struct Keys {
    explicit Keys(TraceWriter& out);
    StringId operands, instruction_type, regular, transpose, elements, activation, hbm_read,
        hbm_write, sbuf_read, sbuf_write, psum_read, psum_write, psum_read_sbuf_write, compiler_pc,
        bir_id, bir_name, penguin_id, penguin_text, read_tensor, write_tensor;
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
  std::vector<std::uint32_t> in_order_;  ///< numbers, as they first ran
  WordArgs missing_;
  std::string first_missing_;
};

/// "TensorE" and so on.
Engine trace_engine(HardwareEngine engine);

}  // namespace nscope::importers
