#include "importers/neuron_profile_json/lists.h"
#include "importers/shared/possible_time.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::importers {
namespace {

// Fields with special handling, in the order of kFields.
enum Field : std::size_t {
  kId,
  kTimestamp,
  kDuration,
  kWait,
  kLabel,
  kOpcode,
  kOperands,
  kSubgraph,
  kPredecessors,
  kSubgroup,
  kQualifiedSubgraph,
  kHloAttributes,
  kNkiLocation,
  kBirLocation,
  kRawBirId,      // the number in bir_id
  kRawPenguinId,  // the number in penguin_id
  kCrcIn,
  kCrcOut,
  kFirstProperty,
};
constexpr auto kFields = std::to_array<std::string_view>({
    "id",
    "timestamp",
    "duration",
    "evt_wait_time",
    "label",
    "opcode",
    "operands",
    "subgraph",
    "predecessors",
    "subgroup",
    "fully_qualified_subgraph",
    "hlo_attrs",
    "nki_source_location",
    "bir_debug_info_source_location",
    "raw_bir_id",
    "raw_penguin_id",
    key::kCrcIn,
    key::kCrcOut,
    // Fields that are copied as properties.
    key::kPc,
    key::kCompilerPc,
    key::kInstructionType,
    key::kElements,
    key::kHbmReadBytes,
    key::kHbmWriteBytes,
    key::kSbufReadBytes,
    key::kSbufWriteBytes,
    key::kPsumReadBytes,
    key::kPsumWriteBytes,
    key::kPsumReadSbufWriteBytes,
    "is_psum_read_sbuf_write",
    key::kActivationFn,
    key::kBirId,
    key::kBirName,
    key::kPenguinId,
    "compiler_opcode",
    "compiler_operands",
    key::kLayer,
    key::kHloName,
    "stack_frame_ids",
});

constexpr std::size_t field_named(std::string_view name) {
  return static_cast<std::size_t>(std::find(kFields.begin(), kFields.end(), name) -
                                  kFields.begin());
}
constexpr std::size_t kFirstAmount = field_named(key::kElements);
constexpr std::size_t kLastAmount = field_named(key::kPsumReadSbufWriteBytes);

constexpr std::int64_t kNoCrc = 0xffff;

struct Label {
  std::string_view text;
  Engine engine;
  bool matmul = false;
};
constexpr auto kLabels = std::to_array<Label>({{"Tensor", Engine::kTensor},
                                               {"TensorMatrix", Engine::kTensor, true},
                                               {"Vector", Engine::kVector},
                                               {"Scalar", Engine::kScalar},
                                               {"GpSimd", Engine::kGpSimd},
                                               {"Sync", Engine::kSync}});

class InstructionReader {
 public:
  InstructionReader(const ListInput& in, ImportState& state)
      : state_(state),
        rows_(in.file, in.list, kFields, state.out, in.control),
        operands_(state.out.intern(key::kOperands)),
        opcode_unknown_(state.out.intern("unknown")) {
    for (std::size_t i = 0; i < kFields.size(); ++i) keys_[i] = state.out.intern(kFields[i]);
  }

  Result<> read();

 private:
  void add_row();
  TrackId track(int core);
  void add_properties(SliceId slice);
  void remember(SliceId slice);
  void add_predecessors(SliceId slice);
  void resolve_pending();

  struct Pending {
    std::int64_t from = 0;
    SliceId to;
    StringId kind;
  };

  ImportState& state_;
  RowReader rows_;
  StringId operands_;
  StringId opcode_unknown_;
  std::array<StringId, kFields.size()> keys_{};
  std::unordered_map<std::int64_t, SliceId> by_id_;
  std::vector<Pending> pending_;  // their predecessor has not been read yet
};

Result<> InstructionReader::read() {
  auto more = rows_.next();
  for (; more && *more; more = rows_.next()) add_row();
  if (!more) return fail(more.error());
  resolve_pending();
  return {};
}

void InstructionReader::add_row() {
  const auto interval = interval_of(rows_, kTimestamp, kDuration, state_);
  if (!interval) return;
  std::int64_t wait = rows_.integer(kWait).value_or(0);
  if (wait < 0 || !possible_time(wait)) {
    state_.out.diagnose("negative_duration", Severity::kWarning,
                        tr("{}: the 'evt_wait_time' {} was set to 0", rows_.place(), wait));
    wait = 0;
  }
  const StringId opcode = state_.texts.of(rows_.text(kOpcode));
  const SliceId slice = state_.out.slice(track(core_of(rows_, kSubgraph, state_)),
                                         opcode.valid() ? opcode : opcode_unknown_, interval->start,
                                         interval->duration, TraceTime(wait));
  state_.has_instructions = true;
  state_.latest_event =
      std::max(state_.latest_event, (interval->start + interval->duration).value());
  add_properties(slice);
  remember(slice);
  add_predecessors(slice);
}

TrackId InstructionReader::track(int core) {
  const std::string_view text = rows_.text(kLabel);
  for (const Label& label : kLabels) {
    if (label.text != text) continue;
    return cached_track(state_, label.matmul ? RowKind::kMatmul : RowKind::kEngine, core,
                        static_cast<int>(label.engine), 0,
                        [&] { return state_.tracks.engine(core, label.engine, label.matmul); });
  }
  state_.out.diagnose("unknown_engine", Severity::kWarning,
                      tr("{}: unknown engine label '{}'", rows_.place(), collapse_space(text)));
  return state_.tracks.engine(core, Engine::kNone);
}

void InstructionReader::add_properties(SliceId slice) {
  const auto write = [&](std::size_t field) {
    if (rows_.has(field)) add_arg(state_, slice, keys_[field], rows_.value(field));
  };
  if (const StringId text = state_.texts.of(rows_.text(kOperands)); text.valid()) {
    state_.out.arg(slice, operands_, text);
  }
  for (std::size_t field = kFirstProperty; field < kFields.size(); ++field) {
    if (field >= kFirstAmount && field <= kLastAmount) {
      add_amount(state_, slice, keys_[field], rows_, field);
    } else {
      write(field);
    }
  }
  // Fields that repeat another field of the row are skipped.
  const std::string_view label = rows_.text(kLabel);
  if (const auto text = rows_.text(kSubgroup); !label.starts_with(text)) write(kSubgroup);
  if (const auto text = rows_.text(kQualifiedSubgraph);
      text.size() < 2 || text.substr(1) != rows_.text(kSubgraph)) {
    write(kQualifiedSubgraph);
  }
  for (const Field field : {kCrcIn, kCrcOut}) {
    if (const auto crc = rows_.integer(field); crc && *crc != kNoCrc) write(field);
  }
  if (rows_.text(kHloAttributes) != "[]") write(kHloAttributes);
  const auto location = rows_.text(kNkiLocation).empty() ? kBirLocation : kNkiLocation;
  if (const StringId text = state_.texts.of(rows_.text(location)); text.valid()) {
    state_.out.arg(slice, state_.out.intern(key::kSourceLocation), text);
    state_.out.arg(slice, state_.out.intern(key::kSourceKind),
                   location == kNkiLocation ? "nki" : "framework");
  }
  if (location == kNkiLocation) write(kBirLocation);
  add_other_fields(rows_, slice, state_);
}

void InstructionReader::remember(SliceId slice) {
  const auto id = rows_.integer(kId);
  if (!id) return;
  if (!by_id_.emplace(*id, slice).second) {
    state_.out.diagnose(
        "duplicate_instruction_id", Severity::kWarning,
        tr("{}: duplicate id {}; dependencies refer to the first instruction", rows_.place(), *id));
  }
}

void InstructionReader::add_predecessors(SliceId slice) {
  if (!rows_.has(kPredecessors)) return;
  const simdjson::dom::element list = rows_.value(kPredecessors);
  if (!list.is_array()) {
    if (!list.is_null()) rows_.wrong_type(kFields[kPredecessors], list, phrase("a list"));
    return;
  }
  for (const simdjson::dom::element entry : simdjson::dom::array(list)) {
    simdjson::dom::element id;
    std::string_view type = "predecessor";
    if (entry["id"].get(id) != simdjson::SUCCESS || !whole_number(id)) {
      rows_.wrong_type("predecessors[]", entry, phrase("an object with 'id' and 'type'"));
      continue;
    }
    if (entry["type"].get(type) != simdjson::SUCCESS) {
      rows_.wrong_type("predecessors[]", entry, phrase("an object with 'id' and 'type'"));
    }
    const StringId kind = state_.texts.of(type);
    if (const auto known = by_id_.find(*whole_number(id)); known != by_id_.end()) {
      state_.out.flow(known->second, slice, kind);
    } else {
      pending_.push_back({*whole_number(id), slice, kind});
    }
  }
}

void InstructionReader::resolve_pending() {
  for (const Pending& pending : pending_) {
    if (const auto known = by_id_.find(pending.from); known != by_id_.end()) {
      state_.out.flow(known->second, pending.to, pending.kind);
    } else {
      state_.out.diagnose(
          "dangling_predecessor", Severity::kWarning,
          tr("a dependency was skipped: no instruction has the id {} of the predecessor",
             pending.from));
    }
  }
}

}  // namespace

Result<> read_instructions(const ListInput& in, ImportState& state) {
  return InstructionReader(in, state).read();
}

}  // namespace nscope::importers
