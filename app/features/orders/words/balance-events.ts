import { formatCentsExact } from '#app/kit/money.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'

/** Events of a reservation's balance in words, or `undefined` for any other. */
export function balanceEventWords(
  kind: string,
  data: Record<string, string | number | boolean | null>,
): string | undefined {
  const amount = typeof data.amountCents === 'number' ? formatCentsExact(data.amountCents) : ''
  const due = typeof data.dueOn === 'string' ? `, due ${formatCalendarDate(data.dueOn)}` : ''
  switch (kind) {
    case 'balance_requested':
      return `Balance of ${amount} requested${due}`
    case 'balance_extended':
      return `More time for the balance${due}`
    case 'balance_tax_changed':
      return `Balance changed to ${amount}, with the sales tax where the dealer is now`
    case 'balance_tax_differs':
      return data.amountCents === 0
        ? 'Sales tax of the paid balance is right for the dealer again'
        : `Sales tax of the paid balance differs by ${amount} where the dealer is now`
    case 'balance_tax_settled':
      return `Sales tax difference of ${amount} settled`
    case 'balance_waived':
      return 'Balance waived'
    case 'balance_withdrawn':
      return 'Balance request withdrawn'
    case 'balance_reopened':
      return `Balance of ${amount} due again, because the refund was not made`
    case 'balance_stays_refunded':
      return 'The balance is refunded all the same, and requested again if the reservation goes on'
    case 'balance_recorded':
      return `Balance of ${amount} received`
    default:
      return undefined
  }
}
