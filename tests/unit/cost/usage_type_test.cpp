#include "costmodel/bills/usage_type.h"

#include "costmodel/money/instant.h"

#include <string>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

TEST(UsageType, HasARegionAWordAndAnInstance) {
  const struct {
    std::string_view text, prefix, word, instance;
    UsageKind kind;
  } kCases[] = {
      {"BoxUsage:p4d.24xlarge", "", "BoxUsage", "p4d.24xlarge", UsageKind::kOnDemand},
      {"USW2-SpotUsage:trn1.32xlarge", "USW2", "SpotUsage", "trn1.32xlarge", UsageKind::kSpot},
      {"EU-BoxUsage:inf2.xlarge", "EU", "BoxUsage", "inf2.xlarge", UsageKind::kOnDemand},
      {"APN1-UnusedBox:trn1.2xlarge", "APN1", "UnusedBox", "trn1.2xlarge", UsageKind::kUnused},
      {"HeavyUsage:trn1.32xlarge", "", "HeavyUsage", "trn1.32xlarge", UsageKind::kFee},
      {"USE2-Reservation:p5.48xlarge", "USE2", "Reservation", "p5.48xlarge",
       UsageKind::kReservation},
      {"USE2-CapacityBlock:trn2.48xlarge", "USE2", "CapacityBlock", "trn2.48xlarge",
       UsageKind::kBlock},
      {"DedicatedUsage:g5.xlarge", "", "DedicatedUsage", "g5.xlarge", UsageKind::kDedicated},
      {"USE1-Train:ml.trn1.32xlarge", "USE1", "Train", "ml.trn1.32xlarge", UsageKind::kOnDemand},
      {"USE1-DataTransfer-Out-Bytes", "USE1", "DataTransfer-Out-Bytes", "", UsageKind::kOther},
      {"DataTransfer-Out-Bytes", "", "DataTransfer-Out-Bytes", "", UsageKind::kOther},
      {"EBS:VolumeUsage.gp3", "", "EBS", "", UsageKind::kOther},
      {"EBSOptimized:p2.xlarge", "", "EBSOptimized", "p2.xlarge", UsageKind::kOther},
      {"InstanceUsage:db.r5.large", "", "InstanceUsage", "", UsageKind::kOther},
      {"", "", "", "", UsageKind::kOther},
  };
  for (const auto& expected : kCases) {
    const UsageType type = parse_usage_type(expected.text);
    EXPECT_EQ(type.region_prefix, expected.prefix) << expected.text;
    EXPECT_EQ(type.word, expected.word) << expected.text;
    EXPECT_EQ(type.instance, expected.instance) << expected.text;
    EXPECT_EQ(type.kind, expected.kind) << expected.text;
  }
}

TEST(UsageType, KnowsAcceleratorsByFamily) {
  for (const char* type : {"trn1.32xlarge", "trn2.3xlarge", "inf2.xlarge", "p4d.24xlarge",
                           "p6-b200.48xlarge", "g6e.xlarge", "gr6.4xlarge", "dl1.24xlarge",
                           "u-p6e-gb200x72", "ml.p4d.24xlarge", "g4dn.metal"}) {
    EXPECT_TRUE(is_accelerator(type)) << type;
  }
  for (const char* type : {"c5.large", "m5.metal", "u-3tb1.56xlarge", "t2.medium", "i3.large",
                           "p.large", "trn1", "x", "", "Hpc7g.large", "db.r5.large"}) {
    EXPECT_FALSE(is_accelerator(type)) << type;
  }
}

TEST(UsageType, FindsTheInstanceInADescription) {
  EXPECT_EQ(find_instance_type("$21.957642 per On Demand Linux p4d.24xlarge Instance Hour"),
            "p4d.24xlarge");
  EXPECT_EQ(find_instance_type("Linux/UNIX (Amazon VPC), trn1.32xlarge reserved instance applied"),
            "trn1.32xlarge");
  EXPECT_EQ(find_instance_type("$0.08 per GB-month of General Purpose (gp3) storage"), "");
  EXPECT_EQ(find_instance_type(""), "");
}

TEST(Instant, ReadsTheFormsOfBillsAndApis) {
  const auto again = [](std::string_view text) {
    const auto instant = parse_instant(text);
    return instant ? to_string(*instant) : "error: " + instant.error().message.english();
  };
  EXPECT_EQ(again("2026-07-01"), "2026-07-01T00:00:00Z");
  EXPECT_EQ(again("2026-07-01T04:15:22Z"), "2026-07-01T04:15:22Z");
  EXPECT_EQ(again("2023-11-01T00:00:00.000Z"), "2023-11-01T00:00:00Z");
  EXPECT_EQ(again("2024-09-04 05:00:00"), "2024-09-04T05:00:00Z");
  EXPECT_EQ(again("2026-08-01T01:15:22+02:00"), "2026-07-31T23:15:22Z");
  EXPECT_EQ(again("2026-08-01T01:15-0530"), "2026-08-01T06:45:00Z");
  for (const char* text : {"", "2026-13-01", "2026-07-01T", "2026-07-01T25:00:00Z", "2026-07-01X",
                           "2026-07-01T04:15:22.Z", "2026-07-01T04:15:22PST", "2026-7-1"}) {
    EXPECT_EQ(again(text).substr(0, 7), "error: ") << text;
  }
}

}  // namespace
}  // namespace nscope::cost
