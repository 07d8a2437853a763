// The output of `aws pricing get-products`: {"PriceList": ["<JSON>", ...]}, where each string is a
// document with a product and its terms. Also common variants: entries as objects, in an array, as
// JSON Lines, or by SKU; and the answer of get_pricing of the AWS Pricing MCP server,
// {"status": "success", "data": [...], "next_token": ...}, alone or in the text of a tool result.
#include "costmodel/price_formats/aws_list_json.h"
#include "costmodel/price_formats/aws_terms.h"
#include "costmodel/price_formats/readers.h"

#include <algorithm>

namespace nscope::cost {
namespace {

/// Real entries have up to 30 terms of about 500 bytes.
constexpr std::size_t kLargestEntry = std::size_t{4} << 20;
constexpr std::size_t kLongestMessage = 200;

/// One product with its terms.
struct Entry {
  std::string product;  ///< as JSON
  std::string terms;
  std::uint64_t product_line = 1;
  std::uint64_t terms_line = 1;
  std::string published;
};

class AwsQueryJsonReader {
 public:
  AwsQueryJsonReader(const PriceInput& input, PriceSink& sink) : input_(input), sink_(sink) {}

  Result<> run(TaskControl& control) {
    const auto ok = scan_json(input_, control, [&](JsonScanner& in) {
      while (in.kind() != JsonScanner::Kind::kEnd) read_value(in, 0);
    });
    if (!ok) return ok;
    if (status_ == "error") {
      return fail(ErrorCode::kBadInput,
                  tr("the server answered with an error: {}", message_.substr(0, kLongestMessage)),
                  input_.file.name());
    }
    if (entries_ == 0) {
      return fail(ErrorCode::kBadInput,
                  tr("'PriceList' is empty or missing; the query found nothing, so check its "
                     "filters"),
                  input_.file.name());
    }
    describe_list({.code = {}, .version = {}, .published = latest_},
                  "AWS Price List Query API (get-products)", input_, sink_);
    if (more_) {
      sink_.advise(
          tr("The file is one page of several (NextToken). Import the other pages as well, or run "
             "the AWS CLI without --no-paginate and --max-items to get all pages."));
    }
    return {};
  }

 private:
  /// Reads a document, an array or object of documents, or a string that contains a document.
  void read_value(JsonScanner& in, int depth) {
    constexpr int kDeepest = 6;
    const auto kind = in.kind();
    if (depth > kDeepest) return in.reject("PriceList", tr("too many levels of nesting"));
    if (kind == JsonScanner::Kind::kArray) {
      in.begin_array();
      while (in.next_element()) read_value(in, depth + 1);
    } else if (kind == JsonScanner::Kind::kString) {
      std::string text;
      if (in.string(text)) read_text(in, text, depth);
    } else {
      read_object(in, depth);
    }
  }

  /// Reads a document in a string; its lines are within one line of the file.
  void read_text(JsonScanner& in, const std::string& text, int depth) {
    if (text.size() > kLargestEntry) {
      return in.reject("PriceList", tr("an entry exceeds the limit of {}",
                                       as::bytes(static_cast<double>(kLargestEntry))));
    }
    JsonScanner inner(text, tr("{} (PriceList entry {})", in.where(), entries_));
    read_value(inner, depth + 1);
    if (auto ok = inner.finish(); !ok) in.reject(ok.error());
  }

  void read_object(JsonScanner& in, int depth) {
    Entry entry;
    bool found = false;
    std::string name;
    in.begin_object();
    while (in.next_member(name)) {
      if (name == "product") {
        entry.product_line = in.line();
        in.raw(entry.product, kLargestEntry);
        found = true;
      } else if (name == "terms") {
        entry.terms_line = in.line();
        in.raw(entry.terms, kLargestEntry);
      } else if (name == "publicationDate") {
        in.string(entry.published);
      } else if (name == "NextToken" || name == "next_token") {
        std::string token;
        in.string(token);
        more_ = more_ || (!token.empty() && token != "null");
      } else if (name == "status") {
        in.string(status_);
      } else if (name == "message" && in.kind() == JsonScanner::Kind::kString) {
        in.string(message_);
      } else if (name == "PriceList" || is_answer(in, name) || is_entry(in, name)) {
        read_value(in, depth + 1);
      } else {
        in.skip();
      }
    }
    if (found && in.ok()) read_entry(in, entry);
  }

  /// Whether a member has the entries in an answer of the MCP server, or such an answer in the text
  /// of a tool result.
  static bool is_answer(JsonScanner& in, const std::string& name) {
    const auto kind = in.kind();
    return ((name == "data" || name == "content") && kind == JsonScanner::Kind::kArray) ||
           (name == "text" && kind == JsonScanner::Kind::kString);
  }

  /// Whether a member is an entry with its SKU as the key.
  static bool is_entry(JsonScanner& in, const std::string& name) {
    constexpr std::size_t kShortestSku = 8;
    return name.size() >= kShortestSku && in.kind() == JsonScanner::Kind::kObject &&
           std::all_of(name.begin(), name.end(),
                       [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
  }

  void read_entry(JsonScanner& in, const Entry& entry) {
    const std::size_t number = entries_++;
    auto published = stated_day(input_);
    if (!entry.published.empty()) {
      const auto day = publication_day(in, entry.published);
      if (!day) return;
      published = *day;
      latest_ = std::max(latest_, entry.published);
    }
    const Place where = tr("{} (product {})", input_.file.name(), number);
    JsonScanner product_in(entry.product, where, entry.product_line);
    const OfferProduct product = read_offer_product(product_in);
    if (auto ok = product_in.finish(); !ok) return in.reject(ok.error());
    if (drop_unwanted(product, sink_)) return;
    if (entry.terms.empty()) {
      sink_.drop(phrase("product without terms"), product.sku);
      return;
    }
    JsonScanner terms_in(entry.terms, where, entry.terms_line);
    read_kinds_of_terms(terms_in, sink_, [&](bool reserved) {
      read_offer_terms(terms_in, product, reserved, published, sink_);
    });
    if (auto ok = terms_in.finish(); !ok) in.reject(ok.error());
  }

  const PriceInput& input_;
  PriceSink& sink_;
  std::size_t entries_ = 0;
  std::string latest_;
  std::string status_;
  std::string message_;
  bool more_ = false;
};

}  // namespace

bool sniff_aws_query_json(std::string_view head) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || (head[begin] != '{' && head[begin] != '[')) return false;
  const auto has = [&](std::string_view word) { return head.find(word) != std::string_view::npos; };
  const bool answer = has("\"PriceList\"") && (has("FormatVersion") || has("productFamily"));
  const bool server = (has("\"service_name\"") || has("\\\"service_name\\\"")) &&
                      (has("\"status\"") || has("\\\"status\\\""));
  return answer || server || ((has("\"product\"") || has("\\\"product\\\"")) && has("productFamily"));
}

Result<> read_aws_query_json(const PriceInput& input, PriceSink& sink, TaskControl& control) {
  return AwsQueryJsonReader(input, sink).run(control);
}

}  // namespace nscope::cost
