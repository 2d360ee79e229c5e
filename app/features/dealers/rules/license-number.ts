/** As the key that the shop stores, `1-59-086-01-04567`: without the expiry code (`9A`), which changes with every renewal. */
export function parseLicenseNumber(typed: string): string | undefined {
  const plain = typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const parts = /^(?:FFL)?(\d)(\d{2})(\d{3})(\d{2})(?:\d[A-HJ-M])?(\d{5})$/.exec(plain)
  return parts?.slice(1).join('-')
}

/** The months of a license number's expiry, January first. The letter I is left out, since it looks like a one. */
const months = 'ABCDEFGHJKLM'

/** A license runs for three years. A renewal may be issued a few months before the old one ends. */
const maxMonthsAhead = 42

/** The codes (`9D`) of all licenses that run on this day: they end on the first of a month. One further ahead than a license runs has ended. */
export function currentExpiryCodes(today: string): string[] {
  const [year = 0, month = 0, dayOfMonth = 0] = today.split('-').map(Number)
  const first = year * 12 + month - (dayOfMonth === 1 ? 1 : 0)
  return Array.from({ length: maxMonthsAhead + 1 }, (_, ahead) => {
    const index = first + ahead
    return `${Math.floor(index / 12) % 10}${months[index % 12]}`
  })
}
