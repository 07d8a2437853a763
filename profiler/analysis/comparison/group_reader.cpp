#include "profiler/analysis/comparison/group_reader.h"

#include "profiler/trace/vocabulary.h"

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

/// The property that distinguishes events with the same name.
std::string_view detail_key(const Track& track, GroupBy by) {
  switch (by) {
    case GroupBy::kLayer: return key::kLayer;
    case GroupBy::kOperator: return key::kHloName;
    case GroupBy::kSource: return key::kSourceLocation;
    case GroupBy::kInstruction: break;
  }
  return track.slice_kind == SliceKind::kDma ? key::kQueueName : key::kOperands;
}

const ArgColumn* text_column(const Trace& trace, const Track& track, std::string_view key) {
  const StringId id = trace.strings().find(key);
  for (const ArgColumn& column : track.args) {
    if (column.key == id && column.type == ArgColumn::Type::kText) return &column;
  }
  return nullptr;
}

}  // namespace

LayerIndex::LayerIndex(const Trace& trace, bool wanted) {
  if (!wanted) return;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kLayer) continue;
    auto& spans = cores_[track.core].spans;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (track.slices.depth[row] != 0) continue;
      spans.push_back({track.slices.begin(row), track.slices.end(row), track.slices.name[row]});
    }
  }
}

const LayerSpans* LayerIndex::of(int core) const {
  const auto found = cores_.find(core);
  return found == cores_.end() ? nullptr : &found->second;
}

GroupReader::GroupReader(const Trace& trace, const Track& track, WorkClass work, GroupBy by,
                         const LayerSpans* layers, GroupTable& groups)
    : trace_(trace),
      track_(track),
      work_(work),
      by_(by),
      layers_(layers),
      groups_(groups),
      wait_(trace.strings().find(opcode::kEventSemaphore)),
      column_(text_column(trace, track, detail_key(track, by))) {}

StringId GroupReader::layer_at(TraceTime time) {
  if (layers_ == nullptr) return StringId();
  const auto& spans = layers_->spans;
  while (span_ < spans.size() && spans[span_].end <= time) ++span_;
  return span_ < spans.size() && spans[span_].begin <= time ? spans[span_].name : StringId();
}

StringId GroupReader::detail_of(std::size_t row) {
  if (column_ != nullptr) {
    while (entry_ < column_->size() && column_->row(entry_) < row) ++entry_;
    if (entry_ < column_->size() && column_->row(entry_) == row) return column_->texts[entry_];
  }
  return by_ == GroupBy::kLayer ? layer_at(track_.slices.begin(row)) : StringId();
}

std::string GroupReader::name_of(StringId name, StringId detail) const {
  const std::string_view text = trace_.text(detail);
  switch (by_) {
    case GroupBy::kLayer: return std::string(detail.valid() ? text : kNoLayer.english);
    case GroupBy::kOperator: return std::string(detail.valid() ? text : trace_.text(name));
    case GroupBy::kSource:
      return detail.valid() ? groups_.sources().name_of(text) : std::string(trace_.text(name));
    case GroupBy::kInstruction: break;
  }
  const std::string shape = operand_shape(text);
  return shape.empty() ? std::string(trace_.text(name))
                       : fmt::format("{} {}", trace_.text(name), shape);
}

std::uint32_t GroupReader::of(std::size_t row) {
  const StringId name = track_.slices.name[row];
  const StringId detail = detail_of(row);
  if (by_ == GroupBy::kLayer && !detail.valid()) ++without_layer_;
  const std::uint64_t id = std::uint64_t{name.value} << 32 | detail.value;
  const auto [at, added] = known_.try_emplace(id, 0);
  if (added) {
    const bool waits = work_ == WorkClass::kCompute && name == wait_;
    const bool across = by_ == GroupBy::kLayer || (by_ == GroupBy::kSource && detail.valid());
    const Engine engine = across ? Engine::kNone : track_.engine;
    at->second = groups_.find_or_add(waits ? WorkClass::kWait : work_, engine, track_.slice_kind,
                                     name_of(name, detail));
  }
  return at->second;
}

}  // namespace nscope::analysis
