/* patterns/shapes/ring.h -- what stands around a point, as bits in a circle.

   The places of a ring are numbered counter-clockwise from the east, so that
   turning the board by a quarter moves every place on by a quarter of the ring,
   and mirroring it at the line from east to west sends place I to -I: a whole
   ring is turned by one rotation of its bits, after a reversal if need be.  */
#pragma once

#include "engine/go/symmetry.h"

/* Where PLACE of a ring of PLACES goes.  */
static inline int ring_place_turned(int place, int places, int symmetry)
{
    int const mirrored = symmetry_mirrors(symmetry) ? places - place : place;
    assert(place >= 0 && place < places && places % 4 == 0);
    return (mirrored + symmetry_quarters(symmetry) * (places / 4)) % places;
}

/* The last place first; a place has WIDTH bits, 1 or 2.  */
static inline uint64_t ring_reversed(uint64_t x, int places, int width)
{
    if (width == 1)
        x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(x) >> (64 - places * width);
}

/* A ring of PLACES turned; BITS has nothing beyond it.  Reversing sends place I to
   -I - 1, so a mirrored ring moves on by one place more.  */
static inline uint64_t ring_turned(uint64_t bits, int places, int width, int symmetry)
{
    int const size = places * width;
    bool const mirrors = symmetry_mirrors(symmetry);
    int const by =
        (symmetry_quarters(symmetry) * (places / 4) + mirrors) % places * width;
    uint64_t const all = ((uint64_t)1 << size) - 1;
    assert((width == 1 || width == 2) && size < 64);
    if (mirrors)
        bits = ring_reversed(bits, places, width);
    return (bits << by | bits >> (size - by)) & all;
}
