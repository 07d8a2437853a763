#include "importers/chrome_json/sampled_stacks.h"

#include "importers/shared/printable.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/json/json_scanner.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// Frames of a stack that are shown; below the limit of a track, and an end for cyclic parents.
constexpr std::size_t kMaxFrames = 256;
/// A sample counts until the next one if that is at most this many median intervals later.
constexpr std::int64_t kMostIntervals = 4;

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr == text.data()) return std::nullopt;
  return value;
}

/// Decimal microseconds in a text without padding.
std::optional<DecimalTime> microseconds(std::string_view text) {
  std::string padded(text);
  padded.resize(text.size() + ByteSource::kPadding);
  const char* const end = padded.data() + text.size();
  DecimalTime time;
  if (parse_microseconds(padded.data(), end, time) != end) return std::nullopt;
  return time;
}

/// Reads a text, number or literal into `value`; skips objects and lists and returns false.
bool take_scalar(JsonScanner& in, std::string& value) {
  const auto kind = in.kind();
  if (kind != JsonScanner::Kind::kObject && kind != JsonScanner::Kind::kArray) {
    return in.string(value);
  }
  in.skip();
  return false;
}

}  // namespace

std::uint32_t SampledStacks::frame_of(FrameIndex& index, const std::string& key) {
  const auto [entry, added] = index.try_emplace(key, static_cast<std::uint32_t>(frames_.size()));
  if (added) frames_.emplace_back();
  return entry->second;
}

void SampledStacks::leave_out(std::int64_t samples, Text why) {
  out_.diagnose("samples_not_read", Severity::kWarning, std::move(why), samples);
}

void SampledStacks::member(std::string_view key, std::string_view json) {
  if (key == "samples") return read_samples(json);
  read_frames(json);
}

void SampledStacks::read_frames(std::string_view json) {
  JsonScanner in(json, "stackFrames");
  std::string id;
  std::string key;
  std::string value;
  if (in.kind() != JsonScanner::Kind::kObject) return;
  in.begin_object();
  while (in.next_member(id)) {
    const std::uint32_t at = frame_of(stack_frames_, id);
    frames_[at].known = true;
    if (in.kind() != JsonScanner::Kind::kObject) {
      in.skip();
      continue;
    }
    in.begin_object();
    while (in.next_member(key)) {
      if (!take_scalar(in, value)) continue;
      if (key == "parent") {
        const std::uint32_t parent = frame_of(stack_frames_, value);
        frames_[at].parent = parent;
      } else if (key == "name") {
        frames_[at].name = out_.intern(printable_lines(value));
      } else if (key == "category") {
        frames_[at].category = out_.intern(printable_lines(value));
      }
    }
  }
  if (auto ok = in.status(); !ok) {
    out_.diagnose("samples_not_read", Severity::kWarning,
                  tr("stack frames were skipped: {}", ok.error().message));
  }
}

void SampledStacks::read_samples(std::string_view json) {
  JsonScanner in(json, "samples");
  if (in.kind() != JsonScanner::Kind::kArray) return;
  std::string key;
  std::string value;
  std::string pid;
  std::string tid;
  std::int64_t without_stack = 0;
  in.begin_array();
  while (in.next_element()) {
    if (in.kind() != JsonScanner::Kind::kObject) {
      in.skip();
      ++without_stack;
      continue;
    }
    std::optional<DecimalTime> time;
    std::optional<std::string> frame;
    bool has_pid = false;
    pid.clear();
    tid.clear();
    in.begin_object();
    while (in.next_member(key)) {
      if (!take_scalar(in, value)) continue;
      if (key == "ts") time = microseconds(value);
      if (key == "sf") frame = value;
      if (key == "tid") tid = value;
      if (key == "pid") {
        pid = value;
        has_pid = true;
      }
    }
    if (!in.ok()) break;
    if (!time || !frame) {
      ++without_stack;
      continue;
    }
    sample(thread_of(pid, tid, has_pid), *time, *frame);
  }
  if (without_stack > 0) {
    leave_out(without_stack, tr("a sample was skipped: it has no time or no stack"));
  }
  if (auto ok = in.status(); !ok) {
    leave_out(1, tr("samples were skipped: {}", ok.error().message));
  }
}

/// The thread of a sample. The format does not require a process if the thread's number is known.
Thread& SampledStacks::thread_of(const std::string& pid, const std::string& tid, bool has_pid) {
  Thread*& known = threads_[{has_pid ? pid : "-", tid}];
  if (known == nullptr && !has_pid) known = tracks_.find_thread(tid);
  if (known == nullptr) known = &tracks_.thread(pid, tid);
  return *known;
}

void SampledStacks::sample(Thread& thread, DecimalTime time, std::string_view frame) {
  samples_.push_back(
      {.thread = &thread, .time = time, .frame = frame_of(stack_frames_, std::string(frame))});
}

bool SampledStacks::profile_part(std::uint64_t id, Thread& thread, std::string_view key,
                                 std::string_view value) {
  const std::string_view what = key.substr(key.rfind('.') + 1);
  const bool is_start = what == "startTime";
  const bool is_nodes = what == "nodes";
  const bool is_numbers = what == "samples" || what == "timeDeltas";
  if (!key.starts_with("data.") || !(is_start || is_nodes || is_numbers)) return false;
  Profile& profile = profiles_[id];
  if (is_start) {
    profile.start_us = whole_number(value);
    profile.thread = &thread;
  } else if (is_nodes) {
    read_nodes(profile, value);
  } else {
    read_numbers(profile, value, what == "samples");
  }
  return true;
}

/// Reads the samples, which are ids of nodes, or the times between them in microseconds.
void SampledStacks::read_numbers(Profile& profile, std::string_view json, bool samples) {
  JsonScanner in(json, "cpuProfile");
  if (in.kind() != JsonScanner::Kind::kArray) return;
  std::string number;
  in.begin_array();
  while (in.next_element()) {
    if (!take_scalar(in, number)) number.clear();
    if (samples) {
      profile.samples.push_back(frame_of(profile.frames, number));
    } else {
      profile.deltas_us.push_back(whole_number(number).value_or(0));
    }
  }
}

/// Reads nodes of V8's call tree: {"id", "parent" or "children", "callFrame"}.
void SampledStacks::read_nodes(Profile& profile, std::string_view json) {
  JsonScanner in(json, "nodes");
  std::string key;
  std::string value;
  const auto scalar = [&] { return take_scalar(in, value); };
  if (in.kind() != JsonScanner::Kind::kArray) return;
  in.begin_array();
  while (in.next_element()) {
    if (in.kind() != JsonScanner::Kind::kObject) {
      in.skip();
      continue;
    }
    std::string id;
    std::string parent;
    std::string function;
    std::string url;
    std::optional<std::int64_t> line;
    std::vector<std::string> children;
    in.begin_object();
    while (in.next_member(key)) {
      if (key == "callFrame" && in.kind() == JsonScanner::Kind::kObject) {
        in.begin_object();
        while (in.next_member(key)) {
          if (!scalar()) continue;
          if (key == "functionName") function = value;
          if (key == "url") url = value;
          if (key == "lineNumber") line = whole_number(value);
        }
      } else if (key == "children" && in.kind() == JsonScanner::Kind::kArray) {
        in.begin_array();
        while (in.next_element()) {
          if (scalar()) children.push_back(value);
        }
      } else if (scalar()) {
        if (key == "id") id = value;
        if (key == "parent") parent = value;
      }
    }
    if (!in.ok() || id.empty()) continue;
    const std::uint32_t at = frame_of(profile.frames, id);
    if (!parent.empty()) {
      const std::uint32_t outer = frame_of(profile.frames, parent);
      frames_[at].parent = outer;
    }
    for (const std::string& child : children) {
      const std::uint32_t inner = frame_of(profile.frames, child);
      frames_[inner].parent = at;
    }
    Frame& frame = frames_[at];
    frame.known = true;
    frame.name = out_.intern(function.empty() ? "(anonymous)" : printable_lines(function));
    if (!url.empty()) {
      // V8 counts lines from 0.
      frame.location = out_.intern(printable_lines(
          line && *line >= 0 && *line < INT32_MAX ? fmt::format("{}:{}", url, *line + 1) : url));
    }
  }
}

/// Gives the samples of V8's profiles their times.
void SampledStacks::place_profiles() {
  for (auto& [id, profile] : profiles_) {
    const std::size_t count = std::min(profile.samples.size(), profile.deltas_us.size());
    const auto all = static_cast<std::int64_t>(profile.samples.size());
    if (!profile.start_us || profile.thread == nullptr) {
      if (all > 0) leave_out(all, tr("a sample was skipped: its profile has no start time"));
    } else {
      std::int64_t time_us = *profile.start_us;
      for (std::size_t i = 0; i < count; ++i) {
        std::int64_t ns = 0;
        if (__builtin_add_overflow(time_us, profile.deltas_us[i], &time_us) ||
            __builtin_mul_overflow(time_us, std::int64_t{1000}, &ns)) {
          leave_out(static_cast<std::int64_t>(count - i),
                    tr("a sample was skipped: its time is out of range"));
          break;
        }
        samples_.push_back(
            {.thread = profile.thread, .time = {.ns = ns}, .frame = profile.samples[i]});
      }
      if (profile.samples.size() > count) {
        leave_out(all - static_cast<std::int64_t>(count),
                  tr("a sample was skipped: it has no time or no stack"));
      }
    }
  }
  profiles_.clear();
}

std::optional<std::int64_t> SampledStacks::first_ns() {
  place_profiles();
  std::optional<std::int64_t> first;
  for (const Sample& sample : samples_) {
    first = std::min(first.value_or(sample.time.ns), sample.time.ns);
  }
  return first;
}

/// Sets `path_` to the frames from the root to `frame`; the innermost kMaxFrames if there are more.
void SampledStacks::path_to(std::uint32_t frame) {
  path_.clear();
  for (; frame != kNone && path_.size() < kMaxFrames; frame = frames_[frame].parent) {
    path_.push_back(frame);
  }
  if (frame != kNone) {
    out_.diagnose("stack_too_deep", Severity::kWarning,
                  tr("a stack has more than {} frames; its outermost frames are not shown",
                     as::count(static_cast<std::int64_t>(kMaxFrames))));
  }
  std::reverse(path_.begin(), path_.end());
}

void SampledStacks::close_frames(TrackId track, std::size_t from, std::int64_t end) {
  for (std::size_t i = from; i < open_.size(); ++i) {
    const Frame& frame = frames_[open_[i].frame];
    const TraceTime start(open_[i].start);
    const SliceId slice =
        out_.slice(track, frame.name.valid() ? frame.name : out_.intern("(unknown)"), start,
                   TraceTime(end) - start);
    if (frame.category.valid()) out_.arg(slice, out_.intern("cat"), frame.category);
    if (frame.location.valid()) {
      out_.arg(slice, out_.intern(key::kSourceLocation), frame.location);
    }
  }
  open_.resize(from);
}

/// Writes the slices of one thread, whose samples are in the order of time.
void SampledStacks::write_thread(std::vector<Sample>& samples) {
  std::vector<std::int64_t> gaps;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const std::int64_t gap = samples[i].ticks - samples[i - 1].ticks;
    if (gap > 0) gaps.push_back(gap);
  }
  std::int64_t interval = 0;
  if (!gaps.empty()) {
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
    std::nth_element(gaps.begin(), middle, gaps.end());
    interval = *middle;
  }
  const TrackId track = tracks_.track(*samples.front().thread, TrackClass::kSamples);
  std::int64_t until = samples.front().ticks;  // end of the previous sample
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample& sample = samples[i];
    const bool gap = until < sample.ticks;
    path_to(sample.frame);
    std::size_t same = 0;
    while (!gap && same < std::min(path_.size(), open_.size()) &&
           open_[same].frame == path_[same]) {
      ++same;
    }
    if (slices_ + path_.size() - same > kMaxSlices) {
      leave_out(static_cast<std::int64_t>(samples.size() - i),
                tr("a sample was skipped: the trace has more than {} slices of samples",
                   as::count(static_cast<std::int64_t>(kMaxSlices))));
      break;
    }
    slices_ += path_.size() - same;
    close_frames(track, same, std::min(until, sample.ticks));
    for (std::size_t depth = same; depth < path_.size(); ++depth) {
      open_.push_back({path_[depth], sample.ticks});
    }
    const std::int64_t next = i + 1 < samples.size() ? samples[i + 1].ticks : sample.ticks;
    const bool goes_on = next > sample.ticks && (next - sample.ticks) / kMostIntervals <= interval;
    const bool same_time = i + 1 < samples.size() && next == sample.ticks;
    until = goes_on || same_time ? next : sample.ticks + interval;
  }
  close_frames(track, 0, until);
  first_ = std::min(first_, samples.front().ticks);
  last_ = std::max(last_, until);
}

std::optional<std::pair<std::int64_t, std::int64_t>> SampledStacks::write() {
  std::int64_t impossible = 0;
  std::int64_t unknown = 0;
  std::map<std::uint32_t, std::vector<Sample>> by_thread;
  for (const Sample& sample : samples_) {
    if (!sample.possible) {
      ++impossible;
    } else if (sample.frame == kNone || !frames_[sample.frame].known) {
      ++unknown;
    } else {
      by_thread[sample.thread->number].push_back(sample);
    }
  }
  samples_ = {};
  stack_frames_ = {};
  if (impossible > 0) leave_out(impossible, tr("a sample was skipped: its time is out of range"));
  if (unknown > 0) leave_out(unknown, tr("a sample was skipped: its stack frame is unknown"));
  std::int64_t read = 0;
  for (auto& [thread, samples] : by_thread) {
    std::stable_sort(samples.begin(), samples.end(),
                     [](const Sample& a, const Sample& b) { return a.ticks < b.ticks; });
    write_thread(samples);
    read += static_cast<std::int64_t>(samples.size());
  }
  if (read == 0) return std::nullopt;
  out_.diagnose("samples_joined", Severity::kInfo,
                tr("stacks of samples are shown as slices: a function is assumed to run from a "
                   "sample to the next one"),
                read);
  return std::pair(first_, last_);
}

}  // namespace nscope::importers
