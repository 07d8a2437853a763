#include "profiler/analysis/insights/run_facts.h"
#include "profiler/analysis/metrics/slice_args.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <charconv>

namespace nscope::analysis {
namespace {

/// The content of the operand text of an instruction.
struct Operands {
  bool matrix = false;  ///< whether the source type is stated
  bool fp32 = false;
  double cells = 0;  ///< rows * columns of the TensorE array that are used; 0 if not stated
  std::string_view source{};
  std::string_view target{};
};

/// The type and address of an operand: "fp32@0x8850" for "dst=fp32@0x8850[1,1,1][512,1,1]". Empty
/// if the operand is absent.
std::string_view place(std::string_view text, std::string_view what) {
  const std::size_t begin = text.find(what);
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin + what.size());
  return text.substr(0, text.find_first_of("[ "));
}

/// The product of the numbers at the end of the text, such as "128*64"; 0 if there are none.
double array_cells(std::string_view text) {
  const std::size_t space = text.rfind(' ');
  if (space != std::string_view::npos) text.remove_prefix(space + 1);
  const char* const end = text.data() + text.size();
  int rows = 0;
  const auto [star, bad] = std::from_chars(text.data(), end, rows);
  if (bad != std::errc() || star == end || *star != '*') return 0;
  int columns = 0;
  const auto [last, wrong] = std::from_chars(star + 1, end, columns);
  return wrong == std::errc() && last == end ? 1.0 * rows * columns : 0;
}

Operands parse(std::string_view text) {
  Operands operands;
  operands.source = place(text, "src=");
  operands.target = place(text, "dst=");
  operands.matrix = operands.source.find('@') != std::string_view::npos;
  operands.fp32 = operands.source.starts_with("fp32@");
  operands.cells = array_cells(text);
  return operands;
}

/// Parsed operands by text. Instructions of a loop have the same texts.
class OperandTexts {
 public:
  explicit OperandTexts(const Trace& trace) : trace_(trace), known_(trace.strings().size(), 0) {}

  const Operands& of(StringId text) {
    std::uint32_t& index = known_[text.index()];
    if (index == 0) {
      parsed_.push_back(parse(trace_.text(text)));
      index = static_cast<std::uint32_t>(parsed_.size());
    }
    return parsed_[index - 1];
  }

 private:
  const Trace& trace_;
  std::vector<std::uint32_t> known_;  // by text: index in parsed_ + 1; 0 if not parsed yet
  std::vector<Operands> parsed_;
};

/// Instructions that compute each element of their output from one element of each input.
constexpr auto kElementwise = std::to_array<std::string_view>(
    {"TENSOR_SCALAR", "TENSOR_TENSOR", "COPY", "CAST", "ACTIVATE", "RECIPROCAL", "SELECT",
     "TENSOR_SCALAR_PTR", "SCALAR_TENSOR_TENSOR", "ACTIVATE_QUANTIZE"});

struct FactWords {
  explicit FactWords(const StringTable& strings)
      : event_semaphore(strings.find(opcode::kEventSemaphore)),
        matmul(strings.find("MATMUL")),
        transpose(strings.find("TRANSPOSE")),
        spill(strings.find("SPILL")),
        nki(strings.find("nki")),
        type(strings.find(key::kInstructionType)),
        operands(strings.find(key::kOperands)),
        source_kind(strings.find(key::kSourceKind)),
        hbm_read(strings.find(key::kHbmReadBytes)),
        hbm_write(strings.find(key::kHbmWriteBytes)) {
    for (const std::string_view name : kElementwise) elementwise.insert(strings.find(name).value);
  }
  bool is_elementwise(StringId name) const { return elementwise.contains(name.value); }

  StringId event_semaphore, matmul, transpose, spill, nki, type, operands, source_kind, hbm_read,
      hbm_write;
  std::set<std::uint32_t> elementwise;
};

class InstructionPass {
 public:
  InstructionPass(RunFacts& facts, SliceMarks& marks)
      : facts_(facts),
        marks_(marks),
        words_(facts.trace.strings()),
        operands_(facts.trace),
        array_(facts.trace.property_number(property::kPeRows).value_or(0) *
               facts.trace.property_number(property::kPeColumns).value_or(0)),
        dtype_(facts.workload.is_object() ? facts.workload.value("dtype", std::string()) : "") {}

  Result<> track(const Track& track, const TaskControl& control);

 private:
  void mark(const Track& track, std::size_t row, Mark mark) {
    marks_[Trace::slice_id(track, row).index()] |= bit(mark);
  }
  /// Adds the part of an event that is in the analysed range.
  void count(EventTotals& to, const Track& track, std::size_t row, double bytes = 0) const {
    facts_.add(to, track, row, bytes, share_);
  }
  void matmul(const Track& track, std::size_t row, const Operands& operands);
  void elementwise(const Track& track, std::size_t row, const Operands& operands);
  void simulated(const Track& track, std::size_t row);

  RunFacts& facts_;
  SliceMarks& marks_;
  FactWords words_;
  OperandTexts operands_;
  double share_ = 1.0;  // of the current instruction that is in the analysed range
  double array_;        // number of cells; 0 if not stated
  std::string dtype_;
  std::string_view written_;  // destination of the preceding instruction on this engine
};

void InstructionPass::matmul(const Track& track, std::size_t row, const Operands& operands) {
  InstructionFacts& to = facts_.instructions;
  count(to.matmul, track, row);
  if (operands.fp32) {
    count(to.fp32, track, row);
    mark(track, row, Mark::kFp32);
  }
  // If the size of the array or of the product is unknown, the array counts as filled.
  const bool sized = array_ > 0 && operands.cells > 0;
  const double fill = sized ? std::min(1.0, operands.cells / array_) : 1.0;
  to.array_fill_ns += fill * share_ * facts_.ns(track.slices.duration[row]);
  if (fill >= 1.0) return;
  count(to.narrow, track, row);
  mark(track, row, Mark::kNarrow);
}

void InstructionPass::elementwise(const Track& track, std::size_t row, const Operands& operands) {
  InstructionFacts& to = facts_.instructions;
  count(to.elementwise, track, row);
  if (!written_.empty() && operands.source == written_) {
    count(to.unfused, track, row);
    mark(track, row, Mark::kUnfused);
  }
  written_ = operands.target;
}

/// Adds an operator of a simulation, which computes in the workload's data type.
void InstructionPass::simulated(const Track& track, std::size_t row) {
  if (track.engine != Engine::kTensor || dtype_.empty()) return;
  matmul(track, row, {.matrix = true, .fp32 = dtype_ == "fp32", .source = {}, .target = {}});
}

Result<> InstructionPass::track(const Track& track, const TaskControl& control) {
  const auto engine = std::find(kSummaryEngines.begin(), kSummaryEngines.end(), track.engine);
  if (engine == kSummaryEngines.end()) return {};
  const auto index = static_cast<std::size_t>(engine - kSummaryEngines.begin());
  IntervalUnion& busy = facts_.cores[track.core].busy[index];
  InstructionFacts& to = facts_.instructions;
  SliceArg types(track, words_.type, ArgColumn::Type::kText);
  SliceArg operands(track, words_.operands, ArgColumn::Type::kText);
  SliceArg kinds(track, words_.source_kind, ArgColumn::Type::kText);
  SliceArg reads(track, words_.hbm_read, ArgColumn::Type::kInteger);
  SliceArg writes(track, words_.hbm_write, ArgColumn::Type::kInteger);
  to.types_stated = to.types_stated || static_cast<bool>(types);
  to.kernels_stated = to.kernels_stated || static_cast<bool>(kinds);
  written_ = {};
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    if (row % 65'536 == 0 && control.cancelled()) return cancelled();
    const auto part = facts_.scope.part(track.slices.begin(row), track.slices.end(row));
    const StringId name = track.slices.name[row];
    if (!part || name == words_.event_semaphore) continue;
    busy.add(part->begin.value(), part->end.value());
    share_ = part->share;
    if (track.slice_kind == SliceKind::kOperator) {
      simulated(track, row);
      continue;
    }
    count(to.all, track, row);
    if (kinds.text(row) != words_.nki || !words_.nki.valid()) {
      count(to.outside_kernels, track, row);
    }
    const StringId type = types.text(row);
    if (type.valid() && type == words_.transpose) {
      count(to.transposes, track, row);
      mark(track, row, Mark::kTranspose);
    }
    if (type.valid() && type == words_.spill) {
      double bytes = 0;
      for (SliceArg* const column : {&reads, &writes}) {
        if (const auto value = column->at(row)) bytes += number_of(*value);
      }
      count(to.spills, track, row, bytes);
    }
    const StringId text = operands.text(row);
    if (!text.valid()) continue;
    const Operands& known = operands_.of(text);
    if (name == words_.matmul && known.matrix) matmul(track, row, known);
    if (words_.is_elementwise(name) && !known.target.empty()) elementwise(track, row, known);
  }
  return {};
}

}  // namespace

Result<> gather_instructions(RunFacts& facts, SliceMarks& marks, const TaskControl& control) {
  InstructionPass pass(facts, marks);
  for (const Track& track : facts.trace.tracks()) {
    const bool work =
        track.slice_kind == SliceKind::kInstruction || track.slice_kind == SliceKind::kOperator;
    const bool of_core = track.core >= 0 && track.kind == TrackKind::kEngine;
    if (!work || !of_core || !facts.scope.holds(track)) continue;
    if (auto ok = pass.track(track, control); !ok) return ok;
  }
  return {};
}

}  // namespace nscope::analysis
