#include "profiler/export/timeline/timeline_columns.h"

#include "profiler/export/timeline/packed_block.h"
#include "profiler/trace/vocabulary.h"
#include "profiler/trace/waits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace nscope {
namespace {

/// The largest integer up to which all integers are exact in JavaScript.
constexpr std::int64_t kMostExact = (std::int64_t{1} << 53) - 1;
constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

/// Numbers texts from 0 in order of first use.
class TextNumbers {
 public:
  std::uint64_t of(StringId text) {
    const auto [at, added] = numbers_.try_emplace(text.value, texts_.size());
    if (added) texts_.push_back(text);
    return at->second;
  }
  /// Their count, then the texts.
  void append_to(PackedBlock& block, const Trace& trace) const {
    std::string out;
    append_number(out, texts_.size());
    for (const StringId text : texts_) {
      append_text(out, trace.text(text));
      if (out.size() < kBufferBytes) continue;
      block.append(out);
      out.clear();
    }
    block.append(out);
  }

 private:
  std::unordered_map<std::uint32_t, std::size_t> numbers_;
  std::vector<StringId> texts_;
};

/// The columns of one property on all tracks.
struct PropertyColumns {
  StringId key;
  std::vector<std::pair<TrackId, const ArgColumn*>> columns{};
};

/// Encodes the columns of one trace.
class TimelineEncoder {
 public:
  TimelineEncoder(const Trace& trace, const TimelineAxis& axis, std::size_t most,
                  TaskControl& control)
      : trace_(trace), axis_(axis), most_(most), control_(control) {}

  Result<TimelineColumns> run();

 private:
  void slices(const Track& track, PackedBlock& block, TextNumbers& names);
  void samples(const Track& track, PackedBlock& block);
  void limits(const Track& track, PackedBlock& block);
  OptionalBlock dependencies();
  OptionalBlock property(const PropertyColumns& of, std::size_t number);
  void property_column(const ArgColumn& column, TextNumbers& texts);
  void integers(const ArgColumn& column);
  void reals(std::size_t count, const auto& value_of);
  /// Writes what is buffered to the block once it is large enough.
  void flush(PackedBlock& block, std::size_t least = kBufferBytes);
  bool step();

  const Trace& trace_;
  const TimelineAxis& axis_;
  std::size_t most_;
  TaskControl& control_;
  std::string out_;
  std::uint64_t done_ = 0;
};

void TimelineEncoder::flush(PackedBlock& block, std::size_t least) {
  if (out_.size() < least) return;
  block.append(out_);
  out_.clear();
}

/// Counts a row; false if the task is cancelled.
bool TimelineEncoder::step() {
  if (++done_ % 4096 == 0) control_.advance_to(done_);
  return !control_.cancelled_at(done_);
}

void TimelineEncoder::slices(const Track& track, PackedBlock& block, TextNumbers& names) {
  const SliceColumns& of = track.slices;
  const std::size_t count = of.size();
  std::uint64_t last = 0;
  for (std::size_t row = 0; row < count; ++row) {
    const std::uint64_t start = axis_.unit_of(of.start[row]);
    append_number(out_, start - last);
    last = start;
    flush(block);
  }
  for (std::size_t row = 0; row < count && step(); ++row) {
    const std::int64_t start = of.start[row];
    append_number(out_, axis_.unit_of(start + of.duration[row]) - axis_.unit_of(start));
    flush(block);
  }
  for (std::size_t row = 0; row < count; ++row) {
    append_number(out_, names.of(of.name[row]));
    flush(block);
  }
  for (std::size_t row = 0; row < count && track.max_depth > 0; ++row) {
    append_number(out_, of.depth[row]);
    flush(block);
  }
  for (std::size_t row = 0; row < count && of.has_waits(); ++row) {
    const std::int64_t stated = of.wait[row];
    const std::int64_t wait = stated > 0 ? bounded_wait(trace_, track, row) : 0;
    const auto units = static_cast<std::uint64_t>(wait / axis_.ticks_per_unit);
    append_number(out_, units << 1 | (wait < stated ? 1U : 0U));
    flush(block);
  }
  if (track.kind == TrackKind::kThrottle) limits(track, block);
}

/// Whether each interval of a throttling track limits the clock, as the desktop decides it.
void TimelineEncoder::limits(const Track& track, PackedBlock& block) {
  const StringId active = trace_.strings().find(key::kThrottleK);
  const StringId of = trace_.strings().find(key::kThrottleN);
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    const SliceId slice = Trace::slice_id(track, row);
    const std::int64_t cycles = trace_.arg_integer(slice, of, -1);
    const bool limited = cycles < 0 || trace_.arg_integer(slice, active, -1) < cycles;
    append_number(out_, limited ? 1U : 0U);
    flush(block);
  }
}

/// Doubles as eight planes, one for each byte from the lowest to the highest, because equal
/// bytes next to each other compress well.
void TimelineEncoder::reals(std::size_t count, const auto& value_of) {
  const std::size_t first = out_.size();
  out_.resize(first + 8 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto bits = std::bit_cast<std::uint64_t>(value_of(i));
    for (std::size_t plane = 0; plane < 8; ++plane) {
      out_[first + plane * count + i] = static_cast<char>(bits >> (8 * plane));
    }
  }
}

void TimelineEncoder::samples(const Track& track, PackedBlock& block) {
  const CounterColumns& of = track.counters;
  std::uint64_t last = 0;
  bool whole = true;
  for (std::size_t i = 0; i < of.size() && step(); ++i) {
    const std::uint64_t time = axis_.unit_of(of.time[i]);
    append_number(out_, time - last);
    last = time;
    const double value = of.value[i];
    whole = whole && std::abs(value) <= static_cast<double>(kMostExact / 4) &&
            value == std::floor(value) && !(value == 0.0 && std::signbit(value));
    flush(block);
  }
  append_number(out_, whole ? 0U : 1U);
  if (whole) {
    std::int64_t before = 0;
    for (std::size_t i = 0; i < of.size(); ++i) {
      const auto value = static_cast<std::int64_t>(of.value[i]);
      append_signed(out_, value - before);
      before = value;
      flush(block);
    }
  } else {
    reals(of.size(), [&](std::size_t i) { return of.value[i]; });
  }
  flush(block);
}

OptionalBlock TimelineEncoder::dependencies() {
  OptionalBlock made{.block = {.id = "flows"}, .values = trace_.flows().size()};
  PackedBlock block;
  TextNumbers kinds;
  std::int64_t last = 0;
  for (const Flow& flow : trace_.flows()) {
    const std::int64_t from = flow.from.value;
    append_number(out_, static_cast<std::uint64_t>(from - last));
    append_signed(out_, std::int64_t{flow.to.value} - from);
    append_number(out_, kinds.of(flow.kind));
    last = from;
    flush(block);
    made.complete = block.size() <= most_ && made.complete;
    if (!made.complete || !step()) break;
  }
  flush(block, 0);
  kinds.append_to(block, trace_);
  if (made.complete) made.block.packed = block.finish();
  return made;
}

/// Integers as numbers or as differences, whichever is shorter; as 8 bytes each if some are not
/// exact in JavaScript.
void TimelineEncoder::integers(const ArgColumn& column) {
  std::string plain;
  std::string differences;
  std::int64_t last = 0;
  constexpr std::int64_t kWidest = kMostExact / 4;  // so that differences are exact, too
  for (std::size_t i = 0; i < column.size(); ++i) {
    const std::int64_t value = column.integers[i];
    if (value < -kWidest || value > kWidest) {
      out_ += '\2';
      for (std::size_t k = 0; k < column.size(); ++k) {
        const auto bits = static_cast<std::uint64_t>(column.integers[k]);
        for (int byte = 0; byte < 64; byte += 8) out_ += static_cast<char>(bits >> byte);
      }
      return;
    }
    append_signed(plain, value);
    append_signed(differences, value - last);
    last = value;
  }
  const bool shorter = differences.size() < plain.size();
  out_ += shorter ? '\1' : '\0';
  out_ += shorter ? differences : plain;
}

void TimelineEncoder::property_column(const ArgColumn& column, TextNumbers& texts) {
  if (!column.every_row) {
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < column.size(); ++i) {
      append_number(out_, column.row(i) - last);
      last = column.row(i);
    }
  }
  switch (column.type) {
    case ArgColumn::Type::kInteger: return integers(column);
    case ArgColumn::Type::kReal:
      return reals(column.size(), [&](std::size_t i) { return column.reals[i]; });
    case ArgColumn::Type::kText:
      for (std::size_t i = 0; i < column.size(); ++i)
        append_number(out_, texts.of(column.texts[i]));
  }
}

OptionalBlock TimelineEncoder::property(const PropertyColumns& of, std::size_t number) {
  OptionalBlock made{.block = {.id = fmt::format("property{}", number)}, .key = of.key};
  PackedBlock block;
  TextNumbers texts;
  for (const auto& [track, column] : of.columns) {
    property_column(*column, texts);
    const std::string body = std::exchange(out_, {});
    append_number(out_, track.index() + 1);
    append_number(out_, static_cast<std::uint64_t>(column->type));
    append_number(out_, column->every_row ? 1U : 0U);
    append_number(out_, column->size());
    append_text(out_, body);
    flush(block, 0);
    made.values += column->size();
    done_ += column->size();
    control_.advance_to(done_);
    if (block.size() > most_) made.complete = false;
    if (control_.cancelled()) break;
  }
  append_number(out_, 0);  // no further column
  flush(block, 0);
  texts.append_to(block, trace_);
  if (made.complete) made.block.packed = block.finish();
  return made;
}

Result<TimelineColumns> TimelineEncoder::run() {
  std::uint64_t total = trace_.flows().size() + trace_.arg_count();
  for (const Track& track : trace_.tracks()) total += track.slices.size() + track.counters.size();
  control_.begin(phrase("Writing the timeline"), total);
  PackedBlock slice_block;
  PackedBlock sample_block;
  TextNumbers names;
  names.of(StringId());  // 0: no name
  std::vector<PropertyColumns> properties;
  std::unordered_map<std::uint32_t, std::size_t> places;  // in `properties`, by key
  for (const Track& track : trace_.tracks()) {
    slices(track, slice_block, names);
    flush(slice_block, 0);
    if (track.counters.size() > 0) samples(track, sample_block);
    flush(sample_block, 0);
    for (const ArgColumn& column : track.args) {
      const auto [at, added] = places.try_emplace(column.key.value, properties.size());
      if (added) properties.push_back({.key = column.key});
      properties[at->second].columns.emplace_back(track.id, &column);
    }
    if (control_.cancelled()) return cancelled();
  }
  PackedBlock name_block;
  names.append_to(name_block, trace_);
  TimelineColumns made;
  made.required.push_back({"names", name_block.finish()});
  made.required.push_back({"slices", slice_block.finish()});
  made.required.push_back({"samples", sample_block.finish()});
  std::size_t kept = 0;
  for (std::size_t i = 0; i <= properties.size(); ++i) {
    made.optional.push_back(i < properties.size() ? property(properties[i], i) : dependencies());
    if (control_.cancelled()) return cancelled();
    kept += made.optional.back().block.packed.size();
    while (kept > most_) kept -= leave_out_largest(made.optional);  // frees the memory early
  }
  return made;
}

}  // namespace

std::size_t leave_out_largest(std::vector<OptionalBlock>& blocks) {
  // Dependencies are worth more than any property, so they come last.
  const auto rank = [](const OptionalBlock& of) {
    return std::pair(!of.is_dependencies() && !of.block.packed.empty(), of.block.packed.size());
  };
  const auto largest = std::max_element(
      blocks.begin(), blocks.end(),
      [&](const OptionalBlock& a, const OptionalBlock& b) { return rank(a) < rank(b); });
  if (largest == blocks.end() || largest->block.packed.empty()) return 0;
  largest->complete = false;
  return std::exchange(largest->block.packed, {}).size();
}

TimelineAxis timeline_axis(const Trace& trace) {
  TimelineAxis axis{.origin = trace.begin().value()};
  while (axis.unit_of(trace.end().value()) > static_cast<std::uint64_t>(kMostExact)) {
    axis.ticks_per_unit *= 10;
  }
  return axis;
}

Result<TimelineColumns> encode_timeline(const Trace& trace, const TimelineAxis& axis,
                                        std::size_t most, TaskControl& control) {
  return TimelineEncoder(trace, axis, most, control).run();
}

}  // namespace nscope
