import { encode } from 'uqr'

export function qrCode(words: string): { path: string; size: number } {
  const { data, size } = encode(words, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { path, size }
}
