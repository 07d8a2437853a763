#pragma once

#include "importers/chrome_json/file/decimal_time.h"
#include "importers/chrome_json/track_table.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Call stacks that a sampling profiler recorded: the members "samples" and "stackFrames" of a
/// document, sample events with "sf", and the CPU profiles of V8 (events "Profile", "ProfileChunk"
/// and "CpuProfile"). Consecutive samples of a thread with the same frames become one slice of each
/// frame on a track next to the thread. Samples whose frames are unknown are counted. One thread.
class SampledStacks {
 public:
  /// Slices are written up to this number; later samples are counted. A small file can contain many
  /// deep stacks without common frames.
  static constexpr std::size_t kMaxSlices = std::size_t{2} << 20;

  SampledStacks(TraceWriter& out, TrackTable& tracks) : out_(out), tracks_(tracks) {}

  static bool is_member(std::string_view key) { return key == "samples" || key == "stackFrames"; }
  /// Reads a member of the document; `json` is its text.
  void member(std::string_view key, std::string_view json);
  /// Adds a sample event of a thread; `frame` is a key of "stackFrames".
  void sample(Thread& thread, DecimalTime time, std::string_view frame);

  static bool is_profile_event(std::string_view name) {
    return name == "Profile" || name == "ProfileChunk" || name == "CpuProfile";
  }
  /// Reads a property of an event of a V8 profile. `profile` is the hash of its process and id.
  /// False if the profile has no member with the (dotted) key.
  bool profile_part(std::uint64_t profile, Thread& thread, std::string_view key,
                    std::string_view value);

  /// The earliest time of a sample in nanoseconds, if there are samples. Complete after the last
  /// part was read.
  std::optional<std::int64_t> first_ns();

  /// Writes the slices; `ticks` converts a time to ticks and returns false if it is out of range.
  /// Returns the time range of the slices, or nullopt if there are none.
  template <class ToTicks>
  std::optional<std::pair<std::int64_t, std::int64_t>> finish(ToTicks ticks) {
    place_profiles();
    for (Sample& sample : samples_) sample.possible = ticks(sample.time, sample.ticks);
    return write();
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Frame {
    StringId name{};
    StringId category{};
    StringId location{};
    std::uint32_t parent = kNone;
    bool known = false;
  };
  struct Sample {
    Thread* thread = nullptr;
    DecimalTime time{};
    std::int64_t ticks = 0;
    std::uint32_t frame = kNone;
    bool possible = true;
  };
  using FrameIndex = std::unordered_map<std::string, std::uint32_t>;
  struct Profile {
    Thread* thread = nullptr;
    std::optional<std::int64_t> start_us;
    FrameIndex frames;
    std::vector<std::uint32_t> samples;
    std::vector<std::int64_t> deltas_us;
  };
  struct OpenFrame {
    std::uint32_t frame = 0;
    std::int64_t start = 0;
  };

  std::uint32_t frame_of(FrameIndex& index, const std::string& key);
  void read_frames(std::string_view json);
  void read_samples(std::string_view json);
  void read_numbers(Profile& profile, std::string_view json, bool samples);
  void read_nodes(Profile& profile, std::string_view json);
  Thread& thread_of(const std::string& pid, const std::string& tid, bool has_pid);
  void place_profiles();
  std::optional<std::pair<std::int64_t, std::int64_t>> write();
  void write_thread(std::vector<Sample>& samples);
  void path_to(std::uint32_t frame);
  void close_frames(TrackId track, std::size_t from, std::int64_t end);
  void leave_out(std::int64_t samples, Text why);

  TraceWriter& out_;
  TrackTable& tracks_;
  std::vector<Frame> frames_;
  FrameIndex stack_frames_;
  std::vector<Sample> samples_;
  std::map<std::uint64_t, Profile> profiles_;
  std::map<std::pair<std::string, std::string>, Thread*> threads_;

  // While slices are written.
  std::vector<std::uint32_t> path_;  ///< frames of the current sample, outermost first
  std::vector<OpenFrame> open_;
  std::size_t slices_ = 0;
  std::int64_t first_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t last_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace nscope::importers
