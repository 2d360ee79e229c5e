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
