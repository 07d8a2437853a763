#include "profiler/analysis/metrics/run_totals.h"

#include "profiler/analysis/metrics/flop_weight.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/dependency/packet_triggers.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>

namespace nscope::analysis {
namespace {

/// Ids of the strings that the passes search for, so that they compare numbers.
struct Texts {
  explicit Texts(const StringTable& strings)
      : event_semaphore(strings.find(opcode::kEventSemaphore)),
        matmul(strings.find("MATMUL")),
        activate(strings.find("ACTIVATE")),
        activate_quantize(strings.find("ACTIVATE_QUANTIZE")),
        transpose(strings.find("TRANSPOSE")),
        instruction_type(strings.find(key::kInstructionType)),
        elements(strings.find(key::kElements)),
        flops(strings.find(key::kFlops)),
        hbm_read(strings.find(key::kHbmReadBytes)),
        hbm_write(strings.find(key::kHbmWriteBytes)),
        sbuf_read(strings.find(key::kSbufReadBytes)),
        sbuf_write(strings.find(key::kSbufWriteBytes)),
        psum_read(strings.find(key::kPsumReadBytes)),
        psum_write(strings.find(key::kPsumWriteBytes)),
        psum_read_sbuf_write(strings.find(key::kPsumReadSbufWriteBytes)),
        queue_type(strings.find(key::kQueueType)),
        transfer_size(strings.find(key::kTransferSize)),
        operands(strings.find(key::kOperands)),
        adjusted_flops(strings.find(key::kAdjustedFlops)),
        spill_save(strings.find(key::kSpillSaveBytes)),
        spill_reload(strings.find(key::kSpillReloadBytes)),
        throttle_type(strings.find(key::kThrottleType)),
        throttle_k(strings.find(key::kThrottleK)),
        throttle_n(strings.find(key::kThrottleN)) {}

  StringId event_semaphore, matmul, activate, activate_quantize, transpose, instruction_type,
      elements, flops, hbm_read, hbm_write, sbuf_read, sbuf_write, psum_read, psum_write,
      psum_read_sbuf_write, queue_type, transfer_size, operands, adjusted_flops, spill_save,
      spill_reload, throttle_type, throttle_k, throttle_n;
};

constexpr std::array<std::string_view, 10> kSetupOpcodes{"NOP",
                                                         "SET_ORDERING_MODE",
                                                         opcode::kEventSemaphore,
                                                         "EVENT_SEMAPHORE_RANGE_CLEAR",
                                                         "NOTIFY",
                                                         opcode::kCompareBranch,
                                                         opcode::kDrain,
                                                         opcode::kWrite,
                                                         opcode::kTensorLoad,
                                                         "MODIFY_POOL_CONFIG"};

/// For each string of the table, whether it is a set-up opcode.
std::vector<bool> setup_texts(const StringTable& strings) {
  std::vector<bool> setup(strings.size(), false);
  for (const std::string_view opcode : kSetupOpcodes) {
    if (const StringId id = strings.find(opcode); id.valid()) setup[id.index()] = true;
  }
  return setup;
}

/// An activity type as a number; -1 for a number that cannot be an activity type.
int small_number(const ArgValue& value) {
  const double number = number_of(value);
  return number >= 0.0 && number < 256.0 ? static_cast<int>(number) : -1;
}

struct Gatherer {
  const Trace& trace;
  const Scope& scope;
  const TaskControl& control;
  const Texts& text;
  FlopWeights& weights;
  const std::vector<bool>& setup;
  std::map<std::uint32_t, std::vector<bool>>& dropped_rings;
  RunTotals totals{};

  void add_work(std::span<const Arg> args, double share);
  void adjust(double elements, StringId operands, std::optional<double> stated, bool transpose);
  void working(TraceTime begin, TraceTime end);
  void transfers(const Track& track);
  void instructions(const Track& track);
  std::vector<bool> dropped_executions(const Track& track) const;
  void dma(const Track& track);
  void collectives(const Track& track);
  void samples(const Track& track);
  void throttle(const Track& track);
  void track(const Track& track);
  bool stopped(std::size_t row) const { return control.cancelled_at(row); }
};

/// Adds `share` of the work of an event.
void Gatherer::add_work(std::span<const Arg> args, double share) {
  WorkTotals& work = totals.work;
  double elements = 0.0;
  bool transpose = false;
  StringId operands;
  std::optional<double> adjusted;
  for (const Arg& arg : args) {
    const double value = share * number_of(arg.value);
    if (arg.key == text.operands) {
      const auto* words = std::get_if<StringId>(&arg.value);
      if (words != nullptr) operands = *words;
    } else if (arg.key == text.adjusted_flops) {
      adjusted = value;
    } else if (arg.key == text.spill_save) {
      work.spill_save += value;
      totals.has_spill_bytes = true;
    } else if (arg.key == text.spill_reload) {
      work.spill_reload += value;
      totals.has_spill_bytes = true;
    } else if (arg.key == text.elements) {
      elements = value;
    } else if (arg.key == text.instruction_type) {
      const auto* type = std::get_if<StringId>(&arg.value);
      transpose = type != nullptr && *type == text.transpose;
    } else if (arg.key == text.flops) {
      work.flops += value;
    } else if (arg.key == text.hbm_read) {
      work.hbm_read += value;
    } else if (arg.key == text.hbm_write) {
      work.hbm_write += value;
    } else if (arg.key == text.sbuf_read) {
      work.sbuf_read += value;
    } else if (arg.key == text.sbuf_write) {
      work.sbuf_write += value;
    } else if (arg.key == text.psum_read) {
      work.psum_read += value;
    } else if (arg.key == text.psum_write) {
      work.psum_write += value;
    } else if (arg.key == text.psum_read_sbuf_write) {
      work.psum_read_sbuf_write += value;
      ++work.psum_read_sbuf_write_count;
    }
  }
  work.elements += elements;
  if (transpose) work.transpose_elements += elements;
  if (elements > 0.0) adjust(elements, operands, adjusted, transpose);
}

void Gatherer::adjust(double elements, StringId operands, std::optional<double> stated,
                      bool transpose) {
  const auto weight = stated ? std::nullopt : weights.of(operands);
  if (!stated && !weight) ++totals.work.unknown_types;
  const double flops = stated.value_or(2.0 * elements * weight.value_or(0.0));
  totals.work.adjusted_flops += flops;
  if (transpose) totals.work.adjusted_transpose_flops += flops;
}

void Gatherer::working(TraceTime begin, TraceTime end) {
  const bool several = totals.work_spans.size() > 1;
  const std::size_t index = several ? scope.first_execution(begin) : 0;
  if (index >= totals.work_spans.size()) return;
  RunTotals::WorkSpan& span = totals.work_spans[index];
  span.first = std::min(span.first, begin);
  span.last = std::max(span.last, end);
}

void Gatherer::transfers(const Track& track) {
  totals.has_transfers = true;
  const auto [first, end] = scope.rows(track);
  SliceArgs args(track, first);
  for (std::size_t row = first; row < end; ++row) {
    if (stopped(row)) return;
    const auto part = scope.part(track.slices.begin(row), track.slices.end(row));
    if (!part) continue;
    ++totals.transfers.packets;
    totals.transfers.time += static_cast<double>(part->length());
    const std::span<const Arg> of_row = args.of(Trace::slice_id(track, row));
    double bytes = 0.0;
    StringId queue;
    for (const Arg& arg : of_row) {
      if (arg.key == text.transfer_size) bytes = part->share * number_of(arg.value);
      const auto* words = std::get_if<StringId>(&arg.value);
      if (arg.key == text.queue_type && words != nullptr) queue = *words;
    }
    totals.transfers.bytes += bytes;
    if (queue.valid()) totals.transfer_queue_bytes[std::string(trace.text(queue))] += bytes;
    add_work(of_row, part->share);  // transfers of static queues state the bytes of each memory
  }
}

void Gatherer::instructions(const Track& track) {
  const auto index = static_cast<std::size_t>(
      std::find(kSummaryEngines.begin(), kSummaryEngines.end(), track.engine) -
      kSummaryEngines.begin());
  const auto prepared =
      trace.property_number(property::core_property(track.core, property::kWorkBegin));
  const TraceTime work_begin(prepared ? static_cast<std::int64_t>(*prepared)
                                      : std::numeric_limits<std::int64_t>::min());
  const auto [first, last] = scope.rows(track);
  SliceArgs args(track, first);
  for (std::size_t row = first; row < last; ++row) {
    if (stopped(row)) return;
    const TraceTime begin = track.slices.begin(row);
    const TraceTime end = track.slices.end(row);
    const auto part = scope.part(begin, end);
    if (!part) continue;
    ++totals.instructions;
    totals.last_instruction_end = std::max(totals.last_instruction_end, part->end);
    const StringId name = track.slices.name[row];
    if (!name.valid() || !setup[name.index()]) working(part->begin, part->end);
    const auto duration = static_cast<double>(part->length());
    if (index < totals.engines.size()) {
      EngineTotals& engine = totals.engines[index];
      ++engine.count;
      if (name != text.event_semaphore && begin >= work_begin) {
        engine.time += duration;
        engine.busy.add(part->begin.value(), part->end.value());
      }
    }
    WorkTotals& work = totals.work;
    if (name == text.matmul) ++work.matmul_count;
    if (name == text.activate || name == text.activate_quantize) {
      ++work.activate_count;
      work.activate_time += duration;
    }
    add_work(args.of(Trace::slice_id(track, row)), part->share);
  }
}

/// For each execution, whether the export leaves out this ring.
std::vector<bool> Gatherer::dropped_executions(const Track& track) const {
  const auto& executions = scope.executions();
  std::vector<bool> dropped(executions.size(), false);
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    const TraceTime begin = track.slices.begin(row);
    const TraceTime end = track.slices.end(row);
    for (std::size_t i = scope.first_execution(begin);
         i < executions.size() && executions[i].begin <= end; ++i) {
      if (!executions[i].holds(begin, end)) dropped[i] = true;
    }
  }
  return dropped;
}

void Gatherer::dma(const Track& track) {
  const auto known = dropped_rings.find(track.id.value);
  const std::vector<bool>& dropped =
      known != dropped_rings.end()
          ? known->second
          : dropped_rings.emplace(track.id.value, dropped_executions(track)).first->second;
  const auto [first, last] = scope.rows(track);
  SliceArgs args(track, first);
  for (std::size_t row = first; row < last; ++row) {
    if (stopped(row)) return;
    const TraceTime begin = track.slices.begin(row);
    const TraceTime end = track.slices.end(row);
    const auto part = scope.part(begin, end);
    if (!part) continue;
    const std::size_t execution = scope.first_execution(begin);
    if (execution < dropped.size() && dropped[execution]) {
      ++totals.dropped_packets;
      continue;
    }
    double bytes = 0.0;
    StringId type;
    for (const Arg& arg : args.of(Trace::slice_id(track, row))) {
      if (arg.key == text.transfer_size) bytes = part->share * number_of(arg.value);
      const auto* words = std::get_if<StringId>(&arg.value);
      if (arg.key == text.queue_type && words != nullptr) type = *words;
    }
    const std::string_view queue = trace.text(type);
    DmaTotals& to = queue == "hardware_dynamic"   ? totals.hardware_dynamic
                    : queue == "software_dynamic" ? totals.software_dynamic
                                                  : totals.other_queues;
    ++to.packets;
    to.bytes += bytes;
    to.time += static_cast<double>(part->length());
    to.busy.add(part->begin.value(), part->end.value());
    working(part->begin, part->end);
    totals.queue_bytes[std::string(queue)] += bytes;
  }
}

void Gatherer::collectives(const Track& track) {
  const auto [first, last] = scope.rows(track);
  for (std::size_t row = first; row < last; ++row) {
    const auto part = scope.part(track.slices.begin(row), track.slices.end(row));
    if (!part) continue;
    ++totals.collectives.count;
    totals.collectives.time += static_cast<double>(part->length());
    totals.collectives.busy.add(part->begin.value(), part->end.value());
  }
}

void Gatherer::samples(const Track& track) {
  for (const std::int64_t time : track.counters.time) {
    if (scope.holds(TraceTime(time))) ++totals.counter_events;
  }
}

void Gatherer::throttle(const Track& track) {
  ThrottleTotals& to = totals.throttle[track.core];
  SliceArgs args(track);
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    int type = 0;
    double k = 0.0;
    double n = 0.0;
    for (const Arg& arg : args.of(Trace::slice_id(track, row))) {
      if (arg.key == text.throttle_type) type = small_number(arg.value);
      if (arg.key == text.throttle_k) k = number_of(arg.value);
      if (arg.key == text.throttle_n) n = number_of(arg.value);
    }
    if (n <= 0.0) continue;
    for (const TimeWindow& window : scope.windows()) {
      const TraceTime begin = std::max(track.slices.begin(row), window.begin);
      const TraceTime end = std::min(track.slices.end(row), window.end);
      if (end <= begin) continue;
      const auto ns = static_cast<double>(trace.to_ns(end - begin));
      ThrottleTotals::Activity& activity = to.activities[type];
      activity.time_ns += ns;
      activity.weighted_ns += ns * k / n;
      if (k < n) to.limited_ns += ns;
    }
  }
}

void Gatherer::track(const Track& track) {
  // The metrics are those of NeuronCores, but tracks of GPUs have the same kinds.
  const bool of_core = track.core >= 0;
  const bool engine = of_core && track.kind == TrackKind::kEngine && track.engine != Engine::kNone;
  const bool instruction = engine && track.slice_kind == SliceKind::kInstruction;
  const bool an_operator = engine && track.slice_kind == SliceKind::kOperator;
  const bool packets = of_core && track.slice_kind == SliceKind::kDma;
  if (instruction) totals.has_instructions = true;
  if (an_operator) totals.has_operators = true;
  if (packets) totals.has_dma = true;
  const bool events =
      track.kind == TrackKind::kCounter && trace.text(track.name) == track_name::kEvents;
  if (track.kind == TrackKind::kSemaphore) totals.has_semaphores = true;
  if (events) totals.has_events = true;
  if (!scope.holds(track)) return;

  if (instruction || an_operator) {
    instructions(track);
  } else if (packets) {
    dma(track);
  } else if (has_transfers(track)) {
    transfers(track);
  } else if (of_core && track.slice_kind == SliceKind::kCollective) {
    collectives(track);
  } else if (track.kind == TrackKind::kThrottle) {
    throttle(track);
  } else if (track.kind == TrackKind::kSemaphore || events) {
    samples(track);
  }
}

}  // namespace

struct RunGatherer::Shared {
  explicit Shared(const Trace& trace)
      : text(trace.strings()), weights(trace), setup(setup_texts(trace.strings())) {}

  Texts text;
  FlopWeights weights;
  std::vector<bool> setup;
  /// For each ring, the executions in which the export leaves it out.
  std::map<std::uint32_t, std::vector<bool>> dropped_rings{};
};

RunGatherer::RunGatherer(const Trace& trace)
    : trace_(&trace), shared_(std::make_unique<Shared>(trace)) {
  for (const Track& track : trace.tracks()) {
    tracks_.push_back(&track);
    const bool samples = track.kind == TrackKind::kSemaphore || track.kind == TrackKind::kCounter;
    if (track.core >= 0 && !samples && track.kind != TrackKind::kThrottle) {
      of_work_.push_back(&track);
    }
  }
}

RunGatherer::~RunGatherer() = default;
RunGatherer::RunGatherer(RunGatherer&& other) noexcept = default;

RunTotals RunGatherer::all(const Scope& scope, const TaskControl& control) {
  return of(tracks_, scope, control);
}

RunTotals RunGatherer::work(const Scope& scope, const TaskControl& control) {
  return of(of_work_, scope, control);
}

RunTotals RunGatherer::of(std::span<const Track* const> tracks, const Scope& scope,
                          const TaskControl& control) {
  Gatherer gatherer{.trace = *trace_,
                    .scope = scope,
                    .control = control,
                    .text = shared_->text,
                    .weights = shared_->weights,
                    .setup = shared_->setup,
                    .dropped_rings = shared_->dropped_rings};
  gatherer.totals.work_spans.resize(scope.windows().size());
  for (const Track* track : tracks) {
    if (control.cancelled()) break;
    gatherer.track(*track);
  }
  return std::move(gatherer.totals);
}

RunTotals gather(const Trace& trace, const Scope& scope, const TaskControl& control) {
  return RunGatherer(trace).all(scope, control);
}

}  // namespace nscope::analysis
