import { formatCount } from './count.ts'

/** US dollars as people write them: `$100`, `$2,499`, `$7.99`. */
export function formatCents(amount: number): string {
  return amount % 100 === 0 ? dollars(amount) : formatCentsExact(amount)
}

/** US dollars with both decimals, for receipts: `$100.00`. */
export function formatCentsExact(amount: number): string {
  return `${dollars(amount)}.${String(Math.abs(amount % 100)).padStart(2, '0')}`
}

function dollars(amount: number): string {
  return `${amount < 0 ? '-' : ''}$${formatCount(Math.floor(Math.abs(amount) / 100))}`
}
