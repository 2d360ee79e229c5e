import { z } from 'zod'
import type { Needs } from '#app/features/orders/goods.ts'
import {
  requiredText,
  contactFields,
  transferFields,
  noTransferFields,
  addressFields,
  type AddressDetails,
  savedFormValues,
  withHome,
  withNamedDealer,
  withPlace,
  type BuyerDetails,
} from '#app/features/orders/input.ts'

const payment = {
  formKey: z.string().min(16).max(64),
  attestation: z.literal('yes', 'Check this box to continue'),
  statement: z.string().max(100).optional(),
  paymentToken: requiredText('Choose how to pay').max(4_000, 'Choose how to pay'),
  total: z.coerce.number().int().min(0).optional(),
}

export const reservationInput = withHome(
  withNamedDealer(z.object({ ...contactFields, ...transferFields, ...payment })),
)

const purchaseInput = z.object({ ...contactFields, ...noTransferFields, ...payment })

export function checkoutInput(needs: Pick<Needs, 'fflTransfer'>) {
  return needs.fflTransfer ? reservationInput : purchaseInput
}

export const paymentInput = z.object(payment)

type PaymentInput = z.infer<typeof paymentInput>

export type PayForm = (ReservationInput & Pick<BuyerDetails, 'dealerKey' | 'dealerZip'>) | PaymentInput

const delivery = {
  ...addressFields,
  shippingMethod: requiredText('Choose a shipping method').max(40, 'Choose a shipping method'),
}

export function deliveryInput(needs: Pick<Needs, 'fflTransfer'>) {
  return needs.fflTransfer
    ? withPlace(withHome(withNamedDealer(z.object({ ...contactFields, ...delivery, ...transferFields }))))
    : withPlace(z.object({ ...contactFields, ...delivery, ...noTransferFields }))
}

export type DeliveryDetails = AddressDetails & { shippingMethod: string }

export type ReservationInput = z.infer<typeof reservationInput>

type BuyerForm = Omit<ReservationInput, keyof typeof payment> & Pick<BuyerDetails, 'dealerKey' | 'dealerZip'>

export function toBuyerDetails(form: BuyerForm): BuyerDetails {
  const hasDealer = form.dealer === 'now'
  return {
    buyerName: form.name,
    buyerEmail: form.email,
    buyerPhone: form.phone,
    buyerState: form.state || null,
    buyerZip: form.zip || null,
    dealerName: hasDealer ? form.dealerName : null,
    dealerCity: hasDealer ? form.dealerCity : null,
    dealerState: hasDealer ? form.dealerState : null,
    dealerKey: (hasDealer && form.dealerKey) || null,
    dealerZip: (hasDealer && form.dealerZip) || null,
  }
}

/** Of a form that asks for them: with shipping they are stored already. */
export function buyerIn(form: PayForm): BuyerDetails | undefined {
  return 'email' in form ? toBuyerDetails(form) : undefined
}

/** Validated again as if just submitted: state rules, tax and emails depend on it. `undefined`: enter it again. */
export function storedDelivery(
  order: Parameters<typeof savedFormValues>[0] & Record<'dealerKey' | 'dealerZip', string | null>,
  needs: Pick<Needs, 'fflTransfer'>,
): (BuyerForm & DeliveryDetails) | undefined {
  const { data } = deliveryInput(needs).safeParse({ ...savedFormValues(order), dealerListed: '' })
  return data && { ...data, dealerKey: order.dealerKey, dealerZip: order.dealerZip }
}

export const startKey = z.string().regex(/^[\w-]{16,64}$/)
