import { z } from 'zod'
import { states, isUnserved, isUnservedZip } from '#app/features/compliance/rules/states.ts'
import { servedWords } from '#app/features/compliance/words.ts'
import { countyOfZip, isZip, isZipOf, stateOfZip, countiesOf } from '#app/features/delivery/rules/places.ts'
import { emailAddress } from '#app/kit/email-address.ts'
import { oneLine } from '#app/kit/typed-text.ts'

export const stateCodes: ReadonlySet<string> = new Set(states.map(({ code }) => code))

const phoneMessage = 'Enter a US number with ten digits, or leave this empty'
const zipMessage = 'Enter a ZIP code of five digits, like 33130'
const homeZipMessage = 'Enter the ZIP code where you live, five digits like 33130'
const fiveDigits = (zip: string) => zip.slice(0, 5)
const dealerStateMessage = 'Choose the dealer’s state'

const text = (message: string) => z.string(message).overwrite(oneLine)

export const requiredText = (message: string, minLength = 1) => text(message).min(minLength, message)

const optional = (maxLength: number) =>
  text('Enter this once or leave it empty')
    .max(maxLength, `Keep this under ${maxLength} characters`)
    .transform((text) => text || null)

const stateError = (typed: unknown, message: string) => (isUnserved(String(typed)) ? servedWords : message)

const stateCode = (message: string) =>
  text(message)
    .toUpperCase()
    .refine((code) => stateCodes.has(code), { error: ({ input }) => stateError(input, message) })

/** Accepts ten digits, or those after 1, +1 or 001, with the usual separators. */
const phone = text(phoneMessage).transform((typed, context) => {
  const digits = typed.replaceAll(/\D/g, '').replace(/^(00)?1(?=\d{10}$)/, '')
  if (digits === '' && typed === '') return null
  if (digits.length === 10) return `+1${digits}`
  context.addIssue({ code: 'custom', message: phoneMessage })
  return z.NEVER
})

export const contactFields = {
  name: requiredText('Enter your full name', 2).max(120, 'Keep the name under 120 characters'),
  email: emailAddress({ missing: 'Enter your email' }),
  phone: phone.optional().default(null),
}

export const transferFields = {
  state: stateCode('Choose the state you live in'),
  zip: text(homeZipMessage)
    .refine(isZip, { error: homeZipMessage })
    .refine((zip) => !isUnservedZip(zip), { error: servedWords })
    .transform(fiveDigits),
  dealer: z.enum(['later', 'now'], 'Choose a dealer now or later'),
  dealerName: optional(160).optional().default(null),
  dealerCity: optional(80).optional().default(null),
  dealerState: text(dealerStateMessage).toUpperCase().optional().default(''),
  dealerListed: optional(22).optional().default(null),
}

/** Used instead of `transferFields` on orders without a firearm: values that the form did not ask for are ignored. */
export const noTransferFields = {
  state: ignored(''),
  zip: ignored(''),
  dealer: ignored('later' as const),
  dealerName: ignored(null),
  dealerCity: ignored(null),
  dealerState: ignored(''),
  dealerListed: ignored(null),
}

export const addressFields = {
  shipStreet: requiredText('Enter street and number', 3).max(120, 'Keep this under 120 characters'),
  shipLine2: optional(120).optional().default(null),
  shipCity: requiredText('Enter the city', 2)
    .max(80, 'Keep this under 80 characters')
    .refine((city) => !isUnserved(city), { error: servedWords }),
  shipState: stateCode('Choose the delivery state'),
  shipZip: text(zipMessage)
    .refine(isZip, { error: zipMessage })
    .refine((zip) => !isUnservedZip(zip), { error: servedWords }),
  shipCounty: optional(60).optional().default(null),
}

export const addressInput = withPlace(z.object(addressFields))

export type AddressDetails = z.infer<typeof addressInput>

function ignored<Value>(value: Value) {
  return z
    .unknown()
    .optional()
    .transform(() => value)
}

export function withHome<Form extends z.ZodType<{ state: string; zip: string }>>(form: Form) {
  const checked = form.refine(({ state, zip }) => mayBeZipOf(zip, state), {
    path: ['zip'],
    error: 'This ZIP code is not in the state you live in',
    when: evenIfOthersFail,
  })
  return z.preprocess((sent) => withStateOfZip(sent, 'state', 'zip'), checked)
}

function evenIfOthersFail() {
  return true
}

function mayBeZipOf(zip: unknown, state: string): boolean {
  return !stateCodes.has(state) || typeof zip !== 'string' || !isZip(zip) || isZipOf(zip, state)
}

function withStateOfZip(sent: unknown, state: string, zip: string): unknown {
  const form = sent as Record<string, unknown>
  const found = form[state] === '' && typeof form[zip] === 'string' ? stateOfZip(form[zip].trim()) : undefined
  return found ? { ...form, [state]: found } : sent
}

export function withNamedDealer<Form extends z.ZodType<DealerAnswers>>(form: Form) {
  return form
    .refine(...requiredWithDealer('dealerName', 'Enter the dealer’s name, or choose a dealer later', Boolean))
    .refine(...requiredWithDealer('dealerCity', 'Enter the dealer’s city', Boolean))
    .refine(...requiredWithDealer('dealerState', dealerStateMessage, (code) => stateCodes.has(code ?? '')))
}

export function withPlace<Form extends z.ZodType<Place>>(form: Form) {
  const checked = form
    .refine(({ shipZip, shipState }) => mayBeZipOf(shipZip, shipState), {
      path: ['shipZip'],
      error: 'This ZIP code is not in that state',
      when: evenIfOthersFail,
    })
    .refine(isCountyOfZip, {
      path: ['shipCounty'],
      error: ({ input }) => {
        const { shipZip, shipState } = input as Place
        return `ZIP code ${shipZip} is in ${countyOfZip(shipZip, shipState)} County`
      },
    })
    .refine(({ shipState, ...place }) => isCountyKnown(shipState, countyIn({ shipState, ...place })), {
      path: ['shipCounty'],
      error: 'Choose the county: the sales tax depends on it',
    })
    .transform((place) => ({ ...place, shipCounty: countyIn(place) }))
  return z.preprocess((sent) => withStateOfZip(sent, 'shipState', 'shipZip'), checked)
}

type DealerField = 'dealerName' | 'dealerCity' | 'dealerState'

type DealerAnswers = { dealer: 'later' | 'now' } & Record<DealerField, string | null>

/** It runs even if other fields fail, so that all errors show at once. */
function requiredWithDealer(
  field: DealerField,
  message: string,
  isRight: (value: string | null) => boolean,
): [(form: DealerAnswers) => boolean, { path: string[]; error: Message; when: () => boolean }] {
  const check = (form: DealerAnswers) => form.dealer !== 'now' || isRight(form[field])
  const error: Message = ({ input }) => stateError((input as DealerAnswers)[field], message)
  return [check, { path: [field], error, when: evenIfOthersFail }]
}

type Message = (issue: { input?: unknown }) => string

export type BuyerDetails = {
  buyerName: string
  buyerEmail: string
  buyerPhone: string | null
  /** Set on orders with a firearm transfer; otherwise null. */
  buyerState: string | null
  buyerZip?: string | null
  dealerName: string | null
  dealerCity: string | null
  dealerState: string | null
  /** License and ZIP code of a dealer picked from the federal list. */
  dealerKey?: string | null
  dealerZip?: string | null
}

/** The column of each field that says whose an order is and where it goes, in the order of the forms. */
const formColumns = {
  name: 'buyerName',
  email: 'buyerEmail',
  phone: 'buyerPhone',
  state: 'buyerState',
  zip: 'buyerZip',
  shipStreet: 'shipStreet',
  shipLine2: 'shipLine2',
  shipCity: 'shipCity',
  shipState: 'shipState',
  shipZip: 'shipZip',
  shipCounty: 'shipCounty',
  shippingMethod: 'shippingMethod',
  dealerName: 'dealerName',
  dealerCity: 'dealerCity',
  dealerState: 'dealerState',
} as const

type SavedForm = { [Field in keyof typeof formColumns as (typeof formColumns)[Field]]: string | null }

export const formFields = Object.keys(formColumns).flatMap((name) =>
  name === 'dealerName' ? ['dealer', name] : name,
)

/** What the forms are filled in with. */
export function savedFormValues(order: SavedForm): Record<string, string> {
  const saved = Object.entries(formColumns).map(([field, column]) => [field, order[column] ?? ''] as const)
  const { dealerName, dealerCity, dealerState } = order
  return { ...Object.fromEntries(saved), dealer: dealerName || dealerCity || dealerState ? 'now' : 'later' }
}

export const trackingInput = z
  .string()
  .trim()
  .max(60, 'Keep the tracking number under 60 characters')
  .default('')

type Place = { shipState: string; shipZip: string; shipCounty: string | null }

/** The county of an address: as chosen, or by its ZIP code. `null` where tax does not depend on it. */
function countyIn({ shipState, shipZip, shipCounty }: Place): string | null {
  return countiesOf(shipState).length ? (shipCounty ?? countyOfZip(shipZip, shipState) ?? null) : null
}

function isCountyKnown(state: string, county: string | null): boolean {
  const known = countiesOf(state)
  return known.length === 0 || (county !== null && known.includes(county))
}

function isCountyOfZip({ shipState, shipZip, shipCounty }: Place): boolean {
  const byZip = countyOfZip(shipZip, shipState)
  return shipCounty === null || byZip === undefined || byZip === shipCounty
}
