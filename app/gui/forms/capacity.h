#pragma once

// Includes the capacity planner in files that also include Qt. Qt defines a macro "slots", and the
// planner uses that name for the batch slots of a replica.
#pragma push_macro("slots")
#undef slots
#include "app/capacity/fleet/fleet_bound.h"
#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/fleet/prepare_server.h"
#include "app/capacity/report/plan_document.h"
#include "app/capacity/report/plan_study.h"
#include "app/capacity/report/plan_text.h"
#include "app/capacity/report/training_document.h"
#include "app/capacity/report/training_text.h"
#pragma pop_macro("slots")
