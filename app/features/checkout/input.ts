import { z } from 'zod'
import type { Needs } from '#app/features/orders/rules/needs.ts'
import {
  stateCodes,
  requiredText,
  contactFields,
  transferFields,
  noTransferFields,
  addressFields,
  type AddressDetails,
  withNamedDealer,
  withPlace,
  type BuyerDetails,
  type DraftDetails,
} from '#app/features/orders/input.ts'

/** How it is paid, under which key, and what was shown as the total. */
const payment = {
  formKey: z.string().min(16).max(64),
  attestation: z.literal('yes', 'Check this box to continue'),
  paymentToken: requiredText('Choose how to pay').max(4_000, 'Choose how to pay'),
  total: z.coerce.number().int().min(0).optional(),
}

/** The reservation form: who buys, where it goes, what is attested, and how it is paid. */
export const reservationInput = withNamedDealer(z.object({ ...contactFields, ...transferFields, ...payment }))

/** The same for an order without a firearm. */
const purchaseInput = z.object({ ...contactFields, ...noTransferFields, ...payment })

/** The checkout's form for what an order needs, where all of it stands on one page. */
export function checkoutInput(needs: Pick<Needs, 'fflTransfer'>) {
  return needs.fflTransfer ? reservationInput : purchaseInput
}

/** The second of two pages: who buys and where it goes is known already. */
export const paymentInput = z.object(payment)

/** A checked form of the second page. */
type PaymentInput = z.infer<typeof paymentInput>

/** The checkout's form: with who buys, or without where the page before asked for it. */
export type PayForm = ReservationInput | PaymentInput

const delivery = {
  ...addressFields,
  shippingMethod: requiredText('Choose a shipping method').max(40, 'Choose a shipping method'),
}

/** The first of two pages: who buys, and where it goes. */
export function deliveryInput(needs: Pick<Needs, 'fflTransfer'>) {
  return needs.fflTransfer
    ? withPlace(withNamedDealer(z.object({ ...contactFields, ...delivery, ...transferFields })))
    : withPlace(z.object({ ...contactFields, ...delivery, ...noTransferFields }))
}

/** The same with the chosen way of shipping. */
export type DeliveryDetails = AddressDetails & { shippingMethod: string }

/** A checked form of a whole checkout. What an order does not need is empty in it. */
export type ReservationInput = z.infer<typeof reservationInput>

type BuyerForm = Omit<ReservationInput, keyof typeof payment>

/** The part of a checkout's form that is stored with the order. */
export function toBuyerDetails(form: BuyerForm): BuyerDetails {
  const hasDealer = form.dealer === 'now'
  return {
    buyerName: form.name,
    buyerEmail: form.email,
    buyerPhone: form.phone,
    buyerState: form.state || null,
    dealerName: hasDealer ? form.dealerName : null,
    dealerCity: hasDealer ? form.dealerCity : null,
    dealerState: hasDealer ? form.dealerState : null,
  }
}

/** The buyer that an order knows, as a form would have said it. */
function buyerOf(order: { [Field in keyof BuyerDetails]: string | null }): BuyerForm {
  return {
    name: order.buyerName ?? '',
    email: order.buyerEmail ?? '',
    phone: order.buyerPhone,
    state: order.buyerState ?? '',
    dealer: order.dealerName ? 'now' : 'later',
    dealerName: order.dealerName,
    dealerCity: order.dealerCity,
    dealerState: order.dealerState ?? '',
  }
}

/**
 * The delivery that an order stored, checked again as if it had just been typed: it is what the order is judged, taxed and
 * mailed by. `undefined` where it does not pass; then it has to be asked for again.
 */
export function storedDelivery(
  order: { [Field in keyof (BuyerDetails & DeliveryDetails)]: string | null },
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
  // A form knows no `null`: what was not typed is empty.
  const form = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part ?? '']))
  return deliveryInput(needs).safeParse(form).data
}

/** The key that a browser gives to one intent to buy. */
export const startKey = z.string().regex(/^[\w-]{16,64}$/)

/**
 * What was typed so far, as far as it can be kept with a held order when its buyer leaves the form: nothing is demanded
 * and nothing is refused. Empty when the fields were not sent along.
 */
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
    dealerName: hasDealer ? typed('dealerName', 160) : null,
    dealerCity: hasDealer ? typed('dealerCity', 80) : null,
    dealerState: hasDealer ? state('dealerState') : null,
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
