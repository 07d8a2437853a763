#include "app/cli/mcp/short_answer.h"

#include "profiler/base/json/document_error.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

constexpr std::size_t kMostCharacters = 60'000;
constexpr std::size_t kLongestText = 4'000;

/// The text up to a length in bytes, without a part of a character of UTF-8.
std::string beginning(std::string_view text, std::size_t length) {
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u) --length;
  return std::string(text.substr(0, length)) + "…";
}

class Shortener {
 public:
  Shortener(std::size_t limit, const ListTotals& totals) : limit_(limit), totals_(totals) {}

  Json shorten(const Json& value, const std::string& at, std::size_t offset = 0) {
    if (value.is_array()) return shorten_list(value, at, offset);
    if (value.is_object()) {
      Json result = Json::object();
      for (const auto& [key, member] : value.items()) {
        result[key] = shorten(member, at + "/" + pointer_part(key));
      }
      return result;
    }
    if (value.is_string()) {
      const auto& text = value.get_ref<const std::string&>();
      if (text.size() > kLongestText) {
        left_out_.push_back({{"at", at}, {"characters", text.size()}});
        return beginning(text, kLongestText);
      }
    }
    return value;
  }

  Json left_out() { return std::move(left_out_); }

 private:
  Json shorten_list(const Json& list, const std::string& at, std::size_t offset) {
    const std::size_t begin = std::min(offset, list.size());
    const std::size_t end = begin + std::min(limit_, list.size() - begin);
    Json result = Json::array();
    for (std::size_t i = begin; i < end; ++i) {
      result.push_back(shorten(list[i], fmt::format("{}/{}", at, i)));
    }
    const auto known = totals_.find(at);
    const Json total = known == totals_.end() ? Json(list.size()) : known->second;
    if (total != Json(end - begin)) {
      left_out_.push_back(
          {{"at", at}, {"shown_from", begin}, {"shown", end - begin}, {"total", total}});
    }
    return result;
  }

  std::size_t limit_;
  const ListTotals& totals_;
  Json left_out_ = Json::array();
};

Result<const Json*> part_at(const Json& document, const std::string& at) {
  try {
    const Json::json_pointer pointer(at);
    if (document.contains(pointer)) return &document.at(pointer);
  } catch (const Json::exception&) {  // not a JSON pointer
  }
  std::vector<std::string> keys;
  if (document.is_object()) {
    for (const auto& [key, value] : document.items()) keys.push_back("/" + pointer_part(key));
  }
  return fail(ErrorCode::kInvalidArgument,
              Text::verbatim(fmt::format("at: the answer has nothing at '{}'; it has {}", at,
                                         fmt::join(keys, ", "))));
}

}  // namespace

Result<ShortAnswer> short_answer(const Json& document, const AnswerPart& part,
                                 const ListTotals& totals) {
  const auto value = part_at(document, part.at);
  if (!value) return fail(value.error());
  for (std::size_t limit = part.limit;; limit /= 2) {
    Shortener shortener(limit, totals);
    ShortAnswer result{.answer = shortener.shorten(**value, part.at, part.offset)};
    result.left_out = shortener.left_out();
    if (limit == 0 || compact_text(result.answer).size() <= kMostCharacters) return result;
  }
}

}  // namespace nscope::cli
