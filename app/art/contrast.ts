/** The least contrast of reading text with its ground (WCAG 2.2, 1.4.3). */
export const textContrast = 4.5

/** As WCAG 2.2 computes it, from 1 to 21. @throws `RangeError` for anything but `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function isHexColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** The three channels of `#rrggbb` as linear light, 0 to 1. */
export function linearChannels(hex: string): [red: number, green: number, blue: number] {
  if (!isHexColor(hex)) throw new RangeError(`${hex} is not a color`)
  return [1, 3, 5].map((at) => {
    const encoded = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = linearChannels(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
