#include "tools/fast_track_slow.h"

namespace dh::dyn {

template class FastTrackWith<DefaultLayout>;

}  // namespace dh::dyn
