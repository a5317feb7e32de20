#pragma once

/// Events a second of the hold model, on a 4-ary heap.
void measure_hold(long pending);

/// Slates of 20 a second from so many candidates, of one list for all users or of each user's own.
void measure_slates(long candidates, bool gathers);
