import { refusalWordsOf } from '#app/kit/refusal.ts'

const refusals: Record<string, string> = {
  not_requested: 'Only a message about legal matters can be a request about data.',
  no_such_message: 'There is no such message.',
  answered_meanwhile:
    'Somebody else answered since you opened this. Their answer is above. Send yours if it is still needed.',
  no_such_build: 'There is no such build. Builds without an order are deleted after two years.',
  reserved: 'Its deposit is paid: go on at the order.',
  in_checkout: 'Its sender is paying the deposit now. Try again in ten minutes.',
  changed: 'Another person decided about it since you opened it. What they wrote is above.',
  refused_by_state: 'The state rules refuse it. It can only be declined.',
  not_buildable: 'Its parts do not go together. It can only be declined.',
  not_consented: 'Its sender did not agree to have it shown, or took that back.',
  below_deposit: 'The final price is below the deposit.',
  day_past: 'This day is past.',
}

export const refusalWords = refusalWordsOf(refusals)

export function inCheckoutWords({ orders, builds }: { orders: number; builds: number }): string {
  const left = [
    ...(orders > 0 ? [`${orders} ${orders === 1 ? 'order' : 'orders'}`] : []),
    ...(builds > 0 ? [`${builds} ${builds === 1 ? 'build' : 'builds'}`] : []),
  ]
  if (left.length === 0) return ''
  return `Still in checkout: ${left.join(', ')}. A deletion leaves them. Delete again when the checkout has ended, in about ten minutes.`
}

export const buildStateWords = {
  waiting: { kind: 'todo', word: 'Waits for a decision' },
  declined: { kind: 'void', word: 'Declined' },
  offered: { kind: 'wait', word: 'Price sent' },
  expired: { kind: 'soon', word: 'Price ended' },
  accepted: { kind: 'half', word: 'Accepted, deposit open' },
  turned_down: { kind: 'void', word: 'Turned down' },
  reserved: { kind: 'done', word: 'Reserved' },
} as const
