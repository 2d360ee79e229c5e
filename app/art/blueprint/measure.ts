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

/** A barrel under this many inches makes a rifle short-barreled. Source: 26 U.S.C. 5845(a)(3). */
export const BARREL_LIMIT_IN = 16

/** A weapon made from a rifle is short-barreled under this overall length. Source: 26 U.S.C. 5845(a)(4). */
export const OVERALL_LIMIT_IN = 26

/** Exactly 16 or 26 in is not under the limit. Whether a braced build without a stock is a rifle at all is not a question of length. */
export function classify({ barrelIn, overallIn }: { barrelIn: number; overallIn: number }) {
  const barrelUnderLimit = barrelIn < BARREL_LIMIT_IN
  const overallUnderLimit = overallIn < OVERALL_LIMIT_IN
  return { shortBarreled: barrelUnderLimit || overallUnderLimit, barrelUnderLimit, overallUnderLimit }
}
