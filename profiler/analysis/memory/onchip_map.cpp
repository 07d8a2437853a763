#include "profiler/analysis/memory/onchip_map.h"

#include "profiler/analysis/memory/reloads.h"
#include "profiler/analysis/memory/saved_bytes.h"
#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/base/text/text_cursor.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace nscope::analysis {
namespace {

constexpr std::size_t kMostInstructions = 4'000'000;
constexpr std::size_t kMostLifetimes = 4'000'000;
/// A few seconds of work; real captures need far less.
constexpr std::int64_t kMostVisited = 1'000'000'000;
constexpr std::string_view kAllocationTracks = "SBUF allocations, partition ";

/// Marks of the compiler on an instruction that moves data out of or back into its place.
struct SpillMarks {
  bool saves = false;
  bool reloads = false;
};

/// An instruction with operands in SBUF or PSUM.
struct OnchipInstruction {
  std::int64_t begin = 0;
  std::int64_t end = 0;  ///< of a DMA instruction: of its last packet
  SliceId slice;
  std::uint32_t operands = 0;  ///< index of its OnchipOperands
  StringId owner{};
  OnchipContent::Owner kind = OnchipContent::Owner::kOpcode;
  SpillMarks marks{};
};

SpillMarks marks_in(std::string_view name) {
  // Names of the compiler's spill copies: "..._SpillTensorCopy", "..._ReloadTensorCopy".
  return {.saves = name.find("SpillTensorCopy") != std::string_view::npos,
          .reloads = name.find("ReloadTensorCopy") != std::string_view::npos};
}

/// The owner of what an instruction writes. Each call must be for a later row.
class OwnerReader {
 public:
  OwnerReader(const Trace& trace, const Track& track)
      : trace_(trace),
        track_(track),
        unknown_(trace.strings().find("Unknown")),
        tensor_(reader(key::kReadTensor)),
        statement_(reader(key::kPenguinText)),
        source_(reader(key::kSourceLocation)),
        operator_(reader(key::kHloName)),
        layer_(reader(key::kLayer)) {}

  void read(std::size_t row, bool by_dma, OnchipInstruction& to) {
    using Owner = OnchipContent::Owner;
    const auto set = [&](Owner kind, StringId name) {
      if (!name.valid() || name == unknown_ || trace_.text(name).empty()) return false;
      to.kind = kind;
      to.owner = name;
      return true;
    };
    const StringId statement = statement_.text(row);
    if (by_dma && set(Owner::kTensor, tensor_.text(row))) return;
    if (names_value(statement) && set(Owner::kValue, statement)) return;
    if (set(Owner::kSource, source_.text(row))) return;
    if (set(Owner::kOperator, operator_.text(row))) return;
    if (set(Owner::kOperator, layer_.text(row))) return;
    set(Owner::kOpcode, track_.slices.name[row]);
  }

 private:
  ArgReader reader(std::string_view key) const {
    return ArgReader(track_, trace_.strings().find(key));
  }
  /// Statements of some kernels name only the output of the kernel.
  bool names_value(StringId statement) const {
    return statement.valid() && trace_.text(statement).find(" $") != std::string_view::npos;
  }

  const Trace& trace_;
  const Track& track_;
  StringId unknown_;
  ArgReader tensor_;
  ArgReader statement_;
  ArgReader source_;
  ArgReader operator_;
  ArgReader layer_;
};

/// The instructions of one core, and the operands of each distinct text.
class CoreInstructions {
 public:
  /// Ignores instructions that start at `stop` or later.
  CoreInstructions(const Trace& trace, OnchipMap& map, std::int64_t stop)
      : trace_(trace), map_(map), stop_(stop) {}

  /// Returns false if cancelled.
  bool add(const Track& track, const TaskControl& control);
  /// Sorts by start, and extends DMA instructions to the end of their packets.
  void finish();

  const std::vector<OnchipInstruction>& all() const { return instructions_; }
  const OnchipOperands& operands(const OnchipInstruction& of) const {
    return operands_[of.operands];
  }
  bool is_dma(const OnchipInstruction& of) const {
    const DmaOperands& dma = operands(of).dma;
    return dma.source || dma.destination;
  }

 private:
  std::uint32_t parsed(StringId opcode, StringId text);
  bool in_other_core(const OnchipOperands& operands);

  const Trace& trace_;
  OnchipMap& map_;
  std::int64_t stop_;
  std::vector<OnchipInstruction> instructions_;
  std::vector<OnchipOperands> operands_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_text_;
  std::optional<std::uint64_t> base_;  ///< of the core's memories
};

std::uint32_t CoreInstructions::parsed(StringId opcode, StringId text) {
  const std::uint64_t key = std::uint64_t{opcode.value} << 32 | text.value;
  const auto [at, added] = by_text_.try_emplace(key, static_cast<std::uint32_t>(operands_.size()));
  if (added) operands_.push_back(onchip_operands(trace_.text(opcode), trace_.text(text)));
  return at->second;
}

/// DMA instructions can access the memories of another core. No capture with an example was
/// available, so the first base address of a core counts as its own.
bool CoreInstructions::in_other_core(const OnchipOperands& operands) {
  if (!operands.dma_base) return false;
  if (!base_) base_ = operands.dma_base;
  return *operands.dma_base != *base_;
}

bool CoreInstructions::add(const Track& track, const TaskControl& control) {
  const auto reader = [&](std::string_view key) {
    return ArgReader(track, trace_.strings().find(key));
  };
  ArgReader texts = reader(key::kOperands);
  if (texts.empty()) return true;
  ArgReader bir = reader(key::kBirName);
  ArgReader save = reader(key::kSpillSaveBytes);
  ArgReader reload = reader(key::kSpillReloadBytes);
  OwnerReader owners(trace_, track);
  const SliceColumns& slices = track.slices;
  for (std::size_t row = 0; row < slices.size(); ++row) {
    if (control.cancelled_at(row)) return false;
    const StringId text = texts.text(row);
    if (!text.valid() || slices.start[row] >= stop_) continue;
    const std::uint32_t index = parsed(slices.name[row], text);
    const OnchipOperands& operands = operands_[index];
    map_.unknown_operands += operands.unknown;
    if (operands.operands.empty()) continue;
    if (in_other_core(operands)) {
      map_.unknown_operands += static_cast<std::int64_t>(operands.operands.size());
      continue;
    }
    OnchipInstruction to{.begin = slices.begin(row).value(),
                         .end = slices.end(row).value(),
                         .slice = Trace::slice_id(track, row),
                         .operands = index};
    owners.read(row, operands.dma.source.has_value() || operands.dma.destination.has_value(), to);
    const StringId name = bir.text(row);
    if (name.valid()) to.marks = marks_in(trace_.text(name));
    to.marks.saves = to.marks.saves || save.amount(row) > 0.0;
    to.marks.reloads = to.marks.reloads || reload.amount(row) > 0.0;
    instructions_.push_back(to);
  }
  return true;
}

void CoreInstructions::finish() {
  std::sort(instructions_.begin(), instructions_.end(),
            [](const OnchipInstruction& a, const OnchipInstruction& b) {
              return std::tuple(a.begin, a.slice.value) < std::tuple(b.begin, b.slice.value);
            });
  const StringId trigger = trace_.strings().find(flow_kind::kDmaTrigger);
  for (OnchipInstruction& instruction : instructions_) {
    if (!is_dma(instruction)) continue;
    for (const Flow& flow : trace_.flows_from(instruction.slice)) {
      if (flow.kind != trigger) continue;
      instruction.end = std::max(instruction.end, trace_.slice(flow.to).end().value());
    }
  }
}

/// Follows the instructions of one core.
class CoreWalk {
 public:
  CoreWalk(const CoreInstructions& instructions, const std::unordered_set<SliceId>& read_again)
      : instructions_(instructions), read_again_(read_again) {}

  void add(const OnchipInstruction& instruction);
  bool full() const {
    return sbuf_.completed() + psum_.completed() > kMostLifetimes ||
           sbuf_.visited() + psum_.visited() > kMostVisited;
  }
  void finish(OnchipCore& to) {
    to.lifetimes = {sbuf_.take(), psum_.take()};
    to.contents = std::move(contents_);
  }

 private:
  OnchipLifetimes& memory(const OnchipArea& area) {
    return area.memory == OnchipMemory::kPsum ? psum_ : sbuf_;
  }
  std::vector<std::uint32_t> contents_in(const OnchipArea& area);
  std::uint32_t content_of(const OnchipInstruction& instruction, const OnchipOperands& operands);

  const CoreInstructions& instructions_;
  const std::unordered_set<SliceId>& read_again_;
  OnchipLifetimes sbuf_{OnchipMemory::kSbuf};
  OnchipLifetimes psum_{OnchipMemory::kPsum};
  std::vector<OnchipContent> contents_;
  SavedBytes saved_;
};

std::vector<std::uint32_t> CoreWalk::contents_in(const OnchipArea& area) {
  std::vector<std::uint32_t> contents;
  memory(area).for_each_live(area, [&](const OnchipLifetime& live) {
    if (live.content != OnchipLifetime::kUnknownContent) contents.push_back(live.content);
  });
  return contents;
}

std::uint32_t CoreWalk::content_of(const OnchipInstruction& instruction,
                                   const OnchipOperands& operands) {
  OnchipContent content{.kind = instruction.kind,
                        .by_dma = instructions_.is_dma(instruction),
                        .reloaded = instruction.marks.reloads,
                        .read_again = read_again_.contains(instruction.slice),
                        .owner = instruction.owner};
  if (operands.dma.source && operands.dma.source->in_hbm()) {
    const bool reloads = saved_.read(*operands.dma.source,
                                     [&](std::uint32_t saved) { contents_[saved].saved = true; });
    content.reloaded = content.reloaded || reloads;
  }
  const auto index = static_cast<std::uint32_t>(contents_.size());
  contents_.push_back(content);
  return index;
}

void CoreWalk::add(const OnchipInstruction& instruction) {
  const OnchipOperands& operands = instructions_.operands(instruction);
  OnchipAccess access{
      .begin = instruction.begin, .end = instruction.end, .slice = instruction.slice};
  // Of one instruction, reads come first.
  for (const OnchipOperand& operand : operands.operands) {
    if (operand.write) continue;
    access.operand = operand;
    memory(operand.area).add(access);
    const auto& to = operands.dma.destination;
    if (to && to->in_hbm()) saved_.save(*to, contents_in(operand.area));
    if (!instruction.marks.saves) continue;
    for (const std::uint32_t content : contents_in(operand.area)) contents_[content].saved = true;
  }
  for (const OnchipOperand& operand : operands.operands) {
    if (!operand.write) continue;
    access.operand = operand;
    access.content = content_of(instruction, operands);
    memory(operand.area).add(access);
  }
}

/// Appends the areas of one track of allocations, which lists those of one partition of SBUF.
void add_allocations(const Trace& trace, const Track& track, OnchipCore& to) {
  ArgReader from(track, trace.strings().find("start_address"));
  ArgReader until(track, trace.strings().find("end_address"));
  TextCursor name(trace.text(track.name));
  int partition = 0;
  if (!name.take(kAllocationTracks) || !name.number(partition) || !name.done()) return;
  if (partition < 0 || partition >= kPartitions) return;
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    const auto begin = from.number(row);
    const auto end = until.number(row);
    if (!begin || !end || !(*begin >= 0.0 && *begin < *end && *end <= kPartitionStride)) continue;
    if (to.lifetimes[0].size() >= kMostLifetimes) return;
    to.lifetimes[0].push_back({.area = {.first_partition = partition,
                                        .end_partition = partition + 1,
                                        .begin = static_cast<std::int64_t>(*begin),
                                        .end = static_cast<std::int64_t>(*end)},
                               .begin = track.slices.begin(row).value(),
                               .end = track.slices.end(row).value(),
                               .first = Trace::slice_id(track, row),
                               .content = static_cast<std::uint32_t>(to.contents.size())});
    to.contents.push_back(
        {.kind = OnchipContent::Owner::kAllocation, .owner = track.slices.name[row]});
  }
}

/// If the capture lists the allocations of SBUF, they replace what its operands show.
void use_allocations(const Trace& trace, OnchipCore& to) {
  OnchipCore allocated{.core = to.core};
  allocated.contents = to.contents;
  for (const Track& track : trace.tracks()) {
    if (track.core == to.core && trace.text(track.name).starts_with(kAllocationTracks)) {
      add_allocations(trace, track, allocated);
    }
  }
  if (allocated.lifetimes[0].empty()) return;
  std::sort(allocated.lifetimes[0].begin(), allocated.lifetimes[0].end(),
            [](const OnchipLifetime& a, const OnchipLifetime& b) {
              return std::tuple(a.begin, a.area.begin, a.area.first_partition, a.first.value) <
                     std::tuple(b.begin, b.area.begin, b.area.first_partition, b.first.value);
            });
  to.lifetimes[0] = std::move(allocated.lifetimes[0]);
  to.contents = std::move(allocated.contents);
  to.allocations[0] = true;
}

void keep_scope(const Scope& scope, std::vector<OnchipLifetime>& lifetimes) {
  const TimeWindow span = span_of(scope);
  std::erase_if(lifetimes, [&](const OnchipLifetime& life) {
    return life.begin > span.end.value() || life.end < span.begin.value();
  });
}

bool has_instructions(const Track& track) {
  return runs_work(track) && track.slice_kind == SliceKind::kInstruction;
}

/// The start of the first instruction of `core` beyond the limit of their number.
std::int64_t end_of_limit(const Trace& trace, int core) {
  constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
  std::size_t count = 0;
  for (const Track& track : trace.tracks()) {
    if (track.core == core && has_instructions(track)) count += track.slices.size();
  }
  if (count <= kMostInstructions) return kNoLimit;
  std::vector<std::int64_t> starts;
  starts.reserve(count);
  for (const Track& track : trace.tracks()) {
    if (track.core != core || !has_instructions(track)) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      starts.push_back(track.slices.start[row]);
    }
  }
  const auto limit = starts.begin() + static_cast<std::ptrdiff_t>(kMostInstructions);
  std::nth_element(starts.begin(), limit, starts.end());
  return *limit;
}

void stop_at(OnchipMap& map, std::int64_t time) {
  map.stopped_at = std::min(map.stopped_at.value_or(TraceTime(time)), TraceTime(time));
}

std::vector<int> cores_with_instructions(const Trace& trace, const Scope& scope) {
  std::vector<int> cores;
  for (const Track& track : trace.tracks()) {
    const bool allocates = trace.text(track.name).starts_with(kAllocationTracks);
    const bool shown = track.core >= 0 && scope.holds(track);
    if (shown && (has_instructions(track) || allocates)) cores.push_back(track.core);
  }
  std::sort(cores.begin(), cores.end());
  cores.erase(std::unique(cores.begin(), cores.end()), cores.end());
  return cores;
}

/// Transfers from prepared descriptors: the instruction that starts them has no DMA operands.
std::int64_t descriptor_transfers(const Trace& trace, const Scope& scope) {
  const StringId trigger = trace.strings().find(flow_kind::kDmaTrigger);
  std::int64_t count = 0;
  SliceId last;
  if (!trigger.valid()) return 0;
  for (const Flow& flow : trace.flows()) {
    if (flow.kind != trigger || flow.from == last) continue;
    last = flow.from;
    const Trace::SliceRef from = trace.slice(last);
    const bool addresses = trace.text(from.name()).starts_with(opcode::kDmaPrefix);
    if (!addresses && scope.holds(*from.track)) ++count;
  }
  return count;
}

}  // namespace

std::string_view owner_name(const Trace& trace, const OnchipContent& content) {
  std::string_view text = trace.text(content.owner);
  if (content.kind != OnchipContent::Owner::kValue) return text;
  // "float32<128 x 512> $17[i_q]": the value is "$17".
  text.remove_prefix(std::min(text.find(" $") + 1, text.size()));
  return text.substr(0, text.find_first_of("[ "));
}

TimeWindow span_of(const Scope& scope) {
  const auto& windows = scope.windows();
  if (windows.empty()) return {};
  return {windows.front().begin, windows.back().end};
}

std::optional<SbufSize> sbuf_size(const Trace& trace) {
  // Sizes: AWS, NeuronCore architecture guides. Usable: AWS, release notes of November 2026.
  const std::string generation = trace.property_text(property::kGeneration);
  if (generation.starts_with("v2")) return SbufSize{192 * 1024, 180'224};
  if (generation.starts_with("v3")) return SbufSize{224 * 1024, 212'984};
  if (generation.starts_with("v4")) return SbufSize{256 * 1024, 245'752};
  return std::nullopt;
}

Result<OnchipMap> onchip_map(const Trace& trace, const Scope& scope, TaskControl& control) {
  OnchipMap map;
  std::unordered_set<SliceId> read_again;
  SummaryOptions whole;
  whole.core = scope.core();
  const auto transfers = hbm_transfers(trace, Scope(trace, whole), control);
  if (!transfers) return fail(transfers.error());
  for (const HbmTransfer& transfer : transfers->transfers) {
    if (transfer.reread > 0.0) read_again.insert(transfer.slice);
  }
  const std::vector<int> cores = cores_with_instructions(trace, scope);
  control.begin(phrase("Following data in SBUF and PSUM"), cores.size());
  for (const int number : cores) {
    const std::int64_t stop = end_of_limit(trace, number);
    if (stop != std::numeric_limits<std::int64_t>::max()) stop_at(map, stop);
    CoreInstructions instructions(trace, map, stop);
    for (const Track& track : trace.tracks()) {
      if (track.core != number || !has_instructions(track)) continue;
      if (!instructions.add(track, control)) return cancelled();
    }
    instructions.finish();
    CoreWalk walk(instructions, read_again);
    std::size_t done = 0;
    for (const OnchipInstruction& instruction : instructions.all()) {
      if (done++ % 4096 == 0 && control.cancelled()) return cancelled();
      if (walk.full()) {
        stop_at(map, instruction.begin);
        break;
      }
      walk.add(instruction);
      ++map.instructions;
    }
    OnchipCore core{.core = number};
    walk.finish(core);
    use_allocations(trace, core);
    for (auto& lifetimes : core.lifetimes) keep_scope(scope, lifetimes);
    if (!core.lifetimes[0].empty() || !core.lifetimes[1].empty()) {
      map.cores.push_back(std::move(core));
    }
    control.advance_to(map.cores.size());
  }
  map.descriptor_transfers = descriptor_transfers(trace, scope);
  return map;
}

}  // namespace nscope::analysis
