import type { Build, MuzzleStyle, StockStyle } from './build.ts'

/** In inches on the sheet (x 0 receiver face, y 0 bore). */
export type Measures = ReturnType<typeof measure>

// The breech face sits inside the receiver: 0.62 in behind the receiver face on the AR pattern, 0.9 in on the Scorpion.
const BREECH_X = { ar15: -0.62, ar9: -0.62, scorpion: -0.9 } as const
const RAIL_Y = { ar15: -1.27, ar9: -1.27, scorpion: -1.62 } as const

const BUTT_X = {
  sopmod: -17.9,
  skeleton: -17.3,
  brace: -16.1,
  'folding-brace': -17.3,
} as const satisfies Record<StockStyle, number>

const PAST_MUZZLE_IN = { birdcage: 1.15, prong: 1.75, linear: 1.5 } as const satisfies Record<
  MuzzleStyle,
  number
>

export function measure(build: Build) {
  const breechX = BREECH_X[build.platform]
  const muzzleX = breechX + build.barrelIn
  const buttX = BUTT_X[build.stock]
  const handguardEndX = build.handguard.lengthIn
  const pastMuzzle = build.muzzle === null ? 0 : PAST_MUZZLE_IN[build.muzzle]
  return {
    /** Breech face: the barrel is measured from here. */
    breechX,
    /** End of the barrel, muzzle device not counted. */
    muzzleX,
    tipX: Math.max(muzzleX + pastMuzzle, handguardEndX),
    buttX,
    handguardEndX,
    railY: RAIL_Y[build.platform],
    barrelIn: build.barrelIn,
    /** Butt to muzzle along the bore, stock extended, to a tenth of an inch; muzzle device not counted. */
    overallIn: Math.round((muzzleX - buttX) * 10) / 10,
  }
}
