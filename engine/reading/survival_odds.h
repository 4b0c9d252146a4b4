/* clang-format off */
/* engine/reading/survival_odds.h -- made by `hishi learn --influence', not by hand.

made by: hishi learn --influence=engine/reading/survival_odds.h ../shared/games/kgs-6d.sgf.xz ../shared/games/tygem-9d-2015.sgf.xz ../shared/games/fox-pro.sgf.xz
version: Hishi 0.16
date: 2026-11-20 05:06 UTC
part: training
input: kgs-6d.sgf.xz, 8032592 bytes, sha256 6c6a4c5031207b821e7a3db307b7d4144ad3b03d2601c64421087af5b8ff9a60, 35782 games
input: tygem-9d-2015.sgf.xz, 4261988 bytes, sha256 be2ed9b6f5c0020384430d8ed3857500110f0336d0ba50e5261acb4b4ee14edc, 17905 games
input: fox-pro.sgf.xz, 2532900 bytes, sha256 20007c39a2f2bfef65781114d2668fdf096cfcbbb7c0f2a300454d96574733e0, 9650 games
passed over: 19 games; the first: ../shared/games/fox-pro.sgf.xz: game 509, line 510: nobody knows where the handicap stones are
learnt from: 48664 positions of 12273 counted games, 2025890 chains, log-loss 0.2220
measured: every tenth game held back: 225719 chains, log-loss 0.2191
  */
#pragma once

#include "engine/reading/survival.h"

static float const survival_odds[SURVIVAL_TRAITS][SURVIVAL_CLASSES] = {
    /* liberties */
    {0.000f, -0.517f, 0.599f, 0.521f, 0.767f, 1.190f, 1.475f, 2.031f},
    /* reading */
    {0.661f, -1.185f, 0.086f, -0.338f, -1.115f, 0.216f, -0.253f},
    /* light */
    {-1.139f, -0.498f, -0.430f, -0.197f, -0.059f, 0.201f, 0.600f, 1.276f},
    /* room */
    {-1.317f, -0.719f, -1.181f, -0.666f, -1.678f, -2.098f, -1.367f, -0.378f,
     -1.523f, -1.890f, -1.146f, -0.143f, -0.996f, -1.311f, -0.729f, 0.197f,
     -0.086f, -0.416f, -0.329f, 0.149f, 0.797f, 0.649f, 0.614f, 0.385f,
     1.496f, 1.326f, 0.988f, 0.628f, 1.762f, 1.501f, 1.213f, 0.656f,
     1.798f, 1.717f, 1.403f, 0.699f},
    /* size */
    {0.279f, -0.032f, -0.316f, -0.130f, 0.260f},
};
