#include "app/gui/shell/samples.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "profiler/base/resources.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace nscope::gui {

std::vector<Sample> samples() {
  return {{QStringLiteral("before"), tr("A kernel that waits for its weights"),
           tr("TensorE is idle most of the time, because the weights arrive in packets of 256 "
              "bytes. Synthetic capture of a matrix product on one NeuronCore of Trn2.")},
          {QStringLiteral("after"), tr("The same kernel with larger transfers"),
           tr("The weights arrive in packets of 2 KiB, ahead of their use, and the kernel takes a "
              "third of the time. Compare it with the capture beside it.")}};
}

Result<std::string_view> sample_content(const QString& id) {
  const auto found = find_resource("captures/" + to_string(id) + ".ntff");
  if (!found) return fail(found.error());
  return found->content;
}

Result<QString> write_sample(const QString& id) {
  const auto content = sample_content(id);
  if (!content) return fail(content.error());
  const QByteArray bytes(content->data(), static_cast<qsizetype>(content->size()));
  const QDir folder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
                    QStringLiteral("/samples"));
  const QString path = folder.filePath(id + QStringLiteral(".ntff"));
  QFile present(path);
  if (present.size() == bytes.size() && present.open(QIODevice::ReadOnly) &&
      present.readAll() == bytes) {
    return path;
  }
  QSaveFile file(path);
  if (!folder.mkpath(QStringLiteral(".")) || !file.open(QIODevice::WriteOnly) ||
      file.write(bytes) != bytes.size() || !file.commit()) {
    return fail(ErrorCode::kIo, text_of(tr("cannot write the sample capture")), to_string(path));
  }
  return path;
}

}  // namespace nscope::gui
