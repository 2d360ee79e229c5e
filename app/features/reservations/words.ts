import type { GateName } from './rules/gates.ts'
import type { Shipment } from './rules/shipment.ts'

export const gateWords: Record<GateName, { label: string; held: string }> = {
  review: {
    label: 'State rules allow it, or the review is approved',
    held: 'The state rules do not allow it now: decide the review first.',
  },
  agreement: {
    label: 'Price and terms accepted',
    held: 'The buyer has not accepted the final price and terms.',
  },
  balance: { label: 'Balance paid or waived', held: 'The balance is not paid.' },
  dealer_accepted: {
    label: 'Dealer accepted',
    held: 'No dealer that we confirmed has agreed to receive it.',
  },
  dealer_papers: {
    label: 'Dealer’s license and special tax on file and valid that day',
    held: 'The dealer’s file is not complete for that day: license copy, eZ Check, or special tax.',
  },
}

export const shipmentWords: Record<keyof Shipment, string> = {
  carrier: 'Choose the carrier it was handed to.',
  tracking: 'Enter the tracking number.',
}

export const shipmentHint = 'The buyer reads it, and so does the dealer where we know the address.'
