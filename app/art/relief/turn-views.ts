/** The views of a turn in degrees, from its left to its right; the one in the middle is from the side. */
export const turnDegrees = [-56, -42, -28, -14, 0, 14, 28, 42, 56] as const

/** Size of the views in pixels. */
export const turnWidth = 1080
export const turnHeight = 720
