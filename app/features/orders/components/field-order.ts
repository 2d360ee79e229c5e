import type { FieldErrors } from '#app/http/form.ts'

const fieldOrder = [
  'form',
  'name',
  'email',
  'phone',
  'state',
  'zip',
  'shipStreet',
  'shipLine2',
  'shipCity',
  'shipState',
  'shipZip',
  'shipCounty',
  'shippingMethod',
  'dealer',
  'dealerName',
  'dealerCity',
  'dealerState',
  'paymentToken',
  'attestation',
]

/** Under which name the tab keeps what is typed into an order's checkout (`site/draft.ts`). */
export const draftOf = (orderId: string) => `checkout-${orderId}`

export function inFieldOrder(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(fieldOrder.map((name) => [name, errors[name]]))
}
