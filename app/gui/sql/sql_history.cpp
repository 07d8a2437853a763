#include "app/gui/sql/sql_history.h"

#include "app/gui/text/text.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/json.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace nscope::gui {
namespace {

constexpr qint64 kSqlHistoryLargestFile = 4 << 20;

}  // namespace

void SqlHistory::set_file(const QString& path) {
  path_ = path;
  queries_.clear();
  QFile file(path);
  if (!path.isEmpty() && file.size() <= kSqlHistoryLargestFile && file.open(QIODevice::ReadOnly)) {
    const auto json = parse_json(file.readAll().toStdString(), to_string(path));
    if (json && json->is_array()) {
      for (const Json& query : *json) {
        if (query.is_string()) queries_ << to_qstring(query.get<std::string>());
      }
    }
  }
  while (queries_.size() > kMost) queries_.removeFirst();
  at_ = queries_.size();
}

Result<> SqlHistory::add(const QString& query) {
  queries_.removeAll(query);
  queries_ << query;
  if (queries_.size() > kMost) queries_.removeFirst();
  at_ = queries_.size();
  draft_.clear();
  if (path_.isEmpty()) return {};
  Json json = Json::array();
  for (const QString& one : queries_) json.push_back(to_string(one));
  QDir().mkpath(QFileInfo(path_).path());
  return write_file(to_string(path_), json.dump(1, ' ', false, Json::error_handler_t::replace));
}

QString SqlHistory::older(const QString& shown) {
  if (at_ == queries_.size()) {
    draft_ = shown;
    // Skip the newest query if it is the one in the editor.
    if (at_ > 0 && queries_.last() == shown) --at_;
  }
  if (at_ == 0) return shown;
  return queries_[--at_];
}

QString SqlHistory::newer(const QString& shown) {
  if (at_ >= queries_.size()) return shown;
  ++at_;
  return at_ == queries_.size() ? draft_ : queries_[at_];
}

}  // namespace nscope::gui
