#include "importers/neuron_ls/neuron_ls.h"

#include "importers/neuron_ls/device_list.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/json/json_scanner.h"
#include "profiler/trace/vocabulary.h"

namespace nscope::importers {
namespace {

constexpr std::size_t kSniffLimit = 64u << 10;
constexpr std::size_t kMaxSize = 16u << 20;  // a list of 16 devices has 10 KB

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The output as one document: its JSON without what shells and launchers write around it, or all
/// of the text if it contains tables.
struct Output {
  std::string json{};  ///< "" for tables
  bool other_text = false;
};

bool has_device_keys(std::string_view text) {
  return has(text, "\"neuron_device\"") &&
         (has(text, "\"nc_count\"") || has(text, "\"neuroncore_ids\"") || has(text, "\"bdf\""));
}

/// The lines from the first one on that begins a JSON document, without tags of launchers; "" if no
/// line begins one.
std::string json_lines(std::string_view text) {
  std::string result;
  std::string buffer;
  for (LineReader lines(text); lines.next();) {
    const std::string_view line = clean_line(lines.line(), buffer);
    const bool begins = line == "[" || line == "{" || starts_like_json(line);
    if (result.empty() && !begins) continue;
    result += line;
    result += '\n';
  }
  return result;
}

/// Whether there is a table whose first column is NEURON DEVICE, or PCI BDF and LOGICAL ID in the
/// oldest versions.
bool sniff_table(std::string_view head) {
  std::string buffer;
  for (LineReader lines(head); lines.next();) {
    if (is_table_heading(clean_line(lines.line(), buffer))) return true;
  }
  return false;
}

/// The JSON document in a text; nothing if it contains a table instead.
Output find_json(std::string_view text) {
  if (!has_device_keys(text) || sniff_table(text)) return {};
  Output output{.json = json_lines(text)};
  JsonScanner in(output.json, Place());
  in.skip();
  if (!in.ok()) return output;  // the parser says what is wrong
  const std::string_view rest = trim(std::string_view(output.json).substr(in.position()));
  output.other_text = !rest.empty() || !starts_like_json(text);
  output.json.resize(in.position());
  return output;
}

}  // namespace

bool sniff_neuron_ls(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, kSniffLimit);
  if (has(head, std::string_view("\0", 1))) return false;
  return sniff_table(head) || (has_device_keys(head) && !json_lines(head).empty());
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
  const std::string_view text = input.file.text();
  const Output output = find_json(text);
  const auto list = output.json.empty() ? parse_device_table(text, file, out)
                                        : parse_device_json(output.json, file, out);
  if (!list) return fail(list.error());
  if (output.other_text) {
    out.diagnose("other_line", Severity::kInfo,
                 tr("the text before and after the list of devices was skipped"));
  }
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("neuron-ls")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(file)));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  write_device_list(*list, out);
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
