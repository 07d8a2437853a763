#pragma once

#include "profiler/base/json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope {

/// Builds the value of a document from the events of nlohmann's SAX parser. nlohmann's own builder
/// compares each key with all earlier keys of its object: 100,000 keys take more than a minute.
/// Of several equal keys of an object the last one applies, at the place of the first one. Throws
/// the exceptions of the parser.
class JsonBuilder {
 public:
  Json take() { return std::move(root_); }
  /// Whether an object had a key more than once.
  bool has_repeated_keys() const { return repeated_; }

  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(std::int64_t value) { return put(value); }
  bool number_unsigned(std::uint64_t value) { return put(value); }
  bool number_float(double value, const std::string& /*text*/) { return put(value); }
  bool string(std::string& value) { return put(std::move(value)); }
  bool binary(Json::binary_t& value) { return put(std::move(value)); }

  bool start_object(std::size_t /*size*/) { return open(Json::object()); }
  bool key(std::string& name) {
    auto& object = open_.back()->get_ref<Json::object_t&>();
    object.emplace_back(std::move(name), nullptr);
    return true;
  }
  bool end_object() {
    auto& object = open_.back()->get_ref<Json::object_t&>();
    if (has_repeated(object)) {
      repeated_ = true;
      Json::object_t unique;
      for (auto& [name, value] : object) unique[name] = std::move(value);
      object = std::move(unique);
    }
    open_.pop_back();
    return true;
  }
  bool start_array(std::size_t /*size*/) { return open(Json::array()); }
  bool end_array() {
    open_.pop_back();
    return true;
  }

  template <class Exception>
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const Exception& error) {
    throw error;
  }

 private:
  Json* place(Json&& value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& in = *open_.back();
    if (in.is_object()) {
      Json& member = in.get_ref<Json::object_t&>().back().second;
      member = std::move(value);
      return &member;
    }
    auto& array = in.get_ref<Json::array_t&>();
    array.push_back(std::move(value));
    return &array.back();
  }
  bool put(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    open_.push_back(place(std::move(value)));
    return true;
  }

  bool has_repeated(const Json::object_t& object) {
    names_.clear();
    for (const auto& [name, value] : object) names_.push_back(name);
    std::sort(names_.begin(), names_.end());
    return std::adjacent_find(names_.begin(), names_.end()) != names_.end();
  }

  Json root_;
  std::vector<Json*> open_;
  std::vector<std::string_view> names_;
  bool repeated_ = false;
};

}  // namespace nscope
