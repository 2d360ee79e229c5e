import type { FieldErrors } from '#app/http/form.ts'

/** As the fields stand on the pages of the checkout, which is the order in which they are corrected. */
const fieldOrder = [
  ...[
    'form',
    'name',
    'email',
    'phone',
    'state',
    'shipStreet',
    'shipLine2',
    'shipCity',
    'shipState',
    'shipZip',
  ],
  ...['shipCounty', 'shippingMethod', 'dealer', 'dealerName', 'dealerCity', 'dealerState'],
  ...['paymentToken', 'attestation'],
]

/** Errors in the order of their fields. */
export function inOrder(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(fieldOrder.map((name) => [name, errors[name]]))
}
