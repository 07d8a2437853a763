#include "app/gui/shell/samples.h"

#include "app/gui/shell/slow_rank_run.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "profiler/base/resources.h"
#include "profiler/trace/session/session_file.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace nscope::gui {

namespace {

const QString kSlowRankSample = QStringLiteral("slow-rank");

/// A session that is there is kept, because the user may have saved notes in it.
Result<QString> write_slow_rank(const QDir& folder) {
  const QString path = folder.filePath(kSlowRankSample + QStringLiteral(".nscope"));
  if (QFile::exists(path)) return path;
  if (!folder.mkpath(QStringLiteral("."))) {
    return fail(ErrorCode::kIo, text_of(tr("cannot write the sample capture")), to_string(path));
  }
  TaskControl control;
  if (auto saved = session_file::save(*slow_rank_run(), to_string(path), control); !saved) {
    return fail(saved.error());
  }
  return path;
}

}  // namespace

std::vector<Sample> samples() {
  return {{QStringLiteral("before"), tr("A kernel that waits for its weights"),
           tr("TensorE is idle most of the time, because the weights arrive in packets of 256 "
              "bytes. Synthetic capture of a matrix product on one NeuronCore of Trn2."),
           "dma-bound"},
          {QStringLiteral("after"), tr("The same kernel with larger transfers"),
           tr("The weights arrive in packets of 2 KiB, ahead of their use, and the kernel takes a "
              "third of the time. Compare it with the capture beside it."),
           "dma-bound"},
          {kSlowRankSample, tr("A rank that is slower than the others"),
           tr("Every all-reduce waits for one of four ranks, whose products take longer. Synthetic "
              "run of data-parallel training on four NeuronCores of Trn2: see Insights, and the "
              "analysis Skew between ranks."),
           "imbalance"}};
}

Result<QString> write_sample(const QString& id) {
  const QDir folder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
                    QStringLiteral("/samples"));
  if (id == kSlowRankSample) return write_slow_rank(folder);
  const auto found = find_resource("captures/" + to_string(id) + ".ntff");
  if (!found) return fail(found.error());
  const std::string_view content = found->content;
  const QByteArray bytes(content.data(), static_cast<qsizetype>(content.size()));
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
