#include "tools/fast_track_slow.h"  // IWYU pragma: keep: instantiated here

namespace dh::dyn {

template class FastTrackWith<DefaultLayout>;

}  // namespace dh::dyn
