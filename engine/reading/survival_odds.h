/* clang-format off */
/* engine/reading/survival_odds.h -- made by `hishi learn --influence', not by hand.

made by: hishi learn --influence=engine/reading/survival_odds.h ../shared/games/kgs-6d.sgf.xz ../shared/games/tygem-9d-2015.sgf.xz ../shared/games/fox-pro.sgf.xz
version: Hishi 0.16
date: 2026-11-20 02:20 UTC
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
    {0.000f, 0.078f, 1.194f, 1.116f, 1.363f, 1.785f, 2.070f, 2.626f},
    /* reading */
    {0.603f, -1.243f, 0.028f, -0.397f, -1.174f, 0.158f, -0.311f},
    /* light */
    {-1.463f, -0.822f, -0.754f, -0.522f, -0.384f, -0.124f, 0.275f, 0.951f},
    /* room */
    {-1.622f, -1.023f, -1.486f, -0.970f, -1.982f, -2.403f, -1.672f, -0.682f,
     -1.828f, -2.195f, -1.451f, -0.447f, -1.300f, -1.616f, -1.033f, -0.108f,
     -0.390f, -0.720f, -0.633f, -0.155f, 0.492f, 0.345f, 0.310f, 0.080f,
     1.192f, 1.021f, 0.684f, 0.324f, 1.457f, 1.196f, 0.908f, 0.351f,
     1.493f, 1.413f, 1.098f, 0.394f},
    /* size */
    {0.372f, 0.061f, -0.223f, -0.037f, 0.353f},
};
