#include "importers/xplane/space_reader.h"

#include <algorithm>
#include <array>

// Numbers of fields: xplane.proto in github.com/openxla/xla, third_party/tsl/tsl/profiler/protobuf.
namespace nscope::importers::xplane {
namespace {

constexpr std::size_t kMostLines = 40'000;   // of a file; a host has some thousands of threads
constexpr std::size_t kMostPlanes = 10'000;  // with events or facts; a host has some dozens
constexpr std::size_t kMostTexts = 1000;     // errors, warnings, hosts
constexpr std::size_t kMostStats = 64;       // of one event; writers add about ten

constexpr std::uint64_t kPlanes = tag_of(1, kBytes);
constexpr std::uint64_t kErrors = tag_of(2, kBytes);
constexpr std::uint64_t kWarnings = tag_of(3, kBytes);
constexpr std::uint64_t kHostnames = tag_of(4, kBytes);

/// A field of bytes whose end is missing: its tag and the bytes until the end of the file.
struct CutField {
  std::uint64_t tag = 0;
  std::string_view bytes{};
};

CutField cut_field(std::string_view rest) {
  CutField cut;
  std::uint64_t size = 0;
  if (!WireReader::take_varint(rest, cut.tag) || (cut.tag & 7) != kBytes) return {};
  if (!WireReader::take_varint(rest, size) || size < rest.size()) return {};
  cut.bytes = rest;
  return cut;
}

/// Calls use(tag, field) for the fields of a message, and for a last field of bytes whose end is
/// missing. Returns the position of the damage, or npos.
template <class Use>
std::size_t each_field(std::string_view message, Use use) {
  WireReader in(message);
  for (WireField field; in.next(field);) use(field);
  if (in.ok()) return std::string_view::npos;
  const CutField cut = cut_field(message.substr(in.position()));
  if (cut.tag != 0) use(WireField{.tag = cut.tag, .number = 0, .bytes = cut.bytes});
  return in.position();
}

/// Returns the position of the damage in the line, or npos.
std::size_t read_line(std::string_view bytes, Line& line) {
  line.bytes = bytes;
  return each_field(bytes, [&](const WireField& field) {
    switch (field.tag) {
      case tag_of(1, kVarint): line.id = field.signed_number(); break;
      case tag_of(2, kBytes): line.name = field.bytes; break;
      case tag_of(3, kVarint): line.timestamp_ns = field.signed_number(); break;
      case tag_of(kLineEvents, kBytes): line.has_events = true; break;
      case tag_of(11, kBytes): line.display_name = field.bytes; break;
      default: break;
    }
  });
}

}  // namespace

void PlaneMap::add(std::string_view entry) {
  MapEntry added;
  each_field(entry, [&](const WireField& field) {
    if (field.is(1, kVarint)) added.id = field.signed_number();
    if (field.is(2, kBytes)) added.message = field.bytes;
  });
  if (!added.message.empty()) entries_.push_back(added);
}

void PlaneMap::sort() {
  const auto before = [](const MapEntry& a, const MapEntry& b) { return a.id < b.id; };
  if (!std::is_sorted(entries_.begin(), entries_.end(), before)) {
    std::stable_sort(entries_.begin(), entries_.end(), before);
  }
}

MapEntry* PlaneMap::find(std::int64_t id) {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), id,
                       [](const MapEntry& entry, std::int64_t key) { return entry.id < key; });
  return found == entries_.end() || found->id != id ? nullptr : &*found;
}

Space read_space(std::string_view bytes) {
  Space space;
  std::size_t lines = 0;
  const auto damaged = [&](std::string_view message, std::size_t at) {
    // The damage of a line is found before that of the plane around it, which is the same.
    if (at == std::string_view::npos || space.damaged_at != std::string_view::npos) return;
    space.damaged_at = static_cast<std::size_t>(message.data() - bytes.data()) + at;
  };
  const auto keep = [](std::vector<std::string_view>& texts, std::string_view text) {
    if (texts.size() < kMostTexts) texts.push_back(text);
  };
  const auto read_plane = [&](std::string_view message) {
    Plane& plane = space.planes.emplace_back();
    damaged(message, each_field(message, [&](const WireField& field) {
              switch (field.tag) {
                case tag_of(1, kVarint): plane.id = field.signed_number(); break;
                case tag_of(2, kBytes): plane.name = field.bytes; break;
                case tag_of(3, kBytes): {
                  Line line;
                  damaged(field.bytes, read_line(field.bytes, line));
                  if (!line.has_events) break;
                  if (lines++ < kMostLines) {
                    plane.lines.push_back(line);
                  } else {
                    ++plane.lines_left_out;
                  }
                  break;
                }
                case tag_of(4, kBytes): plane.events.add(field.bytes); break;
                case tag_of(5, kBytes): plane.stats.add(field.bytes); break;
                case tag_of(6, kBytes): keep(plane.own_stats, field.bytes); break;
                default: break;
              }
            }));
    plane.events.sort();
    plane.stats.sort();
    const bool empty = plane.lines.empty() && plane.lines_left_out == 0 && plane.own_stats.empty();
    if (!empty && space.planes.size() <= kMostPlanes) return;
    space.planes_left_out += empty ? 0 : 1;
    space.planes.pop_back();
  };
  damaged(bytes, each_field(bytes, [&](const WireField& field) {
            switch (field.tag) {
              case kPlanes: read_plane(field.bytes); break;
              case kErrors: keep(space.errors, field.bytes); break;
              case kWarnings: keep(space.warnings, field.bytes); break;
              case kHostnames: keep(space.hostnames, field.bytes); break;
              default: break;
            }
          }));
  return space;
}

bool starts_like_space(std::string_view head) {
  // A plane starts with its number, if it is not 0, and its name.
  std::uint64_t tag = 0;
  std::uint64_t size = 0;
  if (!WireReader::take_varint(head, tag) || tag != kPlanes) return false;
  if (!WireReader::take_varint(head, size) || size == 0) return false;
  head = head.substr(0, size);
  if (!WireReader::take_varint(head, tag)) return false;
  if (tag == tag_of(1, kVarint)) {
    std::uint64_t id = 0;
    if (!WireReader::take_varint(head, id) || !WireReader::take_varint(head, tag)) return false;
  }
  if (tag != tag_of(2, kBytes) || !WireReader::take_varint(head, size)) return false;
  const std::string_view name = head.substr(0, size);
  constexpr auto kPrefixes =
      std::to_array<std::string_view>({"/device:", "/host:", "/virtualdevice:", "/task:", "#Chip",
                                       "Host CPUs", "Syscalls", "Task Environment"});
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool read_stat(std::string_view bytes, Stat& stat) {
  WireReader in(bytes);
  for (WireField field; in.next(field);) {
    const auto number = [&](Stat::Type type) {
      stat.type = type;
      stat.bits = field.number;
    };
    const auto text = [&](Stat::Type type) {
      stat.type = type;
      stat.text = field.bytes;
    };
    switch (field.tag) {
      case tag_of(1, kVarint): stat.metadata_id = field.signed_number(); break;
      case tag_of(2, kFixed64): number(Stat::Type::kReal); break;
      case tag_of(3, kVarint): number(Stat::Type::kUnsigned); break;
      case tag_of(4, kVarint): number(Stat::Type::kInteger); break;
      case tag_of(5, kBytes): text(Stat::Type::kText); break;
      case tag_of(6, kBytes):
      case tag_of(8, kBytes): text(Stat::Type::kBytes); break;
      case tag_of(7, kVarint): number(Stat::Type::kReference); break;
      default: break;
    }
  }
  return in.ok();
}

bool read_event(std::string_view bytes, Event& event, std::vector<Stat>& stats) {
  WireReader in(bytes);
  bool ok = true;
  for (WireField field; in.next(field);) {
    switch (field.tag) {
      case tag_of(1, kVarint): event.metadata_id = field.signed_number(); break;
      case tag_of(2, kVarint): event.offset_ps = field.signed_number(); break;
      case tag_of(3, kVarint): event.duration_ps = field.signed_number(); break;
      case tag_of(4, kBytes):
        if (stats.size() < kMostStats) {
          ok = read_stat(field.bytes, stats.emplace_back()) && ok;
        } else {
          ok = false;
        }
        break;
      case tag_of(5, kVarint): event.is_total = true; break;
      default: break;
    }
  }
  return in.ok() && ok;
}

EventMetadata read_event_metadata(std::string_view bytes) {
  EventMetadata metadata;
  each_field(bytes, [&](const WireField& field) {
    switch (field.tag) {
      case tag_of(2, kBytes): metadata.name = field.bytes; break;
      case tag_of(4, kBytes): metadata.display_name = field.bytes; break;
      case tag_of(5, kBytes):
        if (metadata.stats.size() < kMostStats) {
          (void)read_stat(field.bytes, metadata.stats.emplace_back());
        }
        break;
      default: break;
    }
  });
  return metadata;
}

std::string_view stat_name(std::string_view bytes) {
  std::string_view name;
  each_field(bytes, [&](const WireField& field) {
    if (field.is(2, kBytes)) name = field.bytes;
  });
  return name;
}

}  // namespace nscope::importers::xplane
