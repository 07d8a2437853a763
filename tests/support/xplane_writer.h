#pragma once

#include "tests/support/ntff_writer.h"

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nscope {

/// A text that is written once, as the name of a metadata entry (ref_value).
struct XReference {
  std::string text;
};
using XValue = std::variant<std::int64_t, double, std::string, XReference>;
using XStats = std::vector<std::pair<std::string, XValue>>;

struct XEventRow {
  std::string name;
  std::int64_t offset_ps = 0;
  std::int64_t duration_ps = 0;
  XStats stats{};
};

struct XLineRow {
  std::int64_t id = 0;
  std::string name;
  std::int64_t timestamp_ns = 0;
  std::vector<XEventRow> events{};
};

/// A plane. Shared properties and display names of events are given by the name of the event.
struct XPlaneRow {
  std::string name;
  std::vector<XLineRow> lines{};
  XStats facts{};
  std::map<std::string, XStats> shared{};
  std::map<std::string, std::string> display_names{};
};

/// Writes an XSpace, in the order of fields and with the numbering that the protobuf library and
/// XLA's builders give it: metadata behind the lines, numbers from 1.
class XSpaceWriter {
 public:
  XSpaceWriter& plane(const XPlaneRow& plane) {
    Names stats;
    Names events;
    importers::MessageWriter message;
    message.number(1, ++planes_).text(2, plane.name);
    for (const XLineRow& line : plane.lines) {
      importers::MessageWriter out;
      out.number(1, static_cast<std::uint64_t>(line.id)).text(2, line.name);
      if (line.timestamp_ns != 0) out.number(3, static_cast<std::uint64_t>(line.timestamp_ns));
      for (const XEventRow& event : line.events) {
        importers::MessageWriter content;
        content.number(1, events.id(event.name));
        content.number(2, static_cast<std::uint64_t>(event.offset_ps));
        if (event.duration_ps != 0) {
          content.number(3, static_cast<std::uint64_t>(event.duration_ps));
        }
        put_stats(content, 4, event.stats, stats);
        out.message(4, content);
      }
      message.message(3, out);
    }
    for (const auto& [name, id] : events.ids) {
      importers::MessageWriter metadata;
      metadata.number(1, id).text(2, name);
      const auto shown = plane.display_names.find(name);
      if (shown != plane.display_names.end()) metadata.text(4, shown->second);
      const auto shared = plane.shared.find(name);
      if (shared != plane.shared.end()) put_stats(metadata, 5, shared->second, stats);
      message.message(4, importers::MessageWriter().number(1, id).message(2, metadata));
    }
    importers::MessageWriter facts;
    put_stats(facts, 6, plane.facts, stats);
    for (const auto& [name, id] : stats.ids) {
      message.message(5, importers::MessageWriter().number(1, id).message(
                             2, importers::MessageWriter().number(1, id).text(2, name)));
    }
    space_.text(1, message.bytes() + facts.bytes());
    return *this;
  }
  XSpaceWriter& error(const std::string& text) {
    space_.text(2, text);
    return *this;
  }
  XSpaceWriter& hostname(const std::string& text) {
    space_.text(4, text);
    return *this;
  }
  const std::string& bytes() const { return space_.bytes(); }

 private:
  struct Names {
    std::map<std::string, std::uint64_t> ids;
    std::uint64_t id(const std::string& name) {
      return ids.try_emplace(name, ids.size() + 1).first->second;
    }
  };

  static void put_stats(importers::MessageWriter& out, int field, const XStats& stats,
                        Names& names) {
    for (const auto& [name, value] : stats) {
      importers::MessageWriter stat;
      stat.number(1, names.id(name));
      if (const auto* number = std::get_if<std::int64_t>(&value)) {
        stat.number(4, static_cast<std::uint64_t>(*number));
      } else if (const auto* real = std::get_if<double>(&value)) {
        stat.real(2, *real);
      } else if (const auto* text = std::get_if<std::string>(&value)) {
        stat.text(5, *text);
      } else {
        stat.number(7, names.id(std::get<XReference>(value).text));
      }
      out.message(field, stat);
    }
  }

  std::uint64_t planes_ = 0;
  importers::MessageWriter space_;
};

}  // namespace nscope
