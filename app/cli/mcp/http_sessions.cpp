#include "app/cli/mcp/http_sessions.h"

#include "app/cli/mcp/http_token.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSessions = 32;
constexpr std::chrono::minutes kUnused{10};

/// Waits for the calls of the session.
void end_session(HttpSessions::Session& session) {
  session.calls.reset();
  std::error_code error;  // what stays is removed with the folder of all sessions
  fs::remove_all(session.folder, error);
}

}  // namespace

HttpSessions::~HttpSessions() {
  for (const auto& session : sessions_) session->calls->cancel_all();
  for (const auto* list : {&sessions_, &ended_}) {
    for (const auto& session : *list) end_session(*session);
  }
}

Result<HttpSessions::Session*> HttpSessions::create() {
  if (sessions_.size() >= kMostSessions && !remove_unused()) {
    return fail(ErrorCode::kInvalidArgument,
                Text::verbatim(fmt::format("there are {} sessions already; end one with DELETE",
                                           kMostSessions)));
  }
  auto id = random_hex();
  if (!id) return fail(id.error());
  auto session = std::make_unique<Session>();
  session->id = *std::move(id);
  session->folder = fmt::format("{}/session-{}", settings_.folder, ++count_);
  std::error_code error;
  if (!fs::create_directory(session->folder, error)) {
    return fail(ErrorCode::kIo, tr("cannot create a temporary folder"), session->folder);
  }
  McpServer::Settings settings = settings_;
  settings.folder = session->folder;
  auto server = McpServer::create(std::move(settings), run_);
  if (!server) return fail(server.error());
  session->server = *std::move(server);
  session->calls = std::make_unique<CallQueue>(control_);
  session->used = std::chrono::steady_clock::now();
  sessions_.push_back(std::move(session));
  return sessions_.back().get();
}

HttpSessions::Session* HttpSessions::find(std::string_view id) {
  const auto found = std::ranges::find(sessions_, id, &Session::id);
  if (found == sessions_.end()) return nullptr;
  (*found)->used = std::chrono::steady_clock::now();
  return found->get();
}

bool HttpSessions::remove(std::string_view id) {
  const auto found = std::ranges::find(sessions_, id, &Session::id);
  if (found == sessions_.end()) return false;
  (*found)->calls->cancel_all();
  ended_.push_back(std::move(*found));
  sessions_.erase(found);
  return true;
}

bool HttpSessions::remove_unused() {
  const auto now = std::chrono::steady_clock::now();
  const Session* oldest = nullptr;
  for (const auto& session : sessions_) {
    if (!session->calls->is_idle() || now - session->used < kUnused) continue;
    if (oldest == nullptr || session->used < oldest->used) oldest = session.get();
  }
  return oldest != nullptr && remove(std::string(oldest->id));
}

void HttpSessions::tick() {
  for (const auto& session : sessions_) session->calls->send_progress();
  std::erase_if(ended_, [](const auto& session) {
    if (!session->calls->is_idle()) return false;
    end_session(*session);
    return true;
  });
}

}  // namespace nscope::cli
