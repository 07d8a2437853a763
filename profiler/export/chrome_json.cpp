#include "profiler/export/chrome_json.h"

#include "profiler/export/chrome_header.h"
#include "profiler/export/chrome_lanes.h"
#include "profiler/export/text_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

/// Writes the events of one trace.
class ChromeWriter {
 public:
  ChromeWriter(const Trace& trace, TextFile file, TaskControl& control)
      : trace_(trace),
        file_(std::move(file)),
        control_(control),
        places_(chrome_places(trace)),
        shift_(chrome_shift(trace)),
        unit_(trace.time_base().ticks_per_ns),
        has_flows_(trace.flows().size() > 0),
        row_lanes_(trace.tracks().size()) {}

  Result<> run();

 private:
  Result<> write_slices(const Track& track);
  Result<> write_counters(const Track& track);
  Result<> write_flow_ends();
  void append_slice(const Track& track, std::size_t row, std::uint32_t lane);
  void append_args(const Track& track, std::size_t row, SliceId slice);
  void append_flow_starts(const Track& track, SliceId slice, std::int64_t thread,
                          std::int64_t time);
  void append_arg(const Arg& arg);
  void append_key(std::string_view key);
  void append_integer(std::int64_t value);
  void append_real(double value);
  void append_time(std::int64_t ns);
  void append_head(std::string_view phase, std::int64_t process);
  std::int64_t floor_ns(std::int64_t tick) const;
  Result<> flush_if(std::size_t size);
  Result<> count_row();

  const Trace& trace_;
  TextFile file_;
  TaskControl& control_;
  std::vector<ChromePlace> places_;
  std::int64_t shift_;
  std::int64_t unit_;
  std::string out_;
  bool first_arg_ = true;
  std::uint64_t done_ = 0;
  std::uint64_t flow_id_ = 0;
  bool has_flows_;
  // By track: the lane of each row, if the track has several lanes and the trace has flows.
  std::vector<std::vector<std::uint32_t>> row_lanes_;
};

std::int64_t ChromeWriter::floor_ns(std::int64_t tick) const {
  return (tick + shift_) / unit_;  // never negative
}

Result<> ChromeWriter::flush_if(std::size_t size) {
  if (out_.size() < size) return {};
  auto written = file_.write(out_);
  out_.clear();
  return written;
}

Result<> ChromeWriter::count_row() {
  if (++done_ % 4096 != 0) return {};
  if (control_.cancelled()) return cancelled();
  control_.advance_to(done_);
  return {};
}

void ChromeWriter::append_integer(std::int64_t value) {
  const fmt::format_int digits(value);
  out_.append(digits.data(), digits.size());
}

/// Microseconds with three decimals.
void ChromeWriter::append_time(std::int64_t ns) {
  append_integer(ns / 1000);
  const auto rest = static_cast<int>(ns % 1000);
  out_ += '.';
  out_ += static_cast<char>('0' + rest / 100);
  out_ += static_cast<char>('0' + rest / 10 % 10);
  out_ += static_cast<char>('0' + rest % 10);
}

void ChromeWriter::append_real(double value) {
  const std::size_t begin = out_.size();
  // Perfetto's trace processor (release 55) misreads more than 18 decimals without exponent.
  constexpr double kManyDecimals = 0.01;
  if (value != 0.0 && std::abs(value) < kManyDecimals) {
    std::array<char, 32> text;
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific);
    out_.append(text.data(), end.ptr);
  } else {
    fmt::format_to(std::back_inserter(out_), "{}", value);
  }
  // A real number must not be read back as an integer.
  if (std::string_view(out_).substr(begin).find_first_of(".e") == std::string_view::npos) {
    out_ += ".0";
  }
}

void ChromeWriter::append_head(std::string_view phase, std::int64_t process) {
  out_ += "{\"ph\":\"";
  out_ += phase;
  out_ += "\",\"pid\":";
  append_integer(process);
}

void ChromeWriter::append_key(std::string_view key) {
  out_ += first_arg_ ? "" : ",";
  first_arg_ = false;
  append_json_text(out_, key);
  out_ += ':';
}

/// Keys of this program begin with one '_'; keys of the trace that begin with '_' get another.
void ChromeWriter::append_arg(const Arg& arg) {
  std::string key(trace_.text(arg.key));
  if (key.starts_with('_')) key.insert(0, 1, '_');
  if (const auto* integer = std::get_if<std::int64_t>(&arg.value)) {
    append_key(key);
    append_integer(*integer);
  } else if (const auto* real = std::get_if<double>(&arg.value)) {
    if (std::isfinite(*real)) {
      append_key(key);
      append_real(*real);
    } else {
      append_key("_real:" + key);
      append_json_text(out_, fmt::format("{}", *real));
    }
  } else {
    append_key(key);
    append_json_text(out_, trace_.text(std::get<StringId>(arg.value)));
  }
}

void ChromeWriter::append_args(const Track& track, std::size_t row, SliceId slice) {
  out_ += ",\"args\":{";
  first_arg_ = true;
  const auto put = [&](std::string_view key, std::int64_t value) {
    if (value == 0) return;
    append_key(key);
    append_integer(value);
  };
  const std::int64_t start = track.slices.start[row];
  const std::int64_t end = start + track.slices.duration[row];
  // Fractions of a nanosecond at both ends.
  put("_start", (start + shift_) % unit_);
  put("_end", (end + shift_) % unit_);
  put("_wait", trace_.slice(slice).wait().value());
  for (const Arg& arg : trace_.args_of(slice)) append_arg(arg);
  out_ += '}';
}

void ChromeWriter::append_slice(const Track& track, std::size_t row, std::uint32_t lane) {
  const ChromePlace& place = places_[track.id.index()];
  const SliceId slice = Trace::slice_id(track, row);
  const std::int64_t thread = place.first_thread + lane;
  const std::int64_t begin = floor_ns(track.slices.start[row]);
  const std::int64_t end = floor_ns(track.slices.start[row] + track.slices.duration[row]);
  append_head("X", place.process);
  out_ += ",\"tid\":";
  append_integer(thread);
  out_ += ",\"ts\":";
  append_time(begin);
  out_ += ",\"dur\":";
  append_time(end - begin);
  out_ += ",\"cat\":\"";
  out_ += to_string(track.slice_kind);
  out_ += "\",\"name\":";
  append_json_text(out_, trace_.text(track.slices.name[row]));
  append_args(track, row, slice);
  out_ += "},\n";
  append_flow_starts(track, slice, thread, begin);
}

/// Written directly after their slice and with its start time, so that readers that find the
/// slice by time also find a slice without duration.
void ChromeWriter::append_flow_starts(const Track& track, SliceId slice, std::int64_t thread,
                                      std::int64_t time) {
  for (const Flow& flow : trace_.flows_from(slice)) {
    append_head("s", places_[track.id.index()].process);
    out_ += ",\"tid\":";
    append_integer(thread);
    out_ += ",\"ts\":";
    append_time(time);
    out_ += ",\"cat\":\"flow\",\"name\":";
    append_json_text(out_, trace_.text(flow.kind));
    out_ += ",\"id\":";
    append_integer(static_cast<std::int64_t>(++flow_id_));
    out_ += ",\"args\":{\"from\":";
    append_integer(flow.from.value);
    out_ += ",\"to\":";
    append_integer(flow.to.value);
    out_ += "}},\n";
  }
}

Result<> ChromeWriter::write_slices(const Track& track) {
  ChromeLanes lanes(track);
  const bool has_lanes = places_[track.id.index()].lanes > 1;
  auto& kept = row_lanes_[track.id.index()];
  for (std::size_t row = 0; row < track.slices.size(); ++row) {
    const std::uint32_t lane = lanes.lane_of(row);
    if (has_lanes && has_flows_) kept.push_back(lane);
    append_slice(track, row, lane);
    if (auto ok = flush_if(kPiece); !ok) return ok;
    if (auto ok = count_row(); !ok) return ok;
  }
  return {};
}

Result<> ChromeWriter::write_counters(const Track& track) {
  const ChromePlace& place = places_[track.id.index()];
  for (std::size_t i = 0; i < track.counters.size(); ++i) {
    const std::int64_t tick = track.counters.time[i];
    append_head("C", place.process);
    out_ += ",\"ts\":";
    append_time(floor_ns(tick));
    // A further argument would be a further counter, so the fraction of a nanosecond is written
    // as further decimals.
    if (unit_ > 1) fmt::format_to(std::back_inserter(out_), "{:03}", (tick + shift_) % unit_);
    out_ += ",\"name\":";
    append_json_text(out_, place.counter);
    out_ += ",\"args\":{\"value\":";
    const double value = track.counters.value[i];
    if (std::isfinite(value)) {
      append_real(value);
    } else {
      append_json_text(out_, fmt::format("{}", value));
    }
    out_ += "}},\n";
    if (auto ok = flush_if(kPiece); !ok) return ok;
    if (auto ok = count_row(); !ok) return ok;
  }
  return {};
}

/// Written after all slices and with a time not before their start, so that a reader that sorts
/// by time knows both slices of a flow.
Result<> ChromeWriter::write_flow_ends() {
  std::int64_t id = 0;
  for (const Flow& flow : trace_.flows()) {
    const auto from = trace_.slice(flow.from);
    const auto to = trace_.slice(flow.to);
    const std::size_t track = to.track->id.index();
    const auto& lanes = row_lanes_[track];
    append_head("f", places_[track].process);
    out_ += ",\"tid\":";
    append_integer(places_[track].first_thread + (lanes.empty() ? 0 : lanes[to.row]));
    out_ += ",\"ts\":";
    append_time(floor_ns(std::max(from.begin(), to.begin()).value()));
    out_ += ",\"cat\":\"flow\",\"name\":";
    append_json_text(out_, trace_.text(flow.kind));
    out_ += ",\"id\":";
    append_integer(++id);
    out_ += ",\"bp\":\"e\"},\n";
    if (auto ok = flush_if(kPiece); !ok) return ok;
    if (auto ok = count_row(); !ok) return ok;
  }
  return {};
}

Result<> ChromeWriter::run() {
  std::uint64_t rows = trace_.flows().size();
  for (const Track& track : trace_.tracks()) rows += track.slices.size() + track.counters.size();
  control_.begin(phrase("Writing events"), rows);
  out_ = R"({"displayTimeUnit":"ns","otherData":)" + chrome_other_data(trace_, places_) +
         ",\n\"traceEvents\":[\n" + chrome_names(trace_, places_);
  for (const Track& track : trace_.tracks()) {
    if (auto ok = write_slices(track); !ok) return ok;
    if (auto ok = write_counters(track); !ok) return ok;
  }
  if (auto ok = write_flow_ends(); !ok) return ok;
  // Ends the array with an event without a comma after it.
  out_ += R"({"ph":"M","pid":0,"tid":0,"name":"nscope_end","args":{}}]})"
          "\n";
  if (auto ok = flush_if(0); !ok) return ok;
  if (control_.cancelled()) return cancelled();
  if (auto damage = trace_.storage_error()) return fail(std::move(*damage));
  return file_.commit();
}

}  // namespace

Result<> export_chrome_json(const Trace& trace, const std::string& path, bool gzip,
                            TaskControl& control) {
  auto file = TextFile::create(path, gzip);
  if (!file) return fail(file.error());
  return ChromeWriter(trace, std::move(*file), control).run();
}

}  // namespace nscope
