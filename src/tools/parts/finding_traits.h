// Findings that several tools make, and the traits of the tools that make only these.
#pragma once

#include "dynamic/tool_traits.h"

namespace dh::dyn {

inline constexpr FindingTraits kDataRace{
    .rule = "data-race",
    .message =
        "Data race on {target}: the {operation} by {thread} and the earlier {earlier_operation} by "
        "{earlier_thread} are not ordered.",
    .hint =
        "Guard both accesses with one lock, or order the threads by a start, join, volatile or hand-over.",
    .certainty = {100, "{tool} has no false alarms: no synchronization of this run orders the two"},
    .doubt = {},
};

inline constexpr FindingTraits kNoConsistentLock{
    .rule = "lock-discipline",
    .message =
        "No lock protects {target}: with this {operation} by {thread} none is held at all its accesses.",
    .hint = "Decide on one lock for the variable and hold it at every access.",
    .certainty = {100, "the lock sets of this run"},
    .doubt = {-40, "a lock-set tool does not see other ways of ordering, such as start and join"},
};

inline constexpr std::string_view kLockTheBlock =
    "Hold one lock for the whole block, or make the block smaller.";

inline constexpr FindingTraits kNotSerializable{
    .rule = "atomicity-violation",
    .subject = FindingSubject::block,
    .message = "{block} of {thread} is not serializable: its {operation} of {target} closes a cycle.",
    .hint = kLockTheBlock,
    .certainty = {100, "a cycle is no false alarm: no serial execution gives what this run did"},
    .doubt = {},
};

inline constexpr CountWords kRacyEvents{"event races with an earlier event",
                                        "events race with an earlier event"};
inline constexpr CountWords kUnprotectedAccesses{"access to data that no lock protects",
                                                 "accesses to data that no lock protects"};
inline constexpr CountWords kAtomicityEvents{"event breaks the atomicity of a block",
                                             "events break the atomicity of a block"};

inline constexpr FindingTraits kDataRaceOnly[] = {kDataRace};
inline constexpr ToolTraits kRaceDetector{
    .findings = kDataRaceOnly,
    .counted = kRacyEvents,
    .needs = {.stacks = true},
    .splits_by_location = true,
};

inline constexpr FindingTraits kNoConsistentLockOnly[] = {kNoConsistentLock};
inline constexpr ToolTraits kLockDisciplineChecker{
    .findings = kNoConsistentLockOnly,
    .counted = kUnprotectedAccesses,
    .needs = {.stacks = true},
    .splits_by_location = true,
};

// Of tools that report nothing and treat each location by itself.
inline constexpr ToolTraits kFilter{.splits_by_location = true};

}  // namespace dh::dyn
