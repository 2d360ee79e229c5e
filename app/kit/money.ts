import { formatCount } from './text.ts'

/** US dollars as people write them: `$100`, `$2,499`, `$7.99`. */
export function formatCents(amount: number): string {
  return amount % 100 === 0 ? dollars(amount) : formatCentsExact(amount)
}

/** US dollars with both decimals, for receipts: `$100.00`. */
export function formatCentsExact(amount: number): string {
  return `${dollars(amount)}.${String(Math.abs(amount % 100)).padStart(2, '0')}`
}

/** An amount as a person types it (`25`, `$1,025.50`), in cents; `undefined` when it is not one. */
export function parseDollars(typed: string): number | undefined {
  const [, whole = '', cents = ''] = /^\$?(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{2}))?$/.exec(typed.trim()) ?? []
  if (whole === '') return undefined
  const amount = Number(whole.replaceAll(',', '')) * 100 + Number(cents || 0)
  return Number.isSafeInteger(amount) ? amount : undefined
}

function dollars(amount: number): string {
  return `${amount < 0 ? '-' : ''}$${formatCount(Math.floor(Math.abs(amount) / 100))}`
}
