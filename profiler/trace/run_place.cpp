#include "profiler/trace/run_place.h"

#include "profiler/base/parse_time.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

namespace nscope {
namespace {

/// Limits the work on a link from elsewhere.
constexpr std::size_t kLongestPlace = 100'000;  // bytes

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~:,@").find(c) != std::string_view::npos;
}

std::string encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

Result<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, 2);
    unsigned value = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
    if (digits.size() != 2 || error != std::errc() || end != digits.data() + 2) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("'{}': % must be followed by two hexadecimal digits", text));
    }
    out += static_cast<char>(value);
    i += 2;
  }
  return out;
}

/// "12.5us" or "320ns", exact to the tick.
std::string time_text(TraceTime time, const Trace& trace) {
  const double ns =
      static_cast<double>(time.value()) / static_cast<double>(trace.time_base().ticks_per_ns);
  const bool short_time = std::abs(ns) < 1000.0;
  std::string text = short_time ? fmt::format("{:.3f}", ns) : fmt::format("{:.6f}", ns / 1e3);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + (short_time ? "ns" : "us");
}

std::string interval_text(const RunPlace::Interval& interval, const Trace& trace) {
  return time_text(interval.first, trace) + "-" + time_text(interval.second, trace);
}

/// "10us-50us". Both times may be negative.
Result<RunPlace::Interval> read_interval(std::string_view text, const Trace& trace) {
  std::size_t dash = std::string_view::npos;
  for (std::size_t i = 1; i < text.size() && dash == std::string_view::npos; ++i) {
    const bool exponent = (text[i - 1] == 'e' || text[i - 1] == 'E');
    if (text[i] == '-' && !exponent) dash = i;
  }
  if (dash == std::string_view::npos) {
    return fail(ErrorCode::kInvalidArgument,
                tr("invalid time '{}'; use BEGIN-END, for example 10us-50us", text));
  }
  const auto begin = parse_time_ns(text.substr(0, dash));
  if (!begin) return fail(begin.error());
  const auto end = parse_time_ns(text.substr(dash + 1));
  if (!end) return fail(end.error());
  const RunPlace::Interval interval{trace.from_ns(*begin), trace.from_ns(*end)};
  if (interval.second <= interval.first) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the time '{}' is empty: its end must be later than its begin", text));
  }
  return interval;
}

Result<TrackId> read_track(std::string_view text, const Trace& trace) {
  const auto path = decoded(text);
  if (!path) return fail(path.error());
  const std::vector<std::string> paths = unique_track_paths(trace);
  const auto found = std::find(paths.begin(), paths.end(), *path);
  if (found == paths.end()) {
    return fail(ErrorCode::kInvalidArgument, tr("the run has no track '{}'", *path));
  }
  return TrackId(static_cast<std::size_t>(found - paths.begin()));
}

Result<SliceId> read_event(std::string_view text, const Trace& trace) {
  std::size_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size() || id >= trace.slice_count()) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("the run has no event '{}'; it has {} events, from 0", text, trace.slice_count()));
  }
  return SliceId(id);
}

}  // namespace

std::string place_text(const RunPlace& place, const Trace& trace) {
  std::vector<std::string> parts;
  if (place.shown) parts.push_back("t=" + interval_text(*place.shown, trace));
  if (place.range) parts.push_back("range=" + interval_text(*place.range, trace));
  if (!place.tracks.empty()) {
    const std::vector<std::string> paths = unique_track_paths(trace);
    for (const TrackId track : place.tracks) {
      parts.push_back("track=" + encoded(paths.at(track.index())));
    }
  }
  if (place.event.valid()) parts.push_back(fmt::format("event={}", place.event.index()));
  return fmt::format("{}", fmt::join(parts, "&"));
}

Result<RunPlace> read_place(std::string_view text, const Trace& trace) {
  if (text.size() > kLongestPlace) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the place of the link has more than {} bytes", kLongestPlace));
  }
  RunPlace place;
  while (!text.empty()) {
    const std::size_t ampersand = text.find('&');
    const std::string_view part = text.substr(0, ampersand);
    text = ampersand == std::string_view::npos ? std::string_view() : text.substr(ampersand + 1);
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1);
    if (key == "t" || key == "range") {
      const auto interval = read_interval(value, trace);
      if (!interval) return fail(interval.error());
      (key == "t" ? place.shown : place.range) = *interval;
    } else if (key == "track") {
      const auto track = read_track(value, trace);
      if (!track) return fail(track.error());
      place.tracks.push_back(*track);
    } else if (key == "event") {
      const auto event = read_event(value, trace);
      if (!event) return fail(event.error());
      place.event = *event;
    } else {
      return fail(ErrorCode::kInvalidArgument,
                  tr("unknown part '{}' of the link; use t=BEGIN-END, range=BEGIN-END, track=PATH "
                     "or event=ID, joined by &",
                     part));
    }
  }
  std::sort(place.tracks.begin(), place.tracks.end());
  place.tracks.erase(std::unique(place.tracks.begin(), place.tracks.end()), place.tracks.end());
  return place;
}

PlaceLink split_link(std::string_view link) {
  const std::size_t hash = link.rfind('#');
  std::error_code unreadable;
  if (hash == std::string_view::npos || std::filesystem::exists(link, unreadable)) {
    return {std::string(link), {}};
  }
  return {std::string(link.substr(0, hash)), std::string(link.substr(hash + 1))};
}

}  // namespace nscope
