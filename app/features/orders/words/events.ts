import type { SubjectNoun } from './order-subject.ts'
import { formatCents } from '#app/kit/money.ts'
import { balanceEventWords } from './balance-events.ts'
import { documentEventWords } from './documents.ts'
import type { Stage } from '../rules.ts'
import { stageWords } from './stages.ts'

/** Events of delivered lines. Shipping has one event for all lines. */
const deliveredWords: Partial<Record<string, string>> = {
  digital: 'First download',
  in_person: 'Class attended',
}

/** One event of an order's history in words, or `undefined` for internal events. */
export function eventWords(
  kind: string,
  data: Record<string, string | number | boolean | null>,
  noun: SubjectNoun = 'number',
): string | undefined {
  const amount = typeof data.amountCents === 'number' ? formatCents(data.amountCents) : ''
  switch (kind) {
    case 'held':
      return 'Held for you'
    case 'renewed':
      return 'Hold extended'
    case 'paying':
      return `Payment of ${amount} started`
    case 'declined':
      return 'Payment declined, nothing charged'
    case 'abandoned':
      return 'Payment not completed, nothing charged'
    case 'unknown':
      return 'No answer from the payment service yet'
    case 'review':
      return 'Payment held for review'
    case 'invoiced':
      return 'Invoice sent'
    case 'paid':
      if (data.amountCents === 0) return 'Confirmed, nothing to pay'
      return `${noun === 'order' ? 'Payment' : 'Deposit'} of ${amount} paid`
    case 'refund_started':
      return `Refund of ${amount} started`
    case 'refunded':
      return `${amount} refunded`
    case 'refund_refused':
      return 'Refund declined by the payment service'
    case 'refund_by_check':
      return `Refund of ${amount} will be sent by check`
    case 'returned':
      return 'Returned'
    case 'gateway_difference':
      return data.kind === 'charged_back' ? `${amount} charged back by the card’s bank` : undefined
    case 'stage':
      return typeof data.to === 'string' && data.to in stageWords
        ? `Stage: ${stageWords[data.to as Stage].label}`
        : undefined
    case 'sold_on_the_spot':
      return `${amount} received on the spot`
    case 'rebooked':
      return 'Moved to another date'
    case 'dealer':
      return 'Dealer chosen'
    case 'dealer_assigned':
      return 'Dealer set by our staff'
    case 'drop_version':
      return `The drop changed for later buyers: ${data.words}. Your reservation keeps what it was made under`
    case 'links_ended':
      return 'All private links ended'
    case 'dealer_pending':
      return 'We’re checking your dealer'
    case 'dealer_refused':
      return 'Dealer not found'
    case 'dealer_confirmed':
      return 'Dealer confirmed'
    case 'dealer_requested':
      return 'Dealer contacted'
    case 'dealer_accepted':
      return 'Dealer accepted'
    case 'dealer_declined':
      return 'Dealer declined'
    case 'dealer_expired':
      return 'Dealer did not answer'
    case 'review_approved':
      return 'Review approved'
    case 'review_declined':
      return 'Review declined'
    case 'review_document_requested':
      return 'Document requested'
    case 'review_reopened':
      return 'A state rule changed: reviewed again'
    case 'agreement_sent':
      return 'Final price sent'
    case 'agreement_accepted':
      return `Final price of ${typeof data.priceCents === 'number' ? formatCents(data.priceCents) : ''} accepted`
    case 'closed':
      return 'Reservation ended'
    case 'dealer_withdrew':
      return 'Dealer withdrew'
    case 'judged_again':
      return 'State rules checked again'
    case 'delivered':
      return typeof data.fulfillment === 'string' ? deliveredWords[data.fulfillment] : undefined
    case 'dispatched':
      return 'Package shipped'
    case 'dispatch_undone':
      return 'Package not shipped after all'
    case 'parcel_delivered':
      return 'Package delivered'
    case 'parcel_returned':
      return 'Package received back'
    case 'tracking':
      return 'Tracking corrected'
    case 'delay_offered':
      return 'Delay: choice to wait or cancel emailed'
    case 'delay_answered':
      return data.answer === 'wait' ? 'Agreed to wait' : 'Asked to cancel'
    case 'address':
      return 'Delivery address changed'
    case 'buyer_corrected':
      return 'Contact details corrected by us'
    case 'line_removed':
      return 'Item removed from the order'
    case 'expired':
      return 'Hold expired'
    case 'canceled':
      return 'Canceled before payment'
    default:
      return documentEventWords(kind, data) ?? balanceEventWords(kind, data)
  }
}
