#include "costmodel/bills/read_bill.h"

#include "costmodel/bills/cost_explorer.h"
#include "costmodel/bills/csv_rows.h"
#include "costmodel/bills/cur.h"
#include "costmodel/bills/focus.h"
#include "profiler/base/json.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// Manifests and answers of Cost Explorer are small; they are read as a whole.
constexpr std::size_t kMaxJson = std::size_t{256} << 20;

bool is_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

Result<> read_json(std::string_view text, const std::string& name, BillBuilder& builder) {
  if (text.size() > kMaxJson) {
    return fail(ErrorCode::kBadInput, "more than 256 MiB of JSON: no answer of Cost Explorer",
                name);
  }
  if (!is_cost_explorer(text)) {
    return fail(ErrorCode::kBadInput,
                "is JSON, but no answer of 'aws ce get-cost-and-usage' and no manifest of a Cost "
                "and Usage Report",
                name);
  }
  builder.begin_file(name, "Cost Explorer");
  return read_cost_explorer(text, name, builder);
}

/// All of a text that must be small.
Result<std::string> whole(UnpackedText& text) {
  std::string all;
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  while (all.size() <= kMaxJson) {
    const std::size_t at = all.size();
    all.resize(at + kPiece);
    const auto count = text.read(std::as_writable_bytes(std::span(all)).subspan(at));
    if (!count) return fail(count.error());
    all.resize(at + *count);
    if (*count < kPiece) break;
  }
  return all;
}

Result<> read_text(const ByteSource& file, UnpackedText text, BillBuilder& builder,
                   TaskControl& control) {
  if (file.size() == 0) return fail(ErrorCode::kBadInput, "is empty", file.name());
  const std::string name = text.name();
  auto rows = CsvRows::open(std::move(text), control);
  if (!rows) return fail(rows.error());
  return read_bill_rows(**rows, name, builder);
}

/// The first bytes of what is packed in a gzip file.
std::string unpacked_head(const ByteSource& file) {
  auto text = UnpackedText::open(file);
  std::string head(4096, '\0');
  if (!text) return {};
  const auto count = text->read(std::as_writable_bytes(std::span(head)));
  head.resize(count ? *count : 0);
  return head;
}

Result<> read_archive(const ByteSource& file, BillBuilder& builder, TaskControl& control) {
  const auto members = read_zip_directory(file);
  if (!members) return fail(members.error());
  if (members->empty()) return fail(ErrorCode::kBadInput, "holds no files", file.name());
  for (const ZipMember& member : *members) {
    auto text = UnpackedText::open(file, member);
    if (!text) return fail(text.error());
    if (auto ok = read_text(file, std::move(*text), builder, control); !ok) return ok;
  }
  return {};
}

}  // namespace

Result<> read_bill_rows(RowSource& rows, const std::string& name, BillBuilder& builder) {
  if (is_cur(rows.columns())) {
    builder.begin_file(name, std::string(cur_title(rows.columns())));
    return read_cur(rows, builder);
  }
  if (is_focus(rows.columns())) {
    builder.begin_file(name, std::string(focus_title(rows.columns())));
    return read_focus(rows, builder);
  }
  return fail(ErrorCode::kBadInput,
              "is no bill: a Cost and Usage Report has the columns line_item_line_item_type and "
              "line_item_unblended_cost (lineItem/... in the legacy form), FOCUS has BilledCost "
              "and ChargeCategory",
              name);
}

Result<> read_bill_file(const ByteSource& file, BillBuilder& builder, TaskControl& control) {
  control.begin("reading the bill", file.size());
  if (is_zip(file.head())) return read_archive(file, builder, control);
  const bool packed = is_gzip(file.head());
  if (!packed && is_json(file.text().substr(0, 4096))) {
    return read_json(file.text(), file.name(), builder);
  }
  auto text = UnpackedText::open(file);
  if (!text) return fail(text.error());
  if (packed && is_json(unpacked_head(file))) {
    const auto all = whole(*text);
    if (!all) return fail(all.error());
    return read_json(*all, file.name(), builder);
  }
  return read_text(file, std::move(*text), builder, control);
}

std::vector<std::string> used_bill_columns(std::span<const std::string> columns) {
  const auto cur = cur_column_keys();
  const auto focus = focus_column_names();
  std::vector<std::string> used;
  for (const std::string& name : columns) {
    const bool is_used = std::find(cur.begin(), cur.end(), cur_column_key(name)) != cur.end() ||
                         std::find(focus.begin(), focus.end(), name) != focus.end() ||
                         name.starts_with("resourceTags/") || name.starts_with("resource_tags_");
    if (is_used) used.push_back(name);
  }
  return used;
}

Result<std::vector<std::string>> bill_manifest_files(const ByteSource& file) {
  std::vector<std::string> files;
  const std::string_view text = file.text();
  if (!is_json(text.substr(0, 4096)) || text.size() > kMaxJson) return files;
  const bool may_be = text.find("\"reportKeys\"") != std::string_view::npos ||
                      text.find("\"dataFiles\"") != std::string_view::npos;
  if (!may_be) return files;
  const auto json = parse_json(text, file.name());
  if (!json) return fail(json.error());
  for (const char* key : {"reportKeys", "dataFiles"}) {
    if (!json->is_object() || !json->contains(key)) continue;
    const Json& list = (*json)[key];
    const std::string where = fmt::format("{}: /{}", file.name(), key);
    if (!list.is_array() || list.empty()) {
      return fail(ErrorCode::kBadInput, "lists no files", where);
    }
    for (const Json& entry : list) {
      if (!entry.is_string()) return fail(ErrorCode::kBadInput, "is no list of texts", where);
      files.push_back(entry.get<std::string>());
    }
  }
  return files;
}

}  // namespace nscope::cost
