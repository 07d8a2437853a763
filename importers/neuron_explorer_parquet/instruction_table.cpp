#include "importers/neuron_explorer_parquet/tables.h"
#include "importers/shared/possible_time.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

// Columns with special handling, in the order of kColumns.
enum Column : std::size_t {
  kId,
  kStart,
  kEnd,
  kDuration,
  kWait,
  kTimelineTrack,
  kEngine,
  kCore,
  kOpcode,
  kOperands,
  kHloAttributes,
  kNkiLocation,
  kBirLocation,
  kStackFrames,
  kKernelName,
  kCrcIn,
  kCrcOut,
  kElements,
  kRawFlops,
  kRawBirId,      // the number in bir_id
  kRawPenguinId,  // the number in penguin_id
  kFirstProperty,
};

/// A column that is copied as a property.
struct Property {
  std::string_view column;
  std::string_view key;  ///< name in the trace: that of AWS's JSON export if it has one
  bool amount = false;   ///< 0 means "none" and is not written
};
constexpr auto kProperties = std::to_array<Property>({
    {"pc", key::kPc},
    {"compiler_pc", key::kCompilerPc},
    {"tensor_instruction_type", key::kInstructionType},
    {"hbm_read_bytes", key::kHbmReadBytes, true},
    {"hbm_write_bytes", key::kHbmWriteBytes, true},
    {"sbuf_read_bytes", key::kSbufReadBytes, true},
    {"sbuf_write_bytes", key::kSbufWriteBytes, true},
    {"psum_read_bytes", key::kPsumReadBytes, true},
    {"psum_write_bytes", key::kPsumWriteBytes, true},
    {"psum_read_sbuf_write_bytes", key::kPsumReadSbufWriteBytes, true},
    {"scalar_activation_fn", key::kActivationFn},
    {"bir_id", key::kBirId},
    {"bir_instruction_name", key::kBirName},
    {"penguin_id", key::kPenguinId},
    {"compiler_opcode", "compiler_opcode"},
    {"compiler_operands", "compiler_operands"},
    {"layer", key::kLayer},
    {"hlo_name", key::kHloName},
    {"raw_hlo_id", "raw_hlo_id", true},
    {"raw_framework_id", "raw_framework_id", true},
    {"dma_trigger_start_ts", "dma_trigger_start_ts", true},
    {"dma_trigger_end_ts", "dma_trigger_end_ts", true},
    {"dma_wait_time_ns", "dma_wait_time_ns", true},
    {"instruction_chain", "instruction_chain"},
    {"spill_save_bytes", key::kSpillSaveBytes, true},
    {"spill_reload_bytes", key::kSpillReloadBytes, true},
    {"input_queue_bytes", "input_queue_bytes", true},
    {"output_queue_bytes", "output_queue_bytes", true},
    {"weight_queue_bytes", "weight_queue_bytes", true},
    {"performance_mode", "performance_mode"},
    {"adjusted_flops", key::kAdjustedFlops, true},
    {"tensor_elements_transpose", "tensor_elements_transpose", true},
    {"flops_transpose", "flops_transpose", true},
    {"adjusted_flops_transpose", "adjusted_flops_transpose", true},
});

constexpr std::size_t kColumnCount = kFirstProperty + kProperties.size();
constexpr std::array<std::string_view, kColumnCount> kColumns = [] {
  std::array<std::string_view, kColumnCount> columns{"id",
                                                     "start_ts",
                                                     "end_ts",
                                                     "duration_ns",
                                                     "evt_wait_time_ns",
                                                     "timeline_track",
                                                     "engine",
                                                     "pcore_idx",
                                                     "opcode",
                                                     "operands",
                                                     "hlo_attrs",
                                                     "nki_source_location",
                                                     "bir_debug_info_source_location",
                                                     "stack_frame_ids",
                                                     "kernel_instruction_name",
                                                     "crc_in",
                                                     "crc_out",
                                                     "tensor_elements",
                                                     "raw_flops",
                                                     "raw_bir_id",
                                                     "raw_penguin_id"};
  for (std::size_t i = 0; i < kProperties.size(); ++i) {
    columns[kFirstProperty + i] = kProperties[i].column;
  }
  return columns;
}();

constexpr std::int64_t kNoCrc = 0xffff;

struct EngineName {
  std::string_view text;  ///< lower case
  Engine engine;
  bool matmul = false;
};
// Names of tracks in AWS's user interface, of engines, and of AWS's older tools.
constexpr auto kEngines = std::to_array<EngineName>({{"tensormatrix", Engine::kTensor, true},
                                                     {"tensor", Engine::kTensor},
                                                     {"pe", Engine::kTensor},
                                                     {"vector", Engine::kVector},
                                                     {"dve", Engine::kVector},
                                                     {"scalar", Engine::kScalar},
                                                     {"act", Engine::kScalar},
                                                     {"activation", Engine::kScalar},
                                                     {"gpsimd", Engine::kGpSimd},
                                                     {"pool", Engine::kGpSimd},
                                                     {"sync", Engine::kSync},
                                                     {"sp", Engine::kSync}});

const EngineName* find_engine(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto it = std::find_if(kEngines.begin(), kEngines.end(),
                               [&](const EngineName& engine) { return engine.text == lower; });
  return it == kEngines.end() ? nullptr : &*it;
}

class InstructionReader {
 public:
  explicit InstructionReader(Profile& profile)
      : profile_(profile),
        index_(profile.ids.find("Instruction")),
        operands_(profile.out.intern(key::kOperands)),
        location_(profile.out.intern(key::kSourceLocation)),
        unknown_(profile.out.intern("unknown")) {
    for (std::size_t i = 0; i < kProperties.size(); ++i) {
      keys_[i] = profile.out.intern(kProperties[i].key);
    }
  }

  void add_row(ParquetRows& rows);

 private:
  TrackId track(ParquetRows& rows, int core);
  void add_properties(ParquetRows& rows, SliceId slice);
  void add_elements(ParquetRows& rows, SliceId slice);
  void add_source(ParquetRows& rows, SliceId slice);
  void arg(SliceId slice, std::string_view key, const DuckValue& value) {
    add_arg(profile_, slice, profile_.out.intern(key), value);
  }

  Profile& profile_;
  SliceIndex* index_;
  StringId operands_;
  StringId location_;
  StringId unknown_;
  std::array<StringId, kProperties.size()> keys_{};
};

void InstructionReader::add_row(ParquetRows& rows) {
  const auto interval = interval_of(rows, kStart, kDuration, kEnd, profile_);
  if (!interval) return;
  std::int64_t wait = rows.integer(kWait).value_or(0);
  if (wait < 0 || !possible_time(wait)) {
    profile_.out.diagnose("negative_duration", Severity::kWarning,
                          tr("{}: the 'evt_wait_time_ns' {} was set to 0", rows.place(), wait));
    wait = 0;
  }
  const std::string opcode = plain_text(rows.text(kOpcode));
  const SliceId slice = profile_.out.slice(track(rows, core_of(rows, kCore, profile_)),
                                           opcode.empty() ? unknown_ : profile_.out.intern(opcode),
                                           interval->start, interval->duration, TraceTime(wait));
  profile_.latest_event =
      std::max(profile_.latest_event, (interval->start + interval->duration).value());
  if (index_ != nullptr) {
    if (const auto id = rows.integer(kId)) index_->add(*id, slice);
  }
  add_properties(rows, slice);
}

TrackId InstructionReader::track(ParquetRows& rows, int core) {
  const EngineName* engine = find_engine(rows.text(kTimelineTrack));
  const bool has_track = engine != nullptr;
  if (!has_track) engine = find_engine(rows.text(kEngine));
  if (engine == nullptr) {
    profile_.out.diagnose(
        "unknown_engine", Severity::kWarning,
        tr("{}: unknown engine '{}'", rows.place(), plain_text(rows.text(kEngine))));
    return profile_.tracks.engine(core, Engine::kNone);
  }
  // Without the track of AWS's user interface the opcode decides.
  const bool matmul = has_track
                          ? engine->matmul
                          : engine->engine == Engine::kTensor && rows.text(kOpcode) == "MATMUL";
  return profile_.tracks.engine(core, engine->engine, matmul);
}

void InstructionReader::add_properties(ParquetRows& rows, SliceId slice) {
  if (const std::string text = plain_text(rows.text(kOperands)); !text.empty()) {
    profile_.out.arg(slice, operands_, text);
  }
  for (std::size_t i = 0; i < kProperties.size(); ++i) {
    const DuckValue value = rows.value(kFirstProperty + i);
    if (kProperties[i].amount && whole_number(value) == 0) continue;
    add_arg(profile_, slice, keys_[i], value);
  }
  add_elements(rows, slice);
  for (const auto& [column, key] : {std::pair(kCrcIn, key::kCrcIn), {kCrcOut, key::kCrcOut}}) {
    if (const auto crc = rows.integer(column); crc && *crc != kNoCrc) arg(slice, key, *crc);
  }
  if (rows.text(kHloAttributes) != "[]") arg(slice, "hlo_attrs", rows.value(kHloAttributes));
  add_source(rows, slice);
  add_other_columns(rows, slice, profile_);
}

/// Adds the multiply-accumulates, which the analyses count: `tensor_elements`, which AWS plans to
/// remove, or half of the FLOPs.
void InstructionReader::add_elements(ParquetRows& rows, SliceId slice) {
  const auto elements = rows.integer(kElements);
  const auto flops = rows.integer(kRawFlops);
  if (elements && *elements != 0) {
    arg(slice, key::kElements, *elements);
  } else if (flops && *flops > 0) {
    arg(slice, key::kElements, *flops / 2);
  }
  if (flops && *flops != 0) arg(slice, "raw_flops", *flops);
}

void InstructionReader::add_source(ParquetRows& rows, SliceId slice) {
  const SourceLookup& sources = profile_.sources;
  const std::string frames = plain_text(rows.text(kStackFrames));
  const std::string kernel = plain_text(rows.text(kKernelName));
  const SourcePlace place = sources.place_of_frames(frames);
  const auto* const instruction = kernel.empty() ? nullptr : sources.kernel_instruction(kernel);
  const std::string nki = plain_text(rows.text(kNkiLocation));
  const std::string bir = plain_text(rows.text(kBirLocation));
  // The most specific place is the location. If there are two, both are kept.
  std::string location = nki.empty() ? bir : nki;
  if (location.empty() && instruction != nullptr) location = instruction->location;
  if (location.empty()) location = place.location;
  if (!location.empty()) {
    profile_.out.arg(slice, location_, location);
    const bool in_kernel = !nki.empty() || instruction != nullptr;
    arg(slice, key::kSourceKind,
        in_kernel ? std::string_view("nki") : std::string_view("framework"));
  }
  if (!nki.empty()) arg(slice, "bir_debug_info_source_location", std::string_view(bir));
  arg(slice, "stack_frame_ids", std::string_view(frames));
  arg(slice, "source_function", std::string_view(place.function));
  arg(slice, "kernel_instruction_name", std::string_view(kernel));
  if (instruction == nullptr) return;
  if (instruction->frame) {
    if (const auto it = sources.kernel_frames.find(*instruction->frame);
        it != sources.kernel_frames.end()) {
      arg(slice, key::kKernelFunction, std::string_view(it->second.function));
    }
  }
  const std::string loops = sources.loops(*instruction);
  arg(slice, "kernel_loops", std::string_view(loops));
}

}  // namespace

Result<> read_instructions(Profile& profile, const ParquetTableFiles& table) {
  InstructionReader reader(profile);
  return for_each_row(profile, table, kColumns, [&](ParquetRows& rows) { reader.add_row(rows); });
}

Result<> read_assembly_instructions(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kInstruction, kAsmOpcode, kAsmOperands, kPc };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"instruction_id", "compiler_opcode", "compiler_operands", "compiler_pc"});
  SliceIndex* const instructions = profile.ids.find("Instruction");
  const StringId key = profile.out.intern("assembly");
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto id = rows.integer(kInstruction);
    const auto slice = id && instructions != nullptr ? instructions->find(*id) : std::nullopt;
    if (!slice) {
      profile.out.diagnose("dangling_assembly_instruction", Severity::kWarning,
                           tr("{} was skipped: no instruction has its id", rows.place()));
      return;
    }
    const std::string text =
        plain_text(fmt::format("{} {}", rows.text(kAsmOpcode), rows.text(kAsmOperands)));
    const auto pc = rows.integer(kPc);
    profile.out.arg(*slice, key, pc ? fmt::format("{}: {}", *pc, text) : text);
  });
}

Result<> read_active_time(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kBegin, kLength, kStop, kName, kPcore };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"start_ts", "duration_ns", "end_ts", "engine", "pcore_idx"});
  if (has_table(profile, "Instruction")) {
    profile.out.diagnose("active_time_not_imported", Severity::kInfo,
                         tr("a row of 'ActiveTime' was skipped: the instructions are imported"),
                         table.rows());
    return {};
  }
  const StringId active = profile.out.intern("active");
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto interval = interval_of(rows, kBegin, kLength, kStop, profile);
    if (!interval) return;
    const EngineName* const engine = find_engine(rows.text(kName));
    const TrackId track = profile.tracks.engine(core_of(rows, kPcore, profile),
                                                engine == nullptr ? Engine::kNone : engine->engine,
                                                false, SliceKind::kOther);
    const SliceId slice = profile.out.slice(track, active, interval->start, interval->duration);
    profile.latest_event =
        std::max(profile.latest_event, (interval->start + interval->duration).value());
    add_other_columns(rows, slice, profile);
  });
}

}  // namespace nscope::importers
