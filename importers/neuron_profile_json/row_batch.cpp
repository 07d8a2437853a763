#include "importers/neuron_profile_json/row_batch.h"

#include "profiler/base/files/byte_source.h"

#include <algorithm>
#include <cstring>

namespace nscope::importers {
namespace {

constexpr std::uint8_t kFree = 0xff;

std::size_t hash(std::string_view name) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(name[i]); };
  if (name.empty()) return 0;
  return name.size() * 37u + byte(0) * 5u + byte(name.size() / 2) * 11u +
         byte(name.size() - 1) * 3u;
}

static_assert(ByteSource::kPadding >= simdjson::SIMDJSON_PADDING,
              "single rows are parsed in place, and the parser reads past their end");

}  // namespace

FieldTable::FieldTable(std::span<const std::string_view> names) : names_(names) {
  slots_.fill(kFree);
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::size_t slot = hash(names[i]) % kSlots;
    while (slots_[slot] != kFree) slot = (slot + 1) % kSlots;
    slots_[slot] = static_cast<std::uint8_t>(i);
  }
}

std::size_t FieldTable::find(std::string_view name) const {
  for (std::size_t slot = hash(name) % kSlots; slots_[slot] != kFree; slot = (slot + 1) % kSlots) {
    if (names_[slots_[slot]] == name) return slots_[slot];
  }
  return names_.size();
}

void RowBatch::clear() {
  rows_.clear();
  values_.clear();
  others_.clear();
}

void RowBatch::add(simdjson::dom::element element) {
  Row row{.first_other = others_.size()};
  values_.resize(values_.size() + fields_->size());
  const auto values = std::span(values_).last(fields_->size());
  row.is_object = element.is_object();
  if (row.is_object) {
    for (const auto field : simdjson::dom::object(element)) {
      const std::size_t known = fields_->find(field.key);
      if (known == fields_->size()) {
        others_.emplace_back(field.key, field.value);
      } else {
        values[known] = field.value;
        row.present |= std::uint64_t{1} << known;
      }
    }
  }
  row.others = others_.size() - row.first_other;
  rows_.push_back(row);
}

bool RowBatch::parse(std::string_view rows) {
  clear();
  const std::size_t size = rows.size() + 2;
  if (capacity_ < size + simdjson::SIMDJSON_PADDING) {
    capacity_ = size + size / 4 + simdjson::SIMDJSON_PADDING;
    text_ = std::make_unique<char[]>(capacity_);
  }
  text_[0] = '[';
  std::memcpy(text_.get() + 1, rows.data(), rows.size());
  text_[size - 1] = ']';
  std::fill_n(text_.get() + size, simdjson::SIMDJSON_PADDING, '\0');
  simdjson::dom::array list;
  if (parser_.parse(text_.get(), size, false).get(list) != simdjson::SUCCESS) return false;
  for (const simdjson::dom::element row : list) add(row);
  return true;
}

simdjson::error_code RowBatch::parse_one(std::string_view row) {
  clear();
  simdjson::dom::element element;
  const auto error = parser_.parse(row.data(), row.size(), false).get(element);
  if (error == simdjson::SUCCESS) add(element);
  return error;
}

}  // namespace nscope::importers
