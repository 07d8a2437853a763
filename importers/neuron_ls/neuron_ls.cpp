#include "importers/neuron_ls/neuron_ls.h"

#include "importers/neuron_ls/device_list.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/text/utf8.h"
#include "profiler/trace/vocabulary.h"

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffLimit = 64u << 10;
constexpr std::size_t kMaxSize = 16u << 20;  // a list of 16 devices has 10 KB

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool looks_like_json(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  text = trim(text);
  return text.starts_with('[') || text.starts_with('{');
}

bool sniff_json(std::string_view head) {
  return looks_like_json(head) && has(head, "\"neuron_device\"") &&
         (has(head, "\"nc_count\"") || has(head, "\"neuroncore_ids\"") || has(head, "\"bdf\""));
}

/// Whether there is a table whose first column is NEURON DEVICE, or PCI BDF and LOGICAL ID in the
/// oldest versions.
bool sniff_table(std::string_view head) {
  std::string buffer;
  bool after_rule = false;
  for (LineReader lines(head); lines.next();) {
    const std::string_view line = clean_line(lines.line(), buffer);
    if (after_rule && line.starts_with('|')) {
      const std::string_view first = trim(line.substr(1));
      if (first.starts_with("NEURON")) return true;
      if (first.starts_with("PCI BDF") && has(line, "| LOGICAL")) return true;
    }
    after_rule = line.starts_with("+-");
  }
  return false;
}

}  // namespace

bool sniff_neuron_ls(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffLimit);
  if (has(head, std::string_view("\0", 1))) return false;
  return sniff_json(head) || sniff_table(head);
}

Result<> read_neuron_ls(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const std::string& file = input.file.name();
  if (!sniff_neuron_ls(input.file)) {
    return fail(ErrorCode::kBadInput, tr("not the output of neuron-ls: there is no device list"),
                file);
  }
  if (input.file.size() > kMaxSize) {
    return fail(ErrorCode::kBadInput,
                tr("the file is too large for a device list; the limit is 16 MiB"), file);
  }
  if (control.cancelled()) return cancelled();
  TraceWriter out(sink);
  std::string_view text = input.file.text();
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const auto list = looks_like_json(text) ? parse_device_json(text, file, out)
                                          : parse_device_table(text, file, out);
  if (!list) return fail(list.error());
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("neuron-ls")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(file)));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  write_device_list(*list, out);
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
