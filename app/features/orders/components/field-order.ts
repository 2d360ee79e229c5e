import type { FieldErrors } from '#app/http/form.ts'

/** Who buys and where it goes: what is typed into a checkout beside the payment and what the buyer confirms. */
export const detailFields = [
  'name',
  'email',
  'phone',
  'state',
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
]

/** As the fields stand on the pages of the checkout, which is the order in which they are corrected. */
const fieldOrder = ['form', ...detailFields, 'paymentToken', 'attestation']

/** Errors in the order of their fields. */
export function inFieldOrder(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(fieldOrder.map((name) => [name, errors[name]]))
}
