import type { FieldErrors } from '#app/http/form.ts'

/** The fields of a checkout except payment and attestation. */
export const detailFields = [
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
  'dealerListed',
]

/** The fields in page order. */
const fieldOrder = ['form', ...detailFields, 'paymentToken', 'attestation']

/** Sorts errors by the order of their fields. */
export function inFieldOrder(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(fieldOrder.map((name) => [name, errors[name]]))
}
