import type { slotStates } from '#app/features/builds/rules.ts'
import { inCheckoutStates, type OrderState } from '#app/features/orders/rules.ts'
import { after, day, hour } from '#app/kit/clock.ts'

export const inboxPath = '/staff/inbox'

export const maxAnswerLength = 4_000

/** The highest price of a build, in US cents: a slip of the keyboard is more. */
export const maxPriceCents = 10_000_000

const answerMessagesMs = 24 * hour

export function isLate(receivedAt: Date, now: Date): boolean {
  return now.getTime() - receivedAt.getTime() > answerMessagesMs
}

/** State privacy laws of the United States give 45 days to answer a request about one's data; one clock serves all of them. */
export function answerDataBy(receivedAt: Date): Date {
  return after(receivedAt, 45 * day)
}

/** How long until a moment, or how long past it, in whole days: `44 d`, `Today`, `3 d over`. */
export function dueWords(dueAt: Date, now: Date): string {
  const days = Math.floor((dueAt.getTime() - now.getTime()) / day)
  if (days < 0) return `${-days} d over`
  return days === 0 ? 'Today' : `${days} d`
}

const inCheckout: ReadonlySet<OrderState> = new Set(inCheckoutStates)

/** A deletion leaves them: they may be paid at this moment, and belong to its records then. */
export function countInCheckout({
  orders,
  builds,
}: {
  orders: readonly { state: OrderState }[]
  builds: readonly { slotState: (typeof slotStates)[number] }[]
}) {
  return {
    orders: orders.filter(({ state }) => inCheckout.has(state)).length,
    builds: builds.filter(({ slotState }) => slotState === 'held').length,
  }
}
