import type { TestCard } from './gateway.ts'

/**
 * The sandbox's cards, each identified by a token, so that no card number is ever needed. Each token means one
 * possible outcome at a processor, so that every path of a payment can be tried by hand.
 */
export const sandboxCards = [
  { token: 'sandbox_approve', label: 'Test card: approved', effect: 'The payment goes through.' },
  {
    token: 'sandbox_decline',
    label: 'Test card: declined',
    effect: 'The bank declines for insufficient funds.',
  },
  {
    token: 'sandbox_silent_after',
    label: 'Test card: times out after charging',
    effect: 'The money is taken, but no answer comes back. The shop asks again and finds the payment.',
  },
  {
    token: 'sandbox_silent_before',
    label: 'Test card: times out before charging',
    effect: 'No answer comes back and nothing was taken. The shop asks again and finds nothing.',
  },
  {
    token: 'sandbox_duplicate',
    label: 'Test card: duplicate transaction',
    effect: 'The processor refuses a new attempt as a duplicate, and repeats its answer to a known one.',
  },
  {
    token: 'sandbox_review',
    label: 'Test card: held for review',
    effect: 'The processor holds the payment until a person approves or declines it.',
  },
  {
    token: 'sandbox_refund_silent',
    label: 'Test card: approved, refunds time out',
    effect: 'The payment goes through. A later refund is made, but no answer comes back.',
  },
] as const satisfies readonly TestCard[]

/** The token of one of the sandbox's cards. */
export type SandboxToken = (typeof sandboxCards)[number]['token']

/**
 * Parses a payment token of the sandbox: which of its cards, and whose. Everybody shares the plain cards, so they have
 * no owner; a token such as `sandbox_approve~4242` is one person's own card, for trying out limits per card.
 */
export function readSandboxToken(written: string): { token: SandboxToken | undefined; owner?: string } {
  const [name, owner] = written.split('~')
  const token = sandboxCards.find((card) => card.token === name)?.token
  return owner ? { token, owner } : { token }
}
