#pragma once

#include "profiler/base/result.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace nscope {

using Json = nlohmann::ordered_json;

/// Texts are English in JSON, which is the same in every language.
void to_json(Json& json, const Text& text);

/// Parses one complete JSON document. `name` is the name of the file, or the place in it.
/// Errors: kBadInput with line and column, also for more than 500 levels of nesting.
Result<Json> parse_json(std::string_view text, const Place& name);

/// Parses the built-in file with that path. Errors: those of find_resource() and parse_json().
Result<Json> parse_json_resource(std::string_view path);

/// Reads the members of one JSON object strictly: a missing key, a wrong type or a key that
/// was not read is an error with the path of the member.
///
///   StrictObject in(json, "devices/trainium.json");
///   device.name = in.string("name");
///   device.cores = in.integer("cores");
///   if (auto ok = in.finish(); !ok) return fail(ok.error());
///
/// The first error is kept; later reads return defaults. Messages follow the path, as in
/// "file: /a/b: missing key", "must be a string", "unknown key". One thread.
class StrictObject {
 public:
  /// `json` must outlive this object. `where` is the name of the file, or path() of an
  /// enclosing object.
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
  /// The member, or null if it is absent; marks its key as known.
  const Json* optional(const char* key);

  /// Records an error about the member `key` unless there is an error already.
  void reject(std::string_view key, Text why);

  /// Finishes an object nested in this one and records its error, if there is one.
  void adopt(StrictObject& nested);
  /// Records an error found elsewhere, which has its own path.
  void adopt(const Error& error);

  /// The path of a member, "file: /a/b", for messages of nested readers.
  std::string path(std::string_view key) const;

  /// The first error, or an error about a key that was not read.
  Result<> finish();
  /// The first error so far, without an error about other keys. For documents of which only
  /// a part is read.
  Result<> first_error() const;

 private:
  const Json* find(const char* key, bool required);

  const Json* json_;
  std::string where_;
  std::set<std::string, std::less<>> known_;
  std::optional<Error> error_;
};

}  // namespace nscope
