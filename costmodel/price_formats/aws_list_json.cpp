#include "costmodel/price_formats/aws_list_json.h"

#include "profiler/base/files/unpacked_text.h"
#include "profiler/base/task_control.h"

namespace nscope::cost {

Result<> scan_json(const PriceInput& input, TaskControl& control,
                   const std::function<void(JsonScanner& in)>& read) {
  control.begin(phrase("Reading the price list"), input.file.size());
  auto text = UnpackedText::open(input.file);
  if (!text) return fail(text.error());
  JsonScanner in(std::move(*text), control);
  read(in);
  return in.finish();
}

std::optional<PriceDate> publication_day(JsonScanner& in, std::string_view text) {
  const auto day = day_of(text);
  if (day) return *day;
  if (in.ok()) in.reject("publicationDate", day.error().message);
  return std::nullopt;
}

Result<> AwsListJson::read(TaskControl& control) {
  do {
    terms_wait_ = false;
    const auto ok = scan_json(input_, control, [&](JsonScanner& in) {
      std::string name;
      in.begin_object();
      while (in.next_member(name)) read_member(in, name);
    });
    if (!ok) return ok;
  } while (terms_wait_ && found_products_ && !found_terms_);
  if (found_products_ && found_terms_) return {};
  return fail(ErrorCode::kBadInput,
              found_products_ ? tr("missing key 'terms', which has the prices")
                              : tr("missing key 'products'; the file is not a price list"),
              input_.file.name());
}

void AwsListJson::read_member(JsonScanner& in, const std::string& name) {
  if (name == "version") {
    in.string(list_.version);
  } else if (name == "publicationDate") {
    in.string(list_.published);
    if (const auto day = publication_day(in, list_.published)) published_ = *day;
  } else if (name == "products" && !found_products_) {
    found_products_ = true;
    read_products(in);
  } else if (name == "terms" && !found_products_) {
    terms_wait_ = true;
    in.skip();
  } else if (name == "terms") {
    found_terms_ = true;
    read_terms(in);
  } else {
    read_other(in, name);
  }
}

}  // namespace nscope::cost
