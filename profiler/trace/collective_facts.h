#pragma once

#include "profiler/trace/collective_name.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

namespace nscope {

/// What the name and the properties of one collective state. Members that the capture does not
/// state keep their initial values.
struct CollectiveFacts {
  CollectiveOp op = CollectiveOp::kOther;
  StringId algorithm{};
  std::optional<ArgValue> group{};  ///< process or replica group
  std::int64_t ranks = 0;           ///< number of ranks that take part
  std::int64_t sequence = -1;       ///< sequence number within its group
  double bytes = -1.0;              ///< bytes of one rank, as defined by nccl-tests
  double stated_bandwidth = -1.0;   ///< bus bandwidth stated by the measuring tool, B/s
  std::int64_t calls = 1;           ///< number of collectives that a simulation merged into it
  bool step = false;                ///< a step of a collective; `bytes` are those of the whole
};

/// Reads the facts of collectives of all formats. Bytes are those of a rank's larger buffer: the
/// gathered result of an all-gather, the input of a reduce-scatter (nccl-tests,
/// doc/PERFORMANCE.md). In Kineto traces they are elements times the size of the type. One thread;
/// the trace must outlive it.
class CollectiveFactReader {
 public:
  explicit CollectiveFactReader(const Trace& trace);

  /// The facts of row `row` of `track`, which has the properties `args`.
  CollectiveFacts of(const Track& track, std::size_t row, std::span<const Arg> args);

 private:
  enum class Fact : std::uint8_t;
  struct Found {
    double elements = 0.0;
    double element_size = 0.0;
    bool calls_known = false;
  };

  CollectiveOp op_of(StringId text);
  void take(Fact fact, const ArgValue& value, CollectiveFacts& facts, Found& found);

  const Trace* trace_;
  std::unordered_map<StringId, Fact> facts_;        ///< by property key
  std::unordered_map<StringId, CollectiveOp> ops_;  ///< by text
};

/// The operation as text ("all-reduce"); the name of the event if the operation is unknown.
std::string_view operation_text(const Trace& trace, CollectiveOp op, StringId name);

}  // namespace nscope
