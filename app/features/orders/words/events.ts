import type { SubjectNoun } from './order-subject.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { documentEventWords } from './documents.ts'
import type { Stage } from '../rules.ts'
import { stageWords } from './stages.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'

const deliveredWords: Partial<Record<string, string>> = {
  digital: 'First download',
  in_person: 'Class attended',
}

const plainWords: Partial<Record<string, string>> = {
  held: 'Held for you',
  renewed: 'Hold extended',
  declined: 'Payment declined, nothing charged',
  abandoned: 'Payment not completed, nothing charged',
  unknown: 'No answer from the payment service yet',
  review: 'Payment held for review',
  invoiced: 'Invoice sent',
  refund_refused: 'Refund declined by the payment service',
  returned: 'Returned',
  rebooked: 'Moved to another date',
  dealer: 'Dealer chosen',
  dealer_assigned: 'Dealer set by our staff',
  links_ended: 'All private links ended',
  dealer_pending: 'We’re checking your dealer',
  dealer_refused: 'Dealer not found',
  dealer_confirmed: 'Dealer confirmed',
  dealer_requested: 'Dealer contacted',
  dealer_accepted: 'Dealer accepted',
  dealer_declined: 'Dealer declined',
  dealer_expired: 'Dealer did not answer',
  review_approved: 'Review approved',
  review_declined: 'Review declined',
  review_document_requested: 'Document requested',
  review_reopened: 'A state rule changed: reviewed again',
  agreement_sent: 'Final price sent',
  closed: 'Reservation ended',
  dealer_withdrew: 'Dealer withdrew',
  judged_again: 'State rules checked again',
  dispatched: 'Package shipped',
  dispatch_undone: 'Package not shipped after all',
  parcel_delivered: 'Package delivered',
  parcel_returned: 'Package received back',
  tracking: 'Tracking corrected',
  delay_offered: 'Delay: choice to wait or cancel emailed',
  address: 'Delivery address changed',
  buyer_corrected: 'Contact details corrected by us',
  line_removed: 'Item removed from the order',
  expired: 'Hold expired',
  canceled: 'Canceled before payment',
}

export function eventWords(
  kind: string,
  data: Record<string, string | number | boolean | null>,
  noun: SubjectNoun = 'number',
): string | undefined {
  const amount = typeof data.amountCents === 'number' ? formatCents(data.amountCents) : ''
  switch (kind) {
    case 'paying':
      return `Payment of ${amount} started`
    case 'paid':
      if (data.amountCents === 0) return 'Confirmed, nothing to pay'
      return `${noun === 'order' ? 'Payment' : 'Deposit'} of ${amount} paid`
    case 'refund_started':
      return `Refund of ${amount} started`
    case 'refunded':
      return `${amount} refunded`
    case 'refund_by_check':
      return `Refund of ${amount} will be sent by check`
    case 'gateway_difference':
      return data.kind === 'charged_back' ? `${amount} charged back by the card’s bank` : undefined
    case 'stage':
      return typeof data.to === 'string' && data.to in stageWords
        ? `Stage: ${stageWords[data.to as Stage].label}`
        : undefined
    case 'sold_on_the_spot':
      return `${amount} received on the spot`
    case 'drop_changed':
      return `The drop changed for later buyers: ${data.words}. Your reservation keeps what it was made under`
    case 'agreement_accepted':
      return `Final price of ${typeof data.priceCents === 'number' ? formatCents(data.priceCents) : ''} accepted`
    case 'delivered':
      return typeof data.fulfillment === 'string' ? deliveredWords[data.fulfillment] : undefined
    case 'delay_answered':
      return data.answer === 'wait' ? 'Agreed to wait' : 'Asked to cancel'
    default:
      return plainWords[kind] ?? documentEventWords(kind, data) ?? balanceEventWords(kind, data)
  }
}

function balanceEventWords(
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
