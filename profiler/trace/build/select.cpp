#include "profiler/trace/build/select.h"

#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"

#include <algorithm>
#include <limits>

namespace nscope {
namespace {

/// Rows between two checks for cancellation.
constexpr std::size_t kRowsPerCheck = 8192;

class Selector {
 public:
  Selector(const Trace& trace, const TraceSelection& selection, TaskControl& control)
      : trace_(trace), selection_(selection), control_(control), out_(builder_) {
    if (selection.range) {
      begin_ = selection.range->first.value();
      end_ = selection.range->second.value();
    }
  }

  Result<std::shared_ptr<const Trace>> run() {
    TimeBase base = trace_.time_base();
    if (selection_.range) {
      base.window_begin = selection_.range->first;
      base.window_end = selection_.range->second;
    }
    out_.time_base(base);
    for (const auto& [key, value] : trace_.properties()) out_.property(key, value);
    choose_tracks();
    declare_tracks();
    control_.begin(phrase("Selecting events"), trace_.slice_count());
    for (const Track& track : trace_.tracks()) {
      if (!copy_slices(track) || !copy_samples(track)) return cancelled();
      control_.advance_to(track.first_slice + track.slices.size());
    }
    if (!copy_flows()) return cancelled();
    if (auto damage = trace_.storage_error()) return fail(std::move(*damage));
    report();
    out_.finish();
    return builder_.finish();
  }

 private:
  enum class Keep : unsigned char { kNothing, kShell, kAll };

  void choose_tracks() {
    const auto tracks = trace_.tracks();
    const Keep rest = selection_.tracks.empty() ? Keep::kAll : Keep::kNothing;
    keep_.assign(tracks.size(), rest);
    for (const TrackId id : selection_.tracks) keep_[id.index()] = Keep::kAll;
    for (const Track& track : tracks) {  // parents come before their children
      if (track.parent.valid() && keep_[track.parent.index()] == Keep::kAll) {
        keep_[track.id.index()] = Keep::kAll;
      }
    }
    for (std::size_t i = tracks.size(); i-- > 0;) {
      const TrackId parent = tracks[i].parent;
      if (keep_[i] == Keep::kNothing || !parent.valid()) continue;
      if (keep_[parent.index()] == Keep::kNothing) keep_[parent.index()] = Keep::kShell;
    }
  }

  void declare_tracks() {
    new_track_.assign(trace_.tracks().size(), TrackId());
    std::int32_t order = 0;
    for (const Track& track : trace_.tracks()) {
      if (keep_[track.id.index()] == Keep::kNothing) continue;
      new_track_[track.id.index()] =
          out_.track({.name = trace_.text(track.name),
                      .kind = track.kind,
                      .parent = track.parent.valid() ? new_track_[track.parent.index()] : TrackId(),
                      .engine = track.engine,
                      .slice_kind = track.slice_kind,
                      .layout = track.layout,
                      .core = track.core,
                      .order = order++,
                      .unit = trace_.text(track.unit)});
    }
  }

  bool overlaps(std::int64_t start, std::int64_t end) const {
    return start < end_ && (end > begin_ || start >= begin_);
  }

  bool copy_slices(const Track& track) {
    const std::size_t count = track.slices.size();
    if (keep_[track.id.index()] != Keep::kAll) {
      left_out_slices_ += static_cast<std::int64_t>(count);
      return true;
    }
    for (std::size_t row = 0; row < count; ++row) {
      if (row % kRowsPerCheck == 0 && control_.cancelled()) return false;
      if (overlaps(track.slices.start[row], track.slices.end(row).value())) {
        copy_slice(track, row);
      } else {
        ++left_out_slices_;
      }
    }
    return true;
  }

  void copy_slice(const Track& track, std::size_t row) {
    std::int64_t start = track.slices.start[row];
    std::int64_t end = track.slices.end(row).value();
    TraceTime wait = Trace::SliceRef{&track, row}.wait();
    if (selection_.clip && (start < begin_ || end > end_)) {
      ++clipped_;
      if (start < begin_) wait = TraceTime(0);  // the wait is before the range
      start = std::max(start, begin_);
      end = std::min(end, end_);
    }
    const SliceId source = Trace::slice_id(track, row);
    const SliceId slice = out_.slice(new_track_[track.id.index()], text(track.slices.name[row]),
                                     TraceTime(start), TraceTime(end - start), wait);
    kept_.push_back(source);  // ascending: the new id is the position
    for (const Arg& arg : trace_.args_of(source)) {
      const StringId key = text(arg.key);
      if (const auto* string = std::get_if<StringId>(&arg.value)) {
        out_.arg(slice, key, text(*string));
      } else if (const auto* real = std::get_if<double>(&arg.value)) {
        out_.arg(slice, key, *real);
      } else {
        out_.arg(slice, key, std::get<std::int64_t>(arg.value));
      }
    }
  }

  bool copy_samples(const Track& track) {
    const CounterColumns& samples = track.counters;
    const std::size_t count = samples.size();
    if (keep_[track.id.index()] != Keep::kAll) {
      left_out_samples_ += static_cast<std::int64_t>(count);
      return true;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (i % kRowsPerCheck == 0 && control_.cancelled()) return false;
      const std::int64_t time = samples.time[i];
      // A counter keeps its value until the next sample.
      const bool holds_at_begin = time < begin_ && (i + 1 == count || samples.time[i + 1] > begin_);
      if ((time >= begin_ && time < end_) || holds_at_begin) {
        out_.counter(new_track_[track.id.index()], TraceTime(time), samples.value[i]);
      } else {
        ++left_out_samples_;
      }
    }
    return true;
  }

  /// The id of the copy; invalid if the slice was left out.
  SliceId copy_of(SliceId source) const {
    const auto found = std::lower_bound(kept_.begin(), kept_.end(), source);
    if (found == kept_.end() || *found != source) return SliceId();
    return SliceId(static_cast<std::size_t>(found - kept_.begin()));
  }

  bool copy_flows() {
    std::size_t count = 0;
    for (const Flow& flow : trace_.flows()) {
      if (++count % kRowsPerCheck == 0 && control_.cancelled()) return false;
      const SliceId from = copy_of(flow.from);
      const SliceId to = copy_of(flow.to);
      if (from.valid() && to.valid()) {
        out_.flow(from, to, text(flow.kind));
      } else {
        ++left_out_flows_;
      }
    }
    return true;
  }

  void report() {
    for (const Diagnostic& d : trace_.diagnostics()) {
      out_.diagnose(d.code, d.severity, d.example, d.count);
    }
    const auto add = [&](std::string_view code, std::int64_t count, Phrase reason) {
      if (count > 0) out_.diagnose(code, Severity::kInfo, reason, count);
    };
    const Phrase outside = phrase("outside the range, or on a track that is not selected");
    add("selection_left_out_slices", left_out_slices_, outside);
    add("selection_left_out_samples", left_out_samples_, outside);
    add("selection_left_out_flows", left_out_flows_, phrase("one of the two slices was left out"));
    add("selection_clipped_slices", clipped_, phrase("clipped at an end of the range"));
    add("selection_left_out_metrics", static_cast<std::int64_t>(trace_.metrics().size()),
        phrase("metrics describe the complete run"));
  }

  StringId text(StringId source) {
    if (!source.valid()) return out_.intern("");
    if (new_text_.size() <= source.index()) new_text_.resize(source.index() + 1);
    StringId& known = new_text_[source.index()];
    if (!known.valid()) known = out_.intern(trace_.text(source));
    return known;
  }

  const Trace& trace_;
  const TraceSelection& selection_;
  TaskControl& control_;
  TraceBuilder builder_;
  TraceWriter out_;
  std::int64_t begin_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t end_ = std::numeric_limits<std::int64_t>::max();
  std::vector<Keep> keep_;
  std::vector<TrackId> new_track_;
  std::vector<StringId> new_text_;
  std::vector<SliceId> kept_;
  std::int64_t left_out_slices_ = 0;
  std::int64_t left_out_samples_ = 0;
  std::int64_t left_out_flows_ = 0;
  std::int64_t clipped_ = 0;
};

}  // namespace

Result<std::shared_ptr<const Trace>> select_trace(const Trace& trace,
                                                  const TraceSelection& selection,
                                                  TaskControl& control) {
  return Selector(trace, selection, control).run();
}

}  // namespace nscope
