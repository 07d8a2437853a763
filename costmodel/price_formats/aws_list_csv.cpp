#include "costmodel/price_formats/aws_list_csv.h"

namespace nscope::cost {

bool sniff_list_csv(std::string_view head) {
  return head.starts_with("\"FormatVersion\",") || head.starts_with("FormatVersion,");
}

Result<AwsListCsv> AwsListCsv::open(const PriceInput& input, TaskControl& control) {
  control.begin(phrase("Reading the price list"), input.file.size());
  auto text = UnpackedText::open(input.file);
  if (!text) return fail(text.error());
  AwsListCsv list(CsvRows(std::move(*text), control));
  if (auto ok = list.read_head(input); !ok) return fail(ok.error());
  return list;
}

Result<> AwsListCsv::read_head(const PriceInput& input) {
  if (input.observed) published_ = PriceDate{*input.observed, PriceDate::Precision::kDay};
  constexpr int kMostLines = 16;
  for (int i = 0; i < kMostLines; ++i) {
    const auto more = rows_.next();
    if (!more) return fail(more.error());
    if (!*more) break;
    const auto fields = rows_.fields();
    const bool heading = fields.size() > 2 && fields.front() == "SKU";
    if (heading) return rows_.take_heading();
    const std::string_view value = fields.size() > 1 ? fields[1] : std::string_view();
    if (fields.front() == "Version") list_.version = value;
    if (fields.front() == "OfferCode") list_.code = value;
    if (fields.front() == "Publication Date" && !value.empty()) {
      list_.published = value;
      const auto day = day_of(value);
      if (!day) {
        return fail(ErrorCode::kBadInput, tr("Publication Date: {}", day.error().message),
                    rows_.where());
      }
      published_ = *day;
    }
  }
  return fail(ErrorCode::kBadInput,
              tr("the row of column names, which starts with SKU, is missing"), rows_.where());
}

Result<> AwsListCsv::each_row(const std::function<Result<>()>& read) {
  while (true) {
    const auto more = rows_.next();
    if (!more) return fail(more.error());
    if (!*more) return {};
    auto ok = read();
    if (!ok && ok.error().where.empty()) ok.error().where = rows_.where();
    if (!ok) return ok;
  }
}

}  // namespace nscope::cost
