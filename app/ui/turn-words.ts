/** How far a thing is turned, in words. */
export function turnWords(degrees: number): string {
  if (degrees === 0) return 'From the side'
  return `Turned ${Math.abs(degrees)} degrees to the ${degrees > 0 ? 'right' : 'left'}`
}
