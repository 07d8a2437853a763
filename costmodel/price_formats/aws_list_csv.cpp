#include "costmodel/price_formats/aws_list_csv.h"

namespace nscope::cost {

bool sniff_list_csv(std::string_view head) {
  return head.starts_with("\"FormatVersion\",") || head.starts_with("FormatVersion,");
}

Result<ListHead> read_list_head(CsvStream& csv) {
  OfferList list;
  std::vector<std::string> fields;
  constexpr int kMostLines = 16;
  for (int i = 0; i < kMostLines; ++i) {
    const auto more = csv.next(fields);
    if (!more) return fail(more.error());
    if (!*more) break;
    const bool heading = fields.size() > 2 && fields.front() == "SKU";
    if (heading) {
      std::optional<PriceDate> published;
      if (!list.published.empty()) {
        const auto day = day_of(list.published);
        if (!day) {
          return fail(ErrorCode::kBadInput, "Publication Date: " + day.error().message,
                      csv.where());
        }
        published = *day;
      }
      return ListHead{std::move(list), published, CsvColumns(fields)};
    }
    const std::string value = fields.size() > 1 ? fields[1] : std::string();
    if (fields.front() == "Publication Date") list.published = value;
    if (fields.front() == "Version") list.version = value;
    if (fields.front() == "OfferCode") list.code = value;
  }
  return fail(ErrorCode::kBadInput, "there is no heading that begins with SKU", csv.where());
}

}  // namespace nscope::cost
