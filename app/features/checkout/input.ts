import { z } from 'zod'
import type { Needs } from '#app/features/orders/goods.ts'
import {
  requiredText,
  buyerIn,
  contactFields,
  transferFields,
  addressFields,
  type AddressDetails,
  savedFormValues,
  withPlace,
  withTransfer,
  type BuyerDetails,
} from '#app/features/orders/input.ts'

const payment = {
  formKey: z.string().min(16).max(64),
  attestation: z.literal('yes', 'Check this box to continue'),
  statement: z.string().max(100).optional(),
  paymentToken: requiredText('Choose how to pay').max(4_000, 'Choose how to pay'),
  total: z.coerce.number().int().min(0).optional(),
}

export const reservationInput = withTransfer(z.object({ ...contactFields, ...transferFields, ...payment }))

/** Without a firearm: what is sent of a home or a dealer is left out. */
const purchaseInput = z.object({ ...contactFields, ...payment })

export function checkoutInput(needs: Pick<Needs, 'fflTransfer'>) {
  return needs.fflTransfer ? reservationInput : purchaseInput
}

export const paymentInput = z.object(payment)

type PaymentInput = z.infer<typeof paymentInput>

export type PayForm = (z.infer<typeof purchaseInput> & Parameters<typeof buyerIn>[0]) | PaymentInput

const delivery = {
  ...addressFields,
  shippingMethod: requiredText('Choose a shipping method').max(40, 'Choose a shipping method'),
}

export function deliveryInput(needs: Pick<Needs, 'fflTransfer'>) {
  return needs.fflTransfer
    ? withPlace(withTransfer(z.object({ ...contactFields, ...delivery, ...transferFields })))
    : withPlace(z.object({ ...contactFields, ...delivery }))
}

export type DeliveryDetails = AddressDetails & { shippingMethod: string }

export type ReservationInput = z.infer<typeof reservationInput>

/** Of a form that asks for them: with shipping they are stored already. */
export function buyerOf(form: PayForm): BuyerDetails | undefined {
  return 'email' in form ? buyerIn(form) : undefined
}

/** Validated again as if just submitted: state rules, tax and emails depend on it. `undefined`: enter it again. */
export function storedDelivery(
  order: Parameters<typeof savedFormValues>[0] & Record<'dealerKey' | 'dealerZip', string | null>,
  needs: Pick<Needs, 'fflTransfer'>,
): (Parameters<typeof buyerIn>[0] & DeliveryDetails) | undefined {
  const { data } = deliveryInput(needs).safeParse({ ...savedFormValues(order), dealerListed: '' })
  return data && { ...data, dealerKey: order.dealerKey, dealerZip: order.dealerZip }
}

export const startKey = z.string().regex(/^[\w-]{16,64}$/)
