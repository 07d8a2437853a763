#include "importers/ntff/file/container_reader.h"

#include "importers/shared/printable.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// Longest plausible capture: 12 days in picoseconds. Sums of durations then cannot overflow.
constexpr std::uint64_t kMaxWindow = 1'000'000'000'000'000'000;
/// More than any capture has: four Trainium2 instances of an UltraServer have 512.
constexpr std::size_t kMaxCores = 1024;
constexpr int kFirstDmaEngineNumber = 64;

/// The core of a subgraph: 0 for sg00. A name of another form or a repeated name (several
/// devices in one file) gets the next free number.
int core_of(std::string_view name, const std::set<int>& taken) {
  int index = -1;
  if (name.starts_with("sg") && name.size() <= 6) {
    const auto end = name.data() + name.size();
    if (std::from_chars(name.data() + 2, end, index).ptr != end) index = -1;
  }
  if (index >= 0 && !taken.contains(index)) return index;
  index = 0;
  while (taken.contains(index)) ++index;
  return index;
}

NtffQueue read_queue(const proto::NtffQueue& from) {
  NtffQueue to{.dma_engine = static_cast<int>(from.dma_engine() & 0xffff),
               .ring = static_cast<int>(from.ring() & 0xffff),
               .name = printable(from.name()),
               .use = from.type()};
  // Version 4 numbers the engines from 0.
  if (to.dma_engine < kFirstDmaEngineNumber) to.dma_engine += kFirstDmaEngineNumber;
  for (const auto& block : from.blocks()) {
    const NtffDescriptors kind{block.packets(), block.source_descriptors(),
                               block.destination_descriptors()};
    const bool known =
        std::any_of(to.transfers.begin(), to.transfers.end(), [&](const NtffDescriptors& other) {
          return other.source == kind.source && other.destination == kind.destination;
        });
    if (!known && kind.packets > 0) to.transfers.push_back(kind);
  }
  return to;
}

/// The use of HBM by its number in version 4, which has no names. Only those whose number was
/// verified with the sizes of the parts of a capture.
std::string numbered_use(std::uint32_t number) {
  switch (number) {
    case 1: return "pe";
    case 2: return "act";
    case 3: return "pool";
    case 6: return "weight";
    case 10: return "dve";
    case 11: return "sp";
    case 13: return "tensor";
    case 15: return "pool stdio";
    default: return fmt::format("use {}", number);
  }
}

}  // namespace

ContainerReader::ContainerReader(const ByteSource& file, std::uint64_t payload_offset)
    : file_(file),
      payload_(file.bytes().subspan(static_cast<std::size_t>(payload_offset))),
      payload_offset_(payload_offset) {}

/// The bytes of the payload in [offset, offset + size), in whole units.
std::span<const std::byte> ContainerReader::cut(std::uint64_t offset, std::uint64_t size,
                                                std::size_t unit) const {
  if (offset >= payload_.size()) return {};
  const std::uint64_t present = std::min<std::uint64_t>(size, payload_.size() - offset);
  return payload_.subspan(static_cast<std::size_t>(offset),
                          static_cast<std::size_t>(present - present % unit));
}

/// Appends a program to the code of its engine. Only sessions have several; their words are
/// copied so that they follow each other.
void ContainerReader::add_program(NtffCore& to, const proto::NtffCode& from,
                                  std::span<const std::byte> words) {
  auto& code = to.code[from.engine()];
  auto& programs = to.programs[from.engine()];
  const auto count = [](std::span<const std::byte> of) {
    return static_cast<std::uint32_t>(of.size() / kInstructionWord);
  };
  programs.push_back({.address = static_cast<std::uint32_t>(from.address() / kInstructionWord) &
                                 LoadedProgram::kAddressMask,
                      .first = count(code),
                      .words = count(words)});
  if (code.empty()) {
    code = words;
    return;
  }
  std::vector<std::byte> joined(code.begin(), code.end());
  joined.insert(joined.end(), words.begin(), words.end());
  code = capture_->owned.emplace_back(std::move(joined));
}

void ContainerReader::read_code(const proto::NtffSubgraph& from, NtffCore& to) {
  for (const auto& code : from.code()) {
    if (code.engine() >= kHardwareEngines) {
      capture_->diagnostics.add("unknown_engine", Severity::kWarning,
                                tr("instruction words of {} were skipped: engine {} is unknown",
                                   to.subgraph, code.engine()));
      continue;
    }
    // Versions 4 and 5 have the words in the message, version 6 in the payload.
    std::span<const std::byte> words;
    std::uint64_t stated = code.size();
    if (code.has_words()) {
      const std::string& text = code.words();
      const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
      words =
          capture_->owned.emplace_back(bytes, bytes + text.size() - text.size() % kInstructionWord);
      stated = text.size();
    } else {
      words = cut(code.offset(), code.size(), kInstructionWord);
    }
    const std::uint64_t missing = stated - words.size();  // bytes
    if (missing > 0) {
      capture_->diagnostics.add(
          "truncated_code", Severity::kWarning,
          tr("{}, engine {}: the file contains only {} of {} bytes of instruction words",
             to.subgraph, code.engine(), words.size(), stated),
          static_cast<std::int64_t>(
              std::clamp<std::uint64_t>(missing / kInstructionWord, 1, 1u << 30)));
    }
    add_program(to, code, words);
  }
}

void ContainerReader::read_memory(const proto::NtffSubgraph& from, NtffCore& to) const {
  for (const auto& memory : from.memory()) {
    const std::string kind =
        memory.kind().empty() ? numbered_use(memory.number()) : printable(memory.kind());
    if (memory.kind().empty() && memory.bytes() == 0) continue;
    to.memory.emplace_back(kind, memory.bytes());
  }
}

NtffCore* ContainerReader::same_core(const proto::NtffSubgraph& from,
                                     const std::set<std::uint32_t>& of_node) {
  if (of_node.contains(from.device_core())) return nullptr;
  for (NtffCore& core : capture_->cores) {
    if (core.device == from.device() && core.device_core == from.device_core()) return &core;
  }
  return nullptr;
}

void ContainerReader::read_core(const proto::NtffSubgraph& from, std::set<std::uint32_t>& of_node) {
  for (const auto& block : from.blocks()) read_trace(block, from.device_core());
  if (NtffCore* known = same_core(from, of_node)) {
    of_node.insert(from.device_core());
    read_code(from, *known);
    for (const auto& queue : from.queues()) {
      NtffQueue added = read_queue(queue);
      const bool listed =
          std::any_of(known->queues.begin(), known->queues.end(), [&](const NtffQueue& other) {
            return other.dma_engine == added.dma_engine && other.ring == added.ring;
          });
      if (!listed) known->queues.push_back(std::move(added));
    }
    return;
  }
  if (capture_->cores.size() == kMaxCores) {
    capture_->diagnostics.add("too_many_cores", Severity::kWarning,
                              tr("core '{}' was skipped: a capture can have at most {} cores",
                                 printable(from.name()), as::count(kMaxCores)));
    return;
  }
  NtffCore to;
  to.subgraph = printable(from.name());
  to.core = core_of(to.subgraph, taken_);
  taken_.insert(to.core);
  to.device = from.device();
  to.device_core = from.device_core();
  to.length = from.length() <= kMaxWindow ? from.length() : 0;
  for (const NtffCore& known : capture_->cores) {
    if (known.device_core == to.device_core) {
      capture_->diagnostics.add(
          "ambiguous_core", Severity::kWarning,
          tr("{} and {} both state NeuronCore {}; its records were assigned to {}", known.subgraph,
             to.subgraph, to.device_core, known.subgraph));
    }
  }
  of_node.insert(to.device_core);
  read_code(from, to);
  for (const auto& queue : from.queues()) to.queues.push_back(read_queue(queue));
  read_memory(from, to);
  capture_->cores.push_back(std::move(to));
}

void ContainerReader::read_node(const proto::NtffNode& node) {
  std::set<std::uint32_t> of_node;
  for (const auto& subgraph : node.device().subgraphs()) read_core(subgraph, of_node);
}

void ContainerReader::read_trace(const proto::NtffTraceBlock& from, std::uint32_t device_core) {
  if (from.size() == 0) return;
  const auto records = cut(from.offset(), from.size(), kNtffRecord);
  const std::uint64_t stated = from.size() / kNtffRecord;
  const std::uint64_t present = records.size() / kNtffRecord;
  records_stated_ += std::min<std::uint64_t>(stated, 1u << 30);
  // Blocks do not overlap. Without this check a small header could refer to the same records
  // many times.
  if ((records_present_ + present) * kNtffRecord > payload_.size()) {
    capture_->diagnostics.add(
        "overlapping_trace", Severity::kWarning,
        tr("records of type {} of NeuronCore {} at byte {} were skipped: they overlap other "
           "records",
           from.type(), device_core, payload_offset_ + from.offset()),
        static_cast<std::int64_t>(present));
    return;
  }
  records_present_ += present;
  if (present < stated) {
    capture_->diagnostics.add(
        "truncated_trace", Severity::kWarning,
        tr("records of type {} of NeuronCore {} should end at byte {}, but the file ends at "
           "byte {}",
           from.type(), device_core, payload_offset_ + from.offset() + from.size(), file_.size()),
        static_cast<std::int64_t>(std::min<std::uint64_t>(stated - present, 1u << 30)));
  }
  capture_->traces.push_back({from.type(), from.block(), device_core, records});
}

/// Without a list of blocks, a payload after words in the message consists of instruction records.
void ContainerReader::read_unlisted_trace() {
  const bool words_in_message = !capture_->owned.empty();
  if (!words_in_message || capture_->cores.size() != 1 || payload_.size() < kNtffRecord) return;
  proto::NtffTraceBlock all;
  all.set_size(payload_.size() - payload_.size() % kNtffRecord);
  read_trace(all, capture_->cores.front().device_core);
}

void ContainerReader::read_executions(const proto::NtffInfo& info) {
  auto& executions = capture_->executions;
  for (const auto& execution : info.executions()) {
    if (execution.end() <= execution.start() || execution.end() - execution.start() > kMaxWindow) {
      capture_->diagnostics.add(
          "implausible_execution", Severity::kWarning,
          tr("the execution from {} ps to {} ps was skipped: it must be longer "
             "than 0 and shorter than 12 days",
             execution.start(), execution.end()));
      continue;
    }
    executions.push_back({execution.start(), execution.end(), hex_id(execution.uuid())});
  }
  std::sort(executions.begin(), executions.end(),
            [](const auto& a, const auto& b) { return a.start < b.start; });
  const std::size_t n = executions.size();
  if (n > 1 && executions[n - 1].end - executions[0].start > kMaxWindow) {
    capture_->diagnostics.add("implausible_execution", Severity::kWarning,
                              tr("executions are more than 12 days apart; only the first was "
                                 "imported"),
                              static_cast<std::int64_t>(n - 1));
    executions.resize(1);
  }
}

Result<> ContainerReader::check(bool executions_stated) const {
  const auto bad = [&](Text why) {
    return fail(ErrorCode::kBadInput, std::move(why), file_.name());
  };
  if (capture_->cores.empty()) {
    return bad(tr("the header message contains no NeuronCore (field 4)"));
  }
  if (executions_stated && capture_->executions.empty()) {
    return bad(
        tr("the header message contains no execution (field 15) that is longer than 0 and shorter "
           "than 12 days; export the capture with 'neuron-profile view --output-format json' and "
           "open the JSON file"));
  }
  if (records_stated_ > 0 && records_present_ == 0) {
    return bad(
        tr("unexpected end of file: none of the {} trace records is in the file; the payload "
           "starts at byte {}, the file ends at byte {}",
           as::count(static_cast<std::int64_t>(records_stated_)), payload_offset_, file_.size()));
  }
  return {};
}

Result<> ContainerReader::read(const proto::NtffInfo& info, NtffCapture& capture) {
  capture_ = &capture;
  for (const auto& node : info.nodes()) read_node(node);
  std::sort(capture.cores.begin(), capture.cores.end(),
            [](const NtffCore& a, const NtffCore& b) { return a.core < b.core; });
  for (const auto& block : info.blocks()) read_trace(block, block.device_core());
  if (capture.traces.empty() && records_stated_ == 0) read_unlisted_trace();
  read_executions(info);
  // Versions 4 and 5 state no executions; they are then found in the records.
  const bool older_layout = info.blocks().empty() && records_stated_ > 0;
  return check(!info.executions().empty() || !older_layout);
}

}  // namespace nscope::importers
