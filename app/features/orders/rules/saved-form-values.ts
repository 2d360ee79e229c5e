import type { SubmittedFields } from '#app/http/form.ts'
import type { OrderView } from '../store/read.server.ts'

export function savedFormValues(sent: OrderView): SubmittedFields {
  // Newer unsubmitted input wins over what was submitted.
  const order = { ...sent, ...sent.draft }
  const { dealerName, dealerCity, dealerState } = order
  return {
    name: order.buyerName ?? '',
    email: order.buyerEmail ?? '',
    phone: order.buyerPhone ?? '',
    state: order.buyerState ?? '',
    zip: order.buyerZip ?? '',
    dealer: dealerName || dealerCity || dealerState ? 'now' : 'later',
    dealerName: dealerName ?? '',
    dealerCity: dealerCity ?? '',
    dealerState: dealerState ?? '',
    shipStreet: order.shipStreet ?? '',
    shipLine2: order.shipLine2 ?? '',
    shipCity: order.shipCity ?? '',
    shipState: order.shipState ?? '',
    shipZip: order.shipZip ?? '',
    shipCounty: order.shipCounty ?? '',
    shippingMethod: order.shippingMethod ?? '',
  }
}
