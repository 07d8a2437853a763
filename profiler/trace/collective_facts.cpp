#include "profiler/trace/collective_facts.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <utility>

namespace nscope {

/// The member of a collective that a property states.
enum class CollectiveFactReader::Fact : std::uint8_t {
  kOperation,
  kBytes,
  kMessageBytes,
  kElements,
  kType,
  kRanks,
  kAlgorithm,
  kGroup,
  kSequence,
  kCalls,
  kStated
};

namespace {

/// Bytes of an element by PyTorch's and NCCL's type names; 0 for other names.
double element_bytes(std::string_view type) {
  constexpr auto kSizes = std::to_array<std::pair<std::string_view, double>>(
      {{"Float", 4},         {"float", 4},
       {"float32", 4},       {"Half", 2},
       {"float16", 2},       {"BFloat16", 2},
       {"bfloat16", 2},      {"Double", 8},
       {"float64", 8},       {"Int", 4},
       {"int32", 4},         {"Long", 8},
       {"int64", 8},         {"Short", 2},
       {"int16", 2},         {"Byte", 1},
       {"uint8", 1},         {"Char", 1},
       {"int8", 1},          {"Bool", 1},
       {"ComplexFloat", 8},  {"ComplexDouble", 16},
       {"Float8_e4m3fn", 1}, {"Float8_e5m2", 1}});
  const auto found = std::find_if(kSizes.begin(), kSizes.end(),
                                  [&](const auto& size) { return size.first == type; });
  return found == kSizes.end() ? 0.0 : found->second;
}

/// The value as a number; 0 for a text.
double as_number(const ArgValue& value) {
  return std::visit(
      [](const auto& content) {
        if constexpr (std::is_arithmetic_v<std::decay_t<decltype(content)>>) {
          return static_cast<double>(content);
        } else {
          return 0.0;
        }
      },
      value);
}

}  // namespace

CollectiveFactReader::CollectiveFactReader(const Trace& trace) : trace_(&trace) {
  constexpr auto kFacts = std::to_array<std::pair<std::string_view, Fact>>({
      {key::kOpcode, Fact::kOperation},
      {"operation", Fact::kOperation},
      {"Collective name", Fact::kOperation},
      {key::kBytes, Fact::kBytes},
      {key::kMessageBytes, Fact::kMessageBytes},
      {"In msg nelems", Fact::kElements},
      {"Out msg nelems", Fact::kElements},
      {"dtype", Fact::kType},
      {key::kRanks, Fact::kRanks},
      {"Group size", Fact::kRanks},
      {key::kAlgorithm, Fact::kAlgorithm},
      {key::kReplicaGroup, Fact::kGroup},
      {"process_group", Fact::kGroup},
      {"Process Group Name", Fact::kGroup},
      {"count", Fact::kCalls},
      {"bus_bandwidth", Fact::kStated},
  });
  const auto add = [&](std::string_view name, Fact fact) {
    if (const StringId id = trace.strings().find(name); id.valid()) facts_.emplace(id, fact);
  };
  for (const auto& [name, fact] : kFacts) add(name, fact);
  for (const std::string_view name : kCollectiveSequenceKeys) add(name, Fact::kSequence);
}

CollectiveOp CollectiveFactReader::op_of(StringId text) {
  const auto [entry, added] = ops_.try_emplace(text, CollectiveOp::kOther);
  if (added) entry->second = collective_op(trace_->text(text));
  return entry->second;
}

void CollectiveFactReader::take(Fact fact, const ArgValue& value, CollectiveFacts& facts,
                                Found& found) {
  const auto* text = std::get_if<StringId>(&value);
  const double number = as_number(value);
  switch (fact) {
    case Fact::kOperation:
      if (text != nullptr && facts.op == CollectiveOp::kOther) facts.op = op_of(*text);
      break;
    case Fact::kBytes:
      if (!facts.step && number > 0.0) facts.bytes = number;
      break;
    case Fact::kMessageBytes:
      facts.step = true;
      facts.bytes = number;
      break;
    case Fact::kElements: found.elements = std::max(found.elements, number); break;
    case Fact::kType:
      if (text != nullptr) found.element_size = element_bytes(trace_->text(*text));
      break;
    case Fact::kRanks: facts.ranks = static_cast<std::int64_t>(std::clamp(number, 0.0, 1e9)); break;
    case Fact::kAlgorithm:
      if (text != nullptr) facts.algorithm = *text;
      break;
    case Fact::kGroup: facts.group = value; break;
    case Fact::kSequence:
      if (number >= 0.0 && number < 1e15) facts.sequence = static_cast<std::int64_t>(number);
      break;
    case Fact::kCalls:
      if (found.calls_known) {
        facts.calls = static_cast<std::int64_t>(std::clamp(number, 1.0, 1e12));
      }
      break;
    case Fact::kStated: facts.stated_bandwidth = number; break;
  }
}

CollectiveFacts CollectiveFactReader::of(const Track& track, std::size_t row,
                                         std::span<const Arg> args) {
  CollectiveFacts facts;
  // In nccom-test results, "count" is the number of elements of a message, not of calls.
  Found found{.calls_known = track.core >= 0};
  for (const Arg& arg : args) {
    const auto fact = facts_.find(arg.key);
    if (fact != facts_.end()) take(fact->second, arg.value, facts, found);
  }
  if (facts.op == CollectiveOp::kOther) facts.op = op_of(track.slices.name[row]);
  // Only events without an operation are merged; for others, "count" can be elements.
  if (facts.op != CollectiveOp::kOther) facts.calls = 1;
  if (facts.bytes < 0.0 && found.elements > 0.0 && found.element_size > 0.0) {
    facts.bytes = found.elements * found.element_size;
  }
  return facts;
}

std::string_view operation_text(const Trace& trace, CollectiveOp op, StringId name) {
  return op == CollectiveOp::kOther ? trace.text(name) : to_string(op);
}

}  // namespace nscope
