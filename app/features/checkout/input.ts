import { z } from 'zod'
import type { Needs } from '#app/features/orders/goods.ts'
import {
  stateCodes,
  requiredText,
  contactFields,
  transferFields,
  noTransferFields,
  addressFields,
  type AddressDetails,
  withHome,
  withNamedDealer,
  withPlace,
  type BuyerDetails,
  type DraftDetails,
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

function buyerOf(order: { [Field in keyof BuyerDetails]-?: string | null }): BuyerForm {
  return {
    name: order.buyerName ?? '',
    email: order.buyerEmail ?? '',
    phone: order.buyerPhone,
    state: order.buyerState ?? '',
    zip: order.buyerZip ?? '',
    dealer: order.dealerName ? 'now' : 'later',
    dealerName: order.dealerName,
    dealerCity: order.dealerCity,
    dealerState: order.dealerState ?? '',
    dealerListed: null,
  }
}

/** Validated again as if just submitted: state rules, tax and emails depend on it. `undefined`: enter it again. */
export function storedDelivery(
  order: { [Field in keyof (BuyerDetails & DeliveryDetails)]-?: string | null },
  needs: Pick<Needs, 'fflTransfer'>,
): (BuyerForm & DeliveryDetails) | undefined {
  const { shipStreet, shipLine2, shipCity, shipState, shipZip, shipCounty, shippingMethod } = order
  const parts = {
    ...buyerOf(order),
    shipStreet,
    shipLine2,
    shipCity,
    shipState,
    shipZip,
    shipCounty,
    shippingMethod,
  }
  // Forms have no `null`: missing values are empty.
  const form = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part ?? '']))
  const parsed = deliveryInput(needs).safeParse(form).data
  return parsed && { ...parsed, dealerKey: order.dealerKey, dealerZip: order.dealerZip }
}

export const startKey = z.string().regex(/^[\w-]{16,64}$/)

/** Nothing is required or refused. Empty when the fields were not sent. */
export function toDraftDetails(form: FormData): DraftDetails {
  if (!form.has('email')) return {}
  const typed = (name: string, maxLength: number) => {
    const value = form.get(name)
    return (typeof value === 'string' && value.trim().slice(0, maxLength)) || null
  }
  const state = (name: string) => {
    const code = typed(name, 2)
    return code && stateCodes.has(code) ? code : null
  }
  const hasDealer = form.get('dealer') === 'now'
  return {
    buyerName: typed('name', 120),
    buyerEmail: typed('email', 254),
    buyerPhone: typed('phone', 40),
    buyerState: state('state'),
    buyerZip: typed('zip', 10),
    dealerName: hasDealer ? typed('dealerName', 160) : null,
    dealerCity: hasDealer ? typed('dealerCity', 80) : null,
    dealerState: hasDealer ? state('dealerState') : null,
    dealerListed: hasDealer ? typed('dealerListed', 22) : null,
    ...(form.has('shipStreet') && {
      shipStreet: typed('shipStreet', 120),
      shipLine2: typed('shipLine2', 120),
      shipCity: typed('shipCity', 80),
      shipState: state('shipState'),
      shipZip: typed('shipZip', 10),
      shipCounty: typed('shipCounty', 60),
    }),
  }
}
