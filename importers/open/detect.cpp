#include "importers/open/detect.h"

#include "importers/neff/neff_header.h"
#include "importers/open/closest_format.h"
#include "importers/open/foreign_files.h"
#include "importers/open/text_form.h"
#include "importers/shared/importer.h"
#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "profiler/base/files/packed_file.h"
#include "profiler/base/text/terminal_text.h"
#include "profiler/trace/columns/diagnostic_list.h"
#include "profiler/trace/session/session_file.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

namespace {

/// Unpacked bytes by which the content of a compressed file is recognised.
constexpr std::size_t kHead = std::size_t{4} << 20;

bool sniff_packed(const Importer& importer, Packing packing, const ByteSource& file,
                  const ByteSource& head) {
  if (importer.packed == PackedInput::kNever || importer.whole_folder) return false;
  const bool streams = importer.packed == PackedInput::kGzipStream && packing == Packing::kGzip;
  return importer.sniff(streams ? file : head);
}

/// How the content of a file is wrapped, and which importer reads it.
struct Wrapped {
  const Importer* importer = nullptr;  ///< null: the content is not wrapped, or unknown
  TextForm form = TextForm::kPlain;
  bool stamps = false;
};

/// The importer `wanted`, or any, for what is in UTF-16 text or in a log that another program
/// collected.
Wrapped find_wrapped(const ByteSource& content, const Importer* wanted) {
  Wrapped found{.form = text_form_of(content.text().substr(0, kHead))};
  if (found.form == TextForm::kPlain) return found;
  // Formats that are JSON documents may contain texts with times, too.
  if (found.form == TextForm::kLogDocument) {
    for (const Importer& importer : registry()) {
      if ((wanted == nullptr || wanted == &importer) && importer.sniff(content)) return found;
    }
  }
  // A document that has several lines cannot be read with a time before each of them.
  for (const bool stamps : {true, false}) {
    const ByteSource head = unwrapped(content, found.form, stamps, kHead);
    for (const Importer& importer : registry()) {
      if (importer.packed == PackedInput::kNever || importer.whole_folder) continue;
      if ((wanted != nullptr && wanted != &importer) || !importer.sniff(head)) continue;
      found.importer = &importer;
      found.stamps = stamps;
      return found;
    }
  }
  return found;
}

/// Reads content that is not compressed.
Result<> read_content(const Importer& importer, const CaptureInput& input, TraceSink& sink,
                      TaskControl& control) {
  const Wrapped wrapped = find_wrapped(input.file, &importer);
  const bool too_large = input.file.size() > kMostWrappedText;
  // Importers of logs find their messages behind most fronts of lines, too.
  if (wrapped.importer == nullptr || (too_large && importer.sniff(input.file))) {
    return importer.read(input, sink, control);
  }
  if (too_large) {
    return fail(ErrorCode::kBadInput,
                tr("the file is {} of {}; such files are read up to {}; extract the lines or "
                   "convert it to UTF-8 first",
                   describe(wrapped.form), as::bytes(static_cast<double>(input.file.size())),
                   as::bytes(static_cast<double>(kMostWrappedText))),
                input.file.name());
  }
  const ByteSource content = unwrapped(input.file, wrapped.form, wrapped.stamps);
  if (auto ok = importer.read({content, input.companion}, sink, control); !ok) return ok;
  TraceBatch batch;
  DiagnosticList notes;
  notes.add("text_unwrapped", Severity::kInfo,
            tr("the file is {}: its text was extracted, and places in messages are those in the "
               "extracted text",
               describe(wrapped.form)));
  batch.diagnostics = notes.take();
  return sink.push(std::move(batch)) ? Result<>() : cancelled();
}

void count_problems(const UnpackedFile& unpacked, std::size_t size, DiagnosticList& notes) {
  if (unpacked.truncated) {
    notes.add("compressed_data_cut_off", Severity::kWarning,
              tr("unexpected end of the compressed data at byte {}: the text up to there was read",
                 size));
  }
  if (unpacked.trailing > 0) {
    notes.add("trailing_bytes", Severity::kWarning,
              tr("{} bytes after the compressed data were skipped", unpacked.trailing));
  }
}

}  // namespace

Text looks_like(const ByteSource& file) {
  const std::string_view text = file.text();
  if (text.empty()) return tr("the file is empty");
  if (text.substr(0, kHead).find_first_not_of('\0') == std::string_view::npos) {
    return tr("the file begins with nothing but zero bytes; copy it again");
  }
  if (auto foreign = foreign_file(file)) return *std::move(foreign);
  if (is_neff(file)) return tr("the file is a compiled model (NEFF)");
  if (const Packing packing = packing_of(file.head()); packing != Packing::kNone) {
    const ByteSource content = unpacked_head(file, kHead);
    if (content.size() == 0) {
      return tr("the file is compressed with {}, but nothing can be unpacked", to_string(packing));
    }
    if (packing_of(content.head()) != Packing::kNone) {
      return tr(
          "the file is compressed with {} and its content is compressed again; unpack it first",
          to_string(packing));
    }
    return tr("the file is compressed with {}; unpacked, {}", to_string(packing),
              looks_like(content));
  }
  if (text.starts_with("BZh")) return tr("the file is compressed with bzip2; unpack it first");
  if (text.starts_with("\xfd"
                       "7zXZ"))
    return tr("the file is compressed with xz; unpack it first");
  if (session_file::sniff(file.head())) return tr("the file is a saved session of Neuronscope");
  if (text.starts_with("PK\x03\x04")) return tr("the file is a ZIP archive; unpack it first");
  if (text.starts_with("PAR1")) return tr("the file is a Parquet file");
  if (text.starts_with("SQLite format 3")) {
    return tr("the file is an SQLite database but not a Neuronscope session");
  }
  if (const TextForm form = text_form_of(text.substr(0, kHead)); form != TextForm::kPlain) {
    return tr("the file is {} whose content is unknown", describe(form));
  }
  if (starts_like_json(text.substr(0, kHead))) {
    return unknown_json(text.substr(0, kHead));
  }
  if (file.name().ends_with(".ntff")) {
    return tr(
        "the file has the name of an NTFF, but its header is damaged or incomplete ({} bytes); "
        "copy the file again",
        as::count(text.size()));
  }
  if (const Text known = closest_format(text.substr(0, kHead)); !known.empty()) return known;
  return tr("the file starts with '{}'", terminal_text(printable_start(text, 16)));
}

std::optional<ByteSource> without_zero_bytes(const ByteSource& file) {
  if (file.size() > kMostWrappedText) return std::nullopt;
  std::vector<std::byte> text;
  text.reserve(file.size());
  for (const char c : file.text()) {
    if (c == '\0') continue;
    constexpr std::string_view kOfTexts = "\t\n\r\x1b";
    const bool control = static_cast<unsigned char>(c) < 0x20;
    if (control && kOfTexts.find(c) == std::string_view::npos) return std::nullopt;
    text.push_back(static_cast<std::byte>(c));
  }
  if (text.size() == file.size()) return std::nullopt;
  return ByteSource::from_bytes(file.name(), std::move(text));
}

Result<const Importer*> detect(const ByteSource& file) {
  const Packing packing = packing_of(file.head());
  std::optional<ByteSource> head;
  if (packing != Packing::kNone) head.emplace(unpacked_head(file, kHead));
  if (const Wrapped wrapped = find_wrapped(head ? *head : file, nullptr);
      wrapped.importer != nullptr) {
    return wrapped.importer;
  }
  for (const Importer& importer : registry()) {
    if (head ? sniff_packed(importer, packing, file, *head) : importer.sniff(file)) {
      return &importer;
    }
  }
  std::vector<Text> titles;
  for (const Importer& importer : registry()) titles.push_back(importer.title);
  return fail(
      ErrorCode::kBadInput,
      tr("unknown file format: {}. Supported formats: {}.", looks_like(file), joined(titles)),
      file.name());
}

Result<> read_file(const Importer& importer, const CaptureInput& input, TraceSink& sink,
                   TaskControl& control) {
  const Packing packing = packing_of(input.file.head());
  if (packing == Packing::kNone) return read_content(importer, input, sink, control);
  const bool streams = importer.packed == PackedInput::kGzipStream && packing == Packing::kGzip;
  const bool plain =
      streams && text_form_of(unpacked_head(input.file, kHead).text()) == TextForm::kPlain;
  if (plain) return importer.read(input, sink, control);
  const auto unpacked = unpack_file(input.file, control);
  if (!unpacked) return fail(unpacked.error());
  if (auto ok = read_content(importer, {unpacked->content, input.companion}, sink, control); !ok) {
    return ok;
  }
  DiagnosticList notes;
  count_problems(*unpacked, input.file.size(), notes);
  if (notes.empty()) return {};
  TraceBatch batch;
  batch.diagnostics = notes.entries();
  return sink.push(std::move(batch)) ? Result<>() : cancelled();
}

const FolderImporter* detect_folder(const std::filesystem::path& folder) {
  for (const FolderImporter& importer : folder_registry()) {
    if (importer.sniff(folder)) return &importer;
  }
  return nullptr;
}

}  // namespace nscope::importers
