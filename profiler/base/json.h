#pragma once

#include "profiler/base/result.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace nscope {

using Json = nlohmann::ordered_json;

/// Parses one whole JSON document. `name` is the file's name for messages.
/// Errors: kBadInput with line and column; also for more than 500 levels of nesting.
Result<Json> parse_json(std::string_view text, std::string_view name);

/// Parses the built-in file of that path. Errors: those of find_resource() and parse_json().
Result<Json> parse_json_resource(std::string_view path);

/// Reads the members of one JSON object strictly: a missing member, a wrong
/// type or a member nobody asked for is an error that names the member's path.
///
///   StrictObject in(json, "devices/trainium.json");
///   device.name = in.string("name");
///   device.cores = in.integer("cores");
///   if (auto ok = in.finish(); !ok) return fail(ok.error());
///
/// The first error is kept; later reads return defaults. One thread.
class StrictObject {
 public:
  /// `json` must outlive this object. `where` is a file name or path to it.
  StrictObject(const Json& json, std::string where);

  std::string string(const char* key);
  double number(const char* key);
  std::int64_t integer(const char* key);
  bool boolean(const char* key);
  const Json& array(const char* key);
  const Json& object(const char* key);

  std::optional<std::string> optional_string(const char* key);
  std::optional<double> optional_number(const char* key);
  std::optional<std::int64_t> optional_integer(const char* key);
  bool optional_boolean(const char* key, bool fallback);
  /// The member or nullptr; marks it as known.
  const Json* optional(const char* key);

  /// Records an error about this object unless there is one already.
  void reject(std::string_view key, std::string_view why);

  /// Finishes an object nested in this one and keeps its error, if it has one.
  void adopt(StrictObject& nested);
  /// Keeps an error found elsewhere, with its own place.
  void adopt(const Error& error);

  /// "file: /a/b": where a member stands, for messages of nested readers.
  std::string path(std::string_view key) const;

  /// The first error, or an error for members that nobody read.
  Result<> finish();
  /// The first error so far; members that nobody read are fine. For documents
  /// of which only a part is wanted.
  Result<> first_error() const;

 private:
  const Json* find(const char* key, bool required);

  const Json* json_;
  std::string where_;
  std::set<std::string, std::less<>> known_;
  std::optional<Error> error_;
};

}  // namespace nscope
