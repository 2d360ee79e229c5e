/** A number source in [0, 1) that always gives the same sequence for the same seed. */
export type RandomSource = () => number

/** FNV-1a over UTF-16 code units: a stable 32-bit number for a seed text. Not for security. */
export function hashText(text: string): number {
  let hash = 2166136261
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  }
  return hash >>> 0
}

/** Mulberry32, seeded by a text: artwork must look the same on every server and in every browser. */
export function seededRandom(seed: string): RandomSource {
  let state = hashText(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
