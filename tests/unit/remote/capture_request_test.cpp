#include "app/capture/capture_request.h"

#include <gmock/gmock.h>

namespace nscope::capture {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(CaptureRequest, SetsTheVariablesOfTheRuntime) {
  const CaptureRequest request{
      .command = {"python", "it's my app.py"}, .folder = "out dir", .cores = {0, 3}};
  EXPECT_TRUE(check(request));
  EXPECT_EQ(script_of(request),
            "mkdir -p 'out dir'\n"
            "NEURON_RT_INSPECT_ENABLE=1 \\\n"
            "NEURON_RT_INSPECT_OUTPUT_DIR='out dir' \\\n"
            "NEURON_RT_INSPECT_SYSTEM_PROFILE=1 \\\n"
            "NEURON_RT_INSPECT_DEVICE_PROFILE=1 \\\n"
            "NEURON_RT_ENABLE_DGE_NOTIFICATIONS=1 \\\n"
            "NEURON_RT_INSPECT_EVENT_FILTER_NC=0,3 \\\n"
            "python 'it'\\''s my app.py'\n");
}

TEST(CaptureRequest, WithoutTheDeviceItDoesNotSlowDownDma) {
  const CaptureRequest request{.command = {"a"}, .folder = "o", .device = false};
  EXPECT_THAT(script_of(request), HasSubstr("NEURON_RT_INSPECT_DEVICE_PROFILE=0"));
  EXPECT_THAT(script_of(request), testing::Not(HasSubstr("DGE")));
}

TEST(CaptureRequest, StartsAndStopsTheProfilerOfAServer) {
  const CaptureRequest request{.command = {"load", "--rate", "3"},
                               .folder = "/profiles",
                               .server = ProfiledServer{"http://127.0.0.1:8000", 2.5}};
  EXPECT_TRUE(check(request));
  EXPECT_THAT(environment_of(request), IsEmpty());
  EXPECT_EQ(script_of(request),
            "curl -fsS -X POST http://127.0.0.1:8000/start_profile\n"
            "load --rate 3\n"
            "sleep 2.5\n"
            "curl -fsS -X POST http://127.0.0.1:8000/stop_profile\n");
}

TEST(CaptureRequest, IsRejectedIfNothingWouldBeCaptured) {
  const ProfiledServer server{"http://127.0.0.1:8000"};
  const std::vector<std::pair<CaptureRequest, std::string>> cases{
      {{.folder = "o"}, "no command"},
      {{.command = {"a"}, .folder = "o", .system = false, .device = false}, "--no-device"},
      {{.folder = "o", .server = server}, "--seconds"},
      {{.folder = "o", .server = ProfiledServer{"http://x", -1.0}}, "--seconds"},
      {{.folder = "o", .server = ProfiledServer{"file:///etc/passwd", 1.0}}, "http://"},
      {{.command = {"a"}, .folder = "o", .host = "-oProxyCommand=x"}, "host name"}};
  for (const auto& [request, part] : cases) {
    const auto ok = check(request);
    ASSERT_FALSE(ok) << part;
    EXPECT_EQ(ok.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(to_string(ok.error()), HasSubstr(part));
  }
}

}  // namespace
}  // namespace nscope::capture
