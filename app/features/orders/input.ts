import { z } from 'zod'
import { states } from '../compliance/rules.ts'
import { isZip, isZipOf } from '../delivery/rules/places.ts'
import { countyIn, isCountyKnown, type Place } from './rules/county.ts'
import type { Needs } from './rules/needs.ts'

const stateCodes: ReadonlySet<string> = new Set(states.map(({ code }) => code))
/** What is asked for in the same words by more than one check. */
const emailQuestion = 'Enter an address with a domain, like name@example.com'
const phoneQuestion = 'Enter a US number with ten digits, or leave this empty'
const zipQuestion = 'Enter a ZIP code of five digits, like 33130'
const dealerStateQuestion = 'Choose the dealer’s state'

/** A text that is asked for in the same words whether it is empty, not sent at all, or sent twice. */
const text = (question: string) => z.string(question).trim()
const asked = (question: string, least = 1) => text(question).min(least, question)
const optional = (most: number) =>
  text('Enter this once, or leave it empty')
    .max(most, `Keep this under ${most} characters`)
    .transform((text) => text || null)

const stateCode = (question: string) =>
  text(question)
    .toUpperCase()
    .refine((code) => stateCodes.has(code), { error: question })

/** Accepts what people type: digits with any of the usual separators, ten digits, or eleven with a leading 1. */
const phone = text(phoneQuestion).transform((typed, context) => {
  const digits = typed.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (digits === '' && typed === '') return null
  if (digits.length === 10) return `+1${digits}`
  context.addIssue({ code: 'custom', message: phoneQuestion })
  return z.NEVER
})

/** Who buys, and how to reach them. */
const contact = {
  name: asked('Enter your full name', 2).max(120, 'Keep the name under 120 characters'),
  email: text(emailQuestion)
    .max(254, 'This address is too long')
    .pipe(z.email(emailQuestion))
    .transform((address) => address.toLowerCase()),
  phone: phone.optional().default(null),
}

/** What a firearm needs: the state its buyer lives in, and the dealer, now or later. */
const transfer = {
  state: stateCode('Choose the state you live in'),
  dealer: z.enum(['later', 'now'], 'Choose a dealer now or later'),
  dealerName: optional(160).optional().default(null),
  dealerCity: optional(80).optional().default(null),
  dealerState: text(dealerStateQuestion).toUpperCase().optional().default(''),
}

/** In place of `transfer` on orders without a firearm: what the form did not ask is not believed. */
const noTransfer = {
  state: ignored(''),
  dealer: ignored('later' as const),
  dealerName: ignored(null),
  dealerCity: ignored(null),
  dealerState: ignored(''),
}

/** How it is paid, under which key, and what was shown as the total. */
const payment = {
  formKey: z.string().min(16).max(64),
  attestation: z.literal('yes', 'Confirm this to go on'),
  paymentToken: asked('Choose how to pay').max(4_000, 'Choose how to pay'),
  total: z.coerce.number().int().min(0).optional(),
}

/** The reservation form: who buys, where it goes, what is attested, and how it is paid. */
export const reservationInput = withNamedDealer(z.object({ ...contact, ...transfer, ...payment }))

/** The same for an order without a firearm. */
const purchaseInput = z.object({ ...contact, ...noTransfer, ...payment })

/** The checkout's form for what an order needs, where all of it stands on one page. */
export function checkoutInput(needs: Pick<Needs, 'transfer'>) {
  return needs.transfer ? reservationInput : purchaseInput
}

/** The second of two pages: who buys and where it goes is known already. */
export const paymentInput = z.object(payment)
/** A checked form of the second page. */
type PaymentInput = z.infer<typeof paymentInput>
/** The checkout's form: with who buys, or without where the page before asked for it. */
export type PayForm = ReservationInput | PaymentInput

/** Where a parcel goes. The ZIP code has to belong to the state, and a county is asked where tax depends on it. */
const address = {
  shipStreet: asked('Enter street and number', 3).max(120, 'Keep this under 120 characters'),
  shipLine2: optional(120).optional().default(null),
  shipCity: asked('Enter the city', 2).max(80, 'Keep this under 80 characters'),
  shipState: stateCode('Choose the state it goes to'),
  shipZip: text(zipQuestion).refine(isZip, { error: zipQuestion }),
  shipCounty: optional(60).optional().default(null),
}

/** The address of an order that is paid already. */
export const addressInput = withPlace(z.object(address))

const delivery = {
  ...address,
  shippingMethod: asked('Choose how it travels').max(40, 'Choose how it travels'),
}

/** The first of two pages: who buys, and where it goes. */
export function deliveryInput(needs: Pick<Needs, 'transfer'>) {
  return needs.transfer
    ? withPlace(withNamedDealer(z.object({ ...contact, ...delivery, ...transfer })))
    : withPlace(z.object({ ...contact, ...delivery, ...noTransfer }))
}

/** Where an order goes and how, as it is kept. */
export type AddressDetails = z.infer<typeof addressInput>
/** The same with the chosen way of shipping. */
export type DeliveryDetails = AddressDetails & { shippingMethod: string }

function ignored<Value>(value: Value) {
  return z
    .unknown()
    .optional()
    .transform(() => value)
}

function withNamedDealer<Form extends z.ZodType<DealerAnswers>>(form: Form) {
  return form
    .refine(...named('dealerName', 'Enter the dealer’s name, or choose a dealer later', Boolean))
    .refine(...named('dealerCity', 'Enter the dealer’s city', Boolean))
    .refine(...named('dealerState', dealerStateQuestion, (code) => stateCodes.has(code ?? '')))
}

/** Checks ZIP and state together, and fills in the county where the ZIP code alone decides it. */
function withPlace<Form extends z.ZodType<Place>>(form: Form) {
  return form
    .refine(({ shipZip, shipState }) => isZipOf(shipZip, shipState), {
      path: ['shipZip'],
      error: 'This ZIP code is not in that state',
    })
    .refine(({ shipState, ...place }) => isCountyKnown(shipState, countyIn({ shipState, ...place })), {
      path: ['shipCounty'],
      error: 'Choose the county: the sales tax depends on it',
    })
    .transform((place) => ({ ...place, shipCounty: countyIn(place) }))
}

/** The form that names the dealer of an order that is paid already. */
export const dealerInput = z.object({
  dealerName: asked('Enter the dealer’s name').max(160, 'Keep this under 160 characters'),
  dealerCity: asked('Enter the dealer’s city').max(80, 'Keep this under 80 characters'),
  dealerState: stateCode(dealerStateQuestion),
})

/** A dealer as a buyer names one. Unverified: that a dealer can take the transfer is ours to find out. */
export type DealerInput = z.infer<typeof dealerInput>

type DealerField = 'dealerName' | 'dealerCity' | 'dealerState'
type DealerAnswers = { dealer: 'later' | 'now' } & Record<DealerField, string | null>

/** What has to be right with one field of a dealer that is named now. Asked even if other fields are wrong, so that all is said at once. */
function named(
  field: DealerField,
  error: string,
  isRight: (value: string | null) => boolean,
): [(form: DealerAnswers) => boolean, { path: string[]; error: string; when: () => boolean }] {
  const check = (form: DealerAnswers) => form.dealer !== 'now' || isRight(form[field])
  return [check, { path: [field], error, when: () => true }]
}

/** A checked form of a whole checkout. What an order does not need is empty in it. */
export type ReservationInput = z.infer<typeof reservationInput>

/** What an order keeps of its buyer. */
export type BuyerDetails = {
  buyerName: string
  buyerEmail: string
  buyerPhone: string | null
  /** Asked for where something is transferred; otherwise empty. */
  buyerState: string | null
  dealerName: string | null
  dealerCity: string | null
  dealerState: string | null
}

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
  needs: Pick<Needs, 'transfer'>,
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

/** What was typed so far of what an order keeps of its buyer. Unchecked: never mail it, never judge by it. */
export type TypedDetails = { [Field in keyof (BuyerDetails & AddressDetails)]?: string | null }

/**
 * What was typed so far, as far as it can be kept with a held order when its buyer leaves the form: nothing is demanded
 * and nothing is refused. Empty when the fields were not sent along.
 */
export function toTypedDetails(form: FormData): TypedDetails {
  if (!form.has('email')) return {}
  const typed = (name: string, most: number) => {
    const value = form.get(name)
    return (typeof value === 'string' && value.trim().slice(0, most)) || null
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

/** A buyer who lost the private link to an order: its code and the email it was made with. */
export const findLinkInput = z.object({
  orderCode: text('Enter the order code')
    .transform((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, ''))
    .refine((code) => /^[2-9A-HJKMNP-TV-Z]{10}$/.test(code), {
      error: 'Enter the ten letters and digits of the order code',
    }),
  orderEmail: contact.email,
})
