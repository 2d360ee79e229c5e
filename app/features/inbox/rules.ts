import type { slotStates } from '#app/features/builds/rules.ts'
import { inCheckoutStates, type OrderState } from '#app/features/orders/rules.ts'
import type { RequestKind } from '#app/features/policies/rules.ts'
import { day, hour } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

export const inboxPath = '/staff/inbox'

export const maxAnswerLength = 4_000

/** The highest price of a build, in US cents: a slip of the keyboard is more. */
export const maxPriceCents = 10_000_000

const answerMessagesMs = 24 * hour

export function isLate(receivedAt: Date, now: Date): boolean {
  return now.getTime() - receivedAt.getTime() > answerMessagesMs
}

/** How long until a moment, or how long past it, in whole days: `44 d`, `Today`, `3 d over`. */
export function dueWords(dueAt: Date, now: Date): string {
  const days = Math.floor((dueAt.getTime() - now.getTime()) / day)
  if (days < 0) return `${-days} d over`
  return days === 0 ? 'Today' : `${days} d`
}

type Facts = { kind: RequestKind; confirmedAt: Date | null; closedAt: Date | null }

export function mayExport({ kind, confirmedAt }: Facts) {
  if (confirmedAt === null) return refuse('not_confirmed')
  return kind === 'access' ? allowed : refuse('not_requested')
}

export function mayDelete({ kind, confirmedAt, closedAt }: Facts) {
  if (confirmedAt === null) return refuse('not_confirmed')
  if (closedAt !== null) return refuse('already_closed')
  return kind === 'delete' ? allowed : refuse('not_requested')
}

const inCheckout: ReadonlySet<OrderState> = new Set(inCheckoutStates)

/**
 * How many orders and builds are in checkout. A deletion leaves them: they may be paid at this moment, and belong to its records
 * then.
 */
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

export function replyLink(email: string, subject: string): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`
}
