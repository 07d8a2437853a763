#include "costmodel/bills/read_bill.h"

#include "costmodel/bills/cost_explorer.h"
#include "costmodel/bills/cur.h"
#include "costmodel/bills/focus.h"
#include "costmodel/bills/focus_checks.h"
#include "costmodel/price_formats/csv_rows.h"
#include "profiler/base/json.h"
#include "profiler/base/json/foreign_json.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::size_t kHead = 4096;

bool is_json(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
}

Result<> read_json(std::string_view text, const std::string& name, BillBuilder& builder) {
  if (!is_cost_explorer(text)) {
    return fail(ErrorCode::kBadInput,
                tr("the JSON is neither output of 'aws ce get-cost-and-usage' nor a manifest of a "
                   "Cost and Usage Report"),
                name);
  }
  builder.begin_file(name, "Cost Explorer");
  return read_cost_explorer(text, name, builder);
}

Result<> read_text(const ByteSource& file, UnpackedText text, BillBuilder& builder,
                   TaskControl& control) {
  if (file.size() == 0) return fail(ErrorCode::kBadInput, tr("the file is empty"), file.name());
  const std::string name = text.name();
  auto rows = CsvRows::open(std::move(text), control);
  if (!rows) return fail(rows.error());
  return read_bill_rows(*rows, name, builder);
}

Result<> read_archive(const ByteSource& file, BillBuilder& builder, TaskControl& control) {
  const auto members = read_zip_directory(file);
  if (!members) return fail(members.error());
  if (members->empty()) return fail(ErrorCode::kBadInput, tr("the archive is empty"), file.name());
  for (const ZipMember& member : *members) {
    auto text = UnpackedText::open(file, member);
    if (!text) return fail(text.error());
    if (auto ok = read_text(file, std::move(*text), builder, control); !ok) return ok;
  }
  return {};
}

/// Which of two columns with the same name is meant cannot be known. Tags may share a name.
Result<> check_bill_columns(const RowSource& rows) {
  std::set<std::string_view> names;
  for (const auto& column : rows.columns()) {
    if (column.empty() || column.starts_with("resourceTags/")) continue;
    if (names.insert(column).second) continue;
    return fail(ErrorCode::kBadInput,
                tr("duplicate column '{}'; keep the one that is meant", printable_text(column)),
                rows.where());
  }
  return {};
}

}  // namespace

Result<> read_bill_rows(RowSource& rows, const std::string& name, BillBuilder& builder) {
  if (auto unique = check_bill_columns(rows); !unique) return unique;
  if (is_cur(rows.columns())) {
    builder.begin_file(name, std::string(cur_title(rows.columns())));
    return read_cur(rows, builder);
  }
  if (is_focus(rows.columns())) {
    builder.begin_file(name, std::string(focus_title(rows.columns())));
    return read_focus(rows, builder);
  }
  if (const auto other = other_focus_data_set(rows.columns()); !other.empty()) {
    return fail(
        ErrorCode::kBadInput,
        tr("the file has the FOCUS data set '{}', which has no costs of usage; use the data "
           "set 'Cost and Usage'",
           other),
        name);
  }
  return fail(ErrorCode::kBadInput,
              tr("the columns are not those of a bill; a Cost and Usage Report has "
                 "line_item_line_item_type and line_item_unblended_cost (lineItem/... in the "
                 "legacy format), and FOCUS has BilledCost and ChargeCategory"),
              name);
}

Result<> read_bill_file(const ByteSource& file, BillBuilder& builder, TaskControl& control) {
  control.begin(phrase("Reading the bill"), file.size());
  if (is_zip(file.head())) return read_archive(file, builder, control);
  const auto head = text_head(file, kHead);
  if (!head) return fail(head.error());
  if (is_json(*head)) {
    const auto all = whole_text(file, control);
    if (!all) return fail(all.error());
    return read_json(*all, file.name(), builder);
  }
  auto text = UnpackedText::open(file);
  if (!text) return fail(text.error());
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
  const auto head = text_head(file, kHead);
  if (!head || !is_json(*head)) return files;
  TaskControl control;
  const auto text = whole_text(file, control);
  if (!text) return fail(text.error());
  const bool may_be = text->find("\"reportKeys\"") != std::string::npos ||
                      text->find("\"dataFiles\"") != std::string::npos;
  if (!may_be) return files;
  const auto json = parse_foreign_json(*text, file.name());
  if (!json) return fail(json.error());
  for (const char* key : {"reportKeys", "dataFiles"}) {
    if (!json->is_object() || !json->contains(key)) continue;
    const Json& list = (*json)[key];
    const std::string where = fmt::format("{}: /{}", file.name(), key);
    if (!list.is_array() || list.empty()) {
      return fail(ErrorCode::kBadInput, tr("must be an array with at least one file"), where);
    }
    for (const Json& entry : list) {
      if (!entry.is_string())
        return fail(ErrorCode::kBadInput, tr("must be an array of strings"), where);
      files.push_back(entry.get<std::string>());
    }
  }
  return files;
}

}  // namespace nscope::cost
