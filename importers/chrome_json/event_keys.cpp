#include "importers/chrome_json/event_keys.h"

#include "profiler/base/json/json_text.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace nscope::importers {
namespace {

/// The keys of an object that were seen until now.
class EventKeys {
 public:
  /// Notes a member, whose value is consumed. Returns whether the object is an event.
  bool see(std::string_view key, JsonScanner& in) {
    const bool is_phase = key == "ph" && in.kind() == JsonScanner::Kind::kString;
    if (is_phase) phase_ = in.string(value_) && value_.size() == 1;
    other_ = other_ || key == "ts" || key == "pid" || key == "name" || key == "cat";
    if (!is_phase) in.skip();
    return phase_ && other_;
  }

 private:
  bool phase_ = false;
  bool other_ = false;
  std::string value_;
};

bool is_event(JsonScanner& in) {
  EventKeys keys;
  std::string key;
  in.begin_object();
  while (in.next_member(key)) {
    if (keys.see(key, in)) return true;
  }
  return false;
}

}  // namespace

std::string_view first_element(std::string_view list) {
  std::size_t at = 1;
  while (at < list.size()) {
    if (is_json_space(list[at]) || list[at] == ',') {
      ++at;
    } else if (list.substr(at).starts_with("{}")) {
      at += 2;
    } else {
      break;
    }
  }
  return list.substr(std::min(at, list.size()));
}

bool begins_with_event(JsonScanner& in) {
  in.begin_array();
  return in.next_element() && in.kind() == JsonScanner::Kind::kObject && is_event(in);
}

OuterObject outer_object(JsonScanner& in) {
  EventKeys keys;
  std::string key;
  in.begin_object();
  while (in.next_member(key)) {
    const bool list = in.kind() == JsonScanner::Kind::kArray;
    if (list && key == "traceEvents") return OuterObject::kDocument;
    if (list) {  // some programs give the list another name
      bool first = true;
      in.begin_array();
      while (in.next_element()) {
        const bool object = first && in.kind() == JsonScanner::Kind::kObject;
        if (object && is_event(in)) return OuterObject::kDocument;
        if (!object) in.skip();
        first = false;
      }
    } else if (keys.see(key, in)) {
      return OuterObject::kEvent;
    }
  }
  return OuterObject::kOther;
}

}  // namespace nscope::importers
