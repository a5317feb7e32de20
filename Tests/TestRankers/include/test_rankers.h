// Rankers as a user's library has them, right and wrong ones, each with a function of its own that fills the table:
// see Tests/OutsideRankersTests.
#include "feedlab_ranker.h"
