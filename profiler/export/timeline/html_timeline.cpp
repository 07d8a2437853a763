#include "profiler/export/timeline/html_timeline.h"

#include "profiler/base/files/atomic_file.h"
#include "profiler/base/resources.h"
#include "profiler/export/timeline/packed_block.h"
#include "profiler/export/timeline/timeline_columns.h"
#include "profiler/export/timeline/timeline_head.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace nscope {
namespace {

TextNumber count_of(std::uint64_t number) {
  return as::count(static_cast<std::int64_t>(number));
}

Result<> check_size(const Trace& trace, const TimelineLimits& limits) {
  std::size_t samples = 0;
  for (const Track& track : trace.tracks()) samples += track.counters.size();
  const auto reject = [](std::size_t has, std::size_t most, Phrase what) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the run has {} {}, and an HTML timeline holds at most {}; export a part of it "
                   "(--range, --track or --core), or use the format perfetto",
                   count_of(has), what, count_of(most)));
  };
  if (trace.slice_count() > limits.slices) {
    return reject(trace.slice_count(), limits.slices, phrase("events"));
  }
  if (samples > limits.samples) return reject(samples, limits.samples, phrase("counter samples"));
  return {};
}

std::vector<Text> sentences(const Trace& trace, const TimelineColumns& columns,
                            const TimelineAxis& axis, const TimelineLimits& limits) {
  std::vector<Text> list;
  const auto bytes = as::value(static_cast<double>(limits.bytes) / 1e6, "MB");
  for (const OptionalBlock& block : columns.optional) {
    if (block.complete) continue;
    if (block.is_dependencies()) {
      list.push_back(tr("The {} dependencies are left out, because the file would exceed {}.",
                        count_of(block.values), bytes));
    } else {
      list.push_back(
          tr("The property '{}' ({} values) is left out, because the file would exceed "
             "{}.",
             trace.text(block.key), count_of(block.values), bytes));
    }
  }
  if (axis.ticks_per_unit > 1) {
    list.push_back(tr("Times are rounded down to {}, because the run is very long.",
                      as::duration_ns(static_cast<double>(axis.ticks_per_unit) /
                                      static_cast<double>(trace.time_base().ticks_per_ns))));
  }
  return list;
}

void append_block(std::string& out, std::string_view id, std::string_view packed) {
  // Base64 has no character that ends the element or starts another one.
  fmt::format_to(std::back_inserter(out), "<script type=\"text/plain\" id=\"block-{}\">", id);
  append_base64(out, packed);
  out += "</script>\n";
}

/// The complete page.
std::string page_of(std::string_view page, const TimelineColumns& columns, std::string_view head) {
  std::string out(page);
  PackedBlock packed;
  packed.append(head);
  append_block(out, "head", packed.finish());
  for (const TimelineBlock& block : columns.required) append_block(out, block.id, block.packed);
  for (const OptionalBlock& block : columns.optional) {
    if (block.complete) append_block(out, block.block.id, block.block.packed);
  }
  out += "</body>\n</html>\n";
  return out;
}

}  // namespace

Result<std::vector<Text>> export_html_timeline(const Trace& trace,
                                               std::span<const Annotation> notes,
                                               const std::string& path, const Language& language,
                                               TaskControl& control, const TimelineLimits& limits) {
  if (auto ok = check_size(trace, limits); !ok) return fail(ok.error());
  const auto page = find_resource("timeline/page.html");
  if (!page) return fail(page.error());
  const TimelineAxis axis = timeline_axis(trace);
  auto columns = encode_timeline(trace, axis, limits.bytes / 4 * 3, control);
  if (!columns) return fail(columns.error());
  if (auto damage = trace.storage_error()) return fail(std::move(*damage));
  for (;;) {
    const std::vector<Text> left_out = sentences(trace, *columns, axis, limits);
    const std::string out = page_of(
        page->content, *columns, timeline_head(trace, axis, *columns, notes, left_out, language));
    if (control.cancelled()) return cancelled();
    if (out.size() <= limits.bytes) {
      if (auto written = write_file(path, out); !written) return fail(written.error());
      return left_out;
    }
    // Base64 makes 4 bytes of 3; the sentence about each property takes a few.
    for (std::size_t excess = (out.size() - limits.bytes) / 4 * 3 + 1; excess > 0;) {
      const std::size_t freed = leave_out_largest(columns->optional);
      if (freed == 0) {
        return fail(ErrorCode::kInvalidArgument,
                    tr("the names, times and notes of the run do not fit into {}; export a part of "
                       "it (--range, --track or --core)",
                       as::value(static_cast<double>(limits.bytes) / 1e6, "MB")));
      }
      excess -= std::min(excess, freed);
    }
  }
}

}  // namespace nscope
