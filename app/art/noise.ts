/** Smooth noise around 0.5 at a place; more octaves add finer detail. */
export type Noise = (x: number, y: number, octaves: number) => number

export function createNoise(seed: string): Noise {
  const random = seededRandom(seed)
  const order = shuffledBytes(random)
  const gradientX = new Float64Array(256)
  const gradientY = new Float64Array(256)
  for (let i = 0; i < 256; i += 1) {
    const angle = random() * Math.PI * 2
    gradientX[i] = Math.cos(angle)
    gradientY[i] = Math.sin(angle)
  }

  function slope(column: number, row: number, dx: number, dy: number): number {
    const pick = order[(column + (order[row & 255] ?? 0)) & 255] ?? 0
    return (gradientX[pick] ?? 0) * dx + (gradientY[pick] ?? 0) * dy
  }

  function single(x: number, y: number): number {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const u = x - column
    const v = y - row
    const top = mix(slope(column, row, u, v), slope(column + 1, row, u - 1, v), fade(u))
    const bottom = mix(slope(column, row + 1, u, v - 1), slope(column + 1, row + 1, u - 1, v - 1), fade(u))
    return mix(top, bottom, fade(v))
  }

  return (x, y, octaves) => {
    let sum = 0
    let weight = 0
    let amplitude = 0.5
    let frequency = 1
    for (let octave = 0; octave < octaves; octave += 1) {
      // Each octave reads another region, otherwise all of them share their zeros at the origin.
      sum += single(x * frequency + octave * 17.3, y * frequency - octave * 9.7) * amplitude
      weight += amplitude
      amplitude /= 2
      frequency *= 2.03
    }
    return 0.5 + (sum / weight) * 0.75
  }
}

function shuffledBytes(random: () => number): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
  for (let i = 255; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1))
    const swapped = bytes[i] ?? 0
    bytes[i] = bytes[j] ?? 0
    bytes[j] = swapped
  }
  return bytes
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10)
}

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
