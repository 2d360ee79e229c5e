import { z } from 'zod'
import { states } from '../compliance/rules.ts'

const stateCodes: ReadonlySet<string> = new Set(states.map(({ code }) => code))
const trimmed = z.string().trim()
const optional = (most: number) =>
  trimmed.max(most, `Keep this under ${most} characters`).transform((text) => text || null)

const stateCode = (question: string) =>
  trimmed.toUpperCase().refine((code) => stateCodes.has(code), { error: question })

/** Accepts what people type: digits with any of the usual separators, ten digits, or eleven with a leading 1. */
const phone = trimmed.transform((typed, context) => {
  const digits = typed.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  if (digits === '' && typed === '') return null
  if (digits.length === 10) return `+1${digits}`
  context.addIssue({ code: 'custom', message: 'Enter a US number with ten digits, or leave this empty' })
  return z.NEVER
})

/** The reservation form: who buys, where it goes, what is attested, and how it is paid. */
export const reservationInput = z
  .object({
    formKey: z.string().min(16).max(64),
    name: trimmed.min(2, 'Enter your full name').max(120, 'Keep the name under 120 characters'),
    email: trimmed
      .max(254, 'This address is too long')
      .pipe(z.email('Enter an address with a domain, like name@example.com'))
      .transform((address) => address.toLowerCase()),
    phone: phone.optional().default(null),
    state: stateCode('Choose the state you live in'),
    dealer: z.enum(['later', 'now'], 'Choose a dealer now or later'),
    dealerName: optional(160).optional().default(null),
    dealerCity: optional(80).optional().default(null),
    dealerState: trimmed.toUpperCase().max(2).optional().default(''),
    attestation: z.literal('yes', 'Confirm this to go on'),
    paymentToken: trimmed.min(1, 'Choose how to pay').max(200),
  })
  .refine(...named('dealerName', 'Enter the dealer’s name, or choose a dealer later', Boolean))
  .refine(...named('dealerCity', 'Enter the dealer’s city', Boolean))
  .refine(...named('dealerState', 'Choose the dealer’s state', (code) => stateCodes.has(code ?? '')))

/** The form that names the dealer of an order that is paid already. */
export const dealerInput = z.object({
  dealerName: trimmed.min(1, 'Enter the dealer’s name').max(160, 'Keep this under 160 characters'),
  dealerCity: trimmed.min(1, 'Enter the dealer’s city').max(80, 'Keep this under 80 characters'),
  dealerState: stateCode('Choose the dealer’s state'),
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

/** A checked reservation form. */
export type ReservationInput = z.infer<typeof reservationInput>

/** What an order keeps of its buyer. */
export type BuyerDetails = {
  buyerName: string
  buyerEmail: string
  buyerPhone: string | null
  buyerState: string
  dealerName: string | null
  dealerCity: string | null
  dealerState: string | null
}

/** The part of a reservation form that is stored with the order. */
export function toBuyerDetails(form: ReservationInput): BuyerDetails {
  const hasDealer = form.dealer === 'now'
  return {
    buyerName: form.name,
    buyerEmail: form.email,
    buyerPhone: form.phone,
    buyerState: form.state,
    dealerName: hasDealer ? form.dealerName : null,
    dealerCity: hasDealer ? form.dealerCity : null,
    dealerState: hasDealer ? form.dealerState : null,
  }
}

/** The key that a browser gives to one intent to buy. */
export const startKey = z.string().regex(/^[\w-]{16,64}$/)

/** What was typed so far of what an order keeps of its buyer. Unchecked: never mail it, never judge by it. */
export type TypedDetails = { [Field in keyof BuyerDetails]?: string | null }

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
  }
}
