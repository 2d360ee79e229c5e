/** Prints what a check found, one breach a line, or `otherwise`. True if there is none. */
export function printBreaches(breaches: string[], otherwise: string): boolean {
  console.log(breaches.length ? breaches.join('\n') : otherwise)
  return breaches.length === 0
}
