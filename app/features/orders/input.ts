import { z } from 'zod'
import { states, isUnserved, isUnservedZip } from '#app/features/compliance/rules/states.ts'
import { servedWords } from '#app/features/compliance/words.ts'
import { countyOfZip, isZip, isZipOf, stateOfZip, countiesOf } from '#app/features/delivery/rules.ts'
import { emailAddress } from '#app/kit/fields.ts'
import { oneLine } from '#app/kit/text.ts'

export const stateCodes: ReadonlySet<string> = new Set(states.map(({ code }) => code))

const phoneMessage = 'Enter a US number with ten digits, or leave this empty'
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

const zipCode = (message: string) =>
  text(message)
    .refine(isZip, { error: message })
    .refine((zip) => !isUnservedZip(zip), { error: servedWords })

/** So that all errors show at once. */
const evenIfOthersFail = { when: () => true }

const needed = (message: string, minLength: number, maxLength: number, what = 'this') => ({
  input: requiredText(message, minLength).max(maxLength, `Keep ${what} under ${maxLength} characters`),
  required: true as const,
  maxLength,
})

const ifAny = (maxLength: number) => ({ input: optional(maxLength).optional().default(null), maxLength })

const aState = { as: 'state' as const, hint: servedWords }

export type BuyerField = {
  /** Of the order, where it is not called as the field is. */
  column?: string
  label: string
  /** Among staff, who need less of a label and another hint. */
  desk?: { label?: string; hint?: string }
  input: z.ZodType
  as?: 'state' | 'county'
  type?: 'email' | 'tel'
  autoComplete: string
  required?: true
  /** Said in its label. */
  isOptional?: true
  maxLength?: number
  hint?: string
  /** Of a ZIP code: the field of its state, which it fills in. */
  stateIn?: string
  isWide?: true
  /** It names nobody, and stays with an order that was never paid. */
  isKept?: true
}

type BuyerFields = Readonly<Record<string, BuyerField>>

/** What an order asks of its buyer, in the order of the forms: a new field is one here, and its column. `home` and `dealer` only with a firearm. */
export const buyerFields = {
  contact: {
    name: {
      column: 'buyerName',
      label: 'Full name',
      desk: { label: 'Name' },
      autoComplete: 'name',
      ...needed('Enter your full name', 2, 120, 'the name'),
    },
    email: {
      column: 'buyerEmail',
      label: 'Email',
      hint: 'We’ll send your private link here.',
      desk: { hint: 'Another email ends every private link, and a new link goes to the new address.' },
      type: 'email',
      autoComplete: 'email',
      input: emailAddress({ missing: 'Enter your email' }),
      required: true,
      maxLength: 254,
    },
    phone: {
      column: 'buyerPhone',
      label: 'Phone',
      isOptional: true,
      type: 'tel',
      autoComplete: 'tel',
      input: phone.optional().default(null),
    },
  },
  home: {
    state: {
      column: 'buyerState',
      label: 'State you live in',
      ...aState,
      autoComplete: 'address-level1',
      input: stateCode('Choose the state you live in'),
      required: true,
    },
    zip: {
      column: 'buyerZip',
      label: 'Home ZIP code',
      hint: 'Some cities and counties have rules of their own.',
      stateIn: 'state',
      autoComplete: 'postal-code',
      input: zipCode('Enter the ZIP code where you live, five digits like 33130').transform((zip) =>
        zip.slice(0, 5),
      ),
      required: true,
      maxLength: 10,
    },
  },
  address: {
    shipStreet: {
      label: 'Street and number',
      isWide: true,
      autoComplete: 'shipping address-line1',
      ...needed('Enter street and number', 3, 120),
    },
    shipLine2: {
      label: 'Apartment, suite',
      isOptional: true,
      autoComplete: 'shipping address-line2',
      ...ifAny(120),
    },
    shipCity: {
      label: 'City',
      autoComplete: 'shipping address-level2',
      ...needed('Enter the city', 2, 80),
      input: needed('Enter the city', 2, 80).input.refine((city) => !isUnserved(city), {
        error: servedWords,
      }),
    },
    shipState: {
      label: 'State',
      ...aState,
      isKept: true,
      autoComplete: 'shipping address-level1',
      input: stateCode('Choose the delivery state'),
      required: true,
    },
    shipZip: {
      label: 'ZIP code',
      stateIn: 'shipState',
      autoComplete: 'shipping postal-code',
      input: zipCode('Enter a ZIP code of five digits, like 33130'),
      required: true,
      maxLength: 10,
    },
    shipCounty: {
      label: 'County',
      hint: 'Florida’s sales tax depends on the county of delivery.',
      as: 'county',
      isKept: true,
      autoComplete: 'off',
      input: ifAny(60).input,
    },
  },
  dealer: {
    dealerName: { label: 'Dealer’s name', autoComplete: 'off', ...ifAny(160) },
    dealerCity: { label: 'Dealer’s city', autoComplete: 'off', ...ifAny(80) },
    dealerState: {
      label: 'Dealer’s state',
      ...aState,
      autoComplete: 'off',
      input: text(dealerStateMessage).toUpperCase().optional().default(''),
    },
  },
} as const satisfies Record<string, BuyerFields>

const { contact, home, address, dealer } = buyerFields

function inputsOf<Of extends BuyerFields>(fields: Of) {
  const inputs = Object.entries(fields).map(([name, { input }]) => [name, input])
  return Object.fromEntries(inputs) as { [Name in keyof Of]: Of[Name]['input'] }
}

export const contactFields = inputsOf(contact)

export const transferFields = {
  ...inputsOf(home),
  dealer: z.enum(['later', 'now'], 'Choose a dealer now or later'),
  ...inputsOf(dealer),
  dealerListed: ifAny(22).input,
}

export const addressFields = inputsOf(address)

export const addressInput = withPlace(z.object(addressFields))

export type AddressDetails = z.infer<typeof addressInput>

type Transfer = { state: string; zip: string; dealer: 'later' | 'now' } & Record<
  'dealerName' | 'dealerCity' | 'dealerState',
  string | null
>

/** A home and, where they are named now, a whole dealer. */
export function withTransfer<Form extends z.ZodType<Transfer>>(form: Form) {
  const checked = form.superRefine(({ state, zip, dealer: when, ...named }, context) => {
    const say = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (!mayBeZipOf(zip, state)) say('zip', 'This ZIP code is not in the state you live in')
    if (when !== 'now') return
    if (!named.dealerName) say('dealerName', 'Enter the dealer’s name, or choose a dealer later')
    if (!named.dealerCity) say('dealerCity', 'Enter the dealer’s city')
    if (!stateCodes.has(named.dealerState ?? ''))
      say('dealerState', stateError(named.dealerState, dealerStateMessage))
  }, evenIfOthersFail)
  return z.preprocess((sent) => withStateOfZip(sent, 'state', 'zip'), checked)
}

type Place = { shipState: string; shipZip: string; shipCounty: string | null }

export function withPlace<Form extends z.ZodType<Place>>(form: Form) {
  const checked = form
    .refine(({ shipZip, shipState }) => mayBeZipOf(shipZip, shipState), {
      path: ['shipZip'],
      error: 'This ZIP code is not in that state',
      ...evenIfOthersFail,
    })
    .superRefine((place, context) => {
      const { shipZip, shipState, shipCounty } = place
      const say = (message: string) => context.addIssue({ code: 'custom', path: ['shipCounty'], message })
      const byZip = countyOfZip(shipZip, shipState)
      if (shipCounty !== null && byZip !== undefined && byZip !== shipCounty)
        say(`ZIP code ${shipZip} is in ${byZip} County`)
      const known = countiesOf(shipState)
      if (known.length > 0 && !known.includes(countyIn(place) ?? ''))
        say('Choose the county: the sales tax depends on it')
    })
    .transform((place) => ({ ...place, shipCounty: countyIn(place) }))
  return z.preprocess((sent) => withStateOfZip(sent, 'shipState', 'shipZip'), checked)
}

/** The county of an address: as chosen, or by its ZIP code. `null` where tax does not depend on it. */
function countyIn({ shipState, shipZip, shipCounty }: Place): string | null {
  return countiesOf(shipState).length ? (shipCounty ?? countyOfZip(shipZip, shipState) ?? null) : null
}

function mayBeZipOf(zip: unknown, state: string): boolean {
  return !stateCodes.has(state) || typeof zip !== 'string' || !isZip(zip) || isZipOf(zip, state)
}

function withStateOfZip(sent: unknown, state: string, zip: string): unknown {
  const form = sent as Record<string, unknown>
  const found = form[state] === '' && typeof form[zip] === 'string' ? stateOfZip(form[zip].trim()) : undefined
  return found ? { ...form, [state]: found } : sent
}

type ColumnsOf<Of extends BuyerFields> = {
  [Name in keyof Of as Of[Name] extends { column: infer Column extends string } ? Column : Name]: z.output<
    Of[Name]['input']
  >
}

export type ContactDetails = ColumnsOf<typeof contact>

/** Who buys, where they live, and their dealer: the last two only with a firearm. `dealerKey` and `dealerZip` are of one picked from the federal list. */
export type BuyerDetails = Pick<ContactDetails, 'buyerName' | 'buyerEmail'> &
  Partial<ContactDetails> &
  Record<'buyerState' | 'dealerName' | 'dealerCity' | 'dealerState', string | null> &
  Partial<Record<'buyerZip' | 'dealerKey' | 'dealerZip', string | null>>

const columnsOf = <Of extends BuyerFields>(fields: Of) =>
  Object.entries<BuyerField>(fields).map(([name, { column = name, ...field }]) => ({
    ...field,
    name,
    column: column as keyof ColumnsOf<Of> & string,
  }))

/** As staff read and correct it. */
export const contactAsked = columnsOf(contact)

function columnsIn<Of extends BuyerFields>(fields: Of, form: Readonly<Record<string, unknown>>) {
  const columns = columnsOf(fields).map(({ name, column }) => [column, form[name] || null])
  return Object.fromEntries(columns) as ColumnsOf<Of>
}

type ContactForm = z.output<z.ZodObject<typeof contactFields>>

export const contactIn = (form: ContactForm) => columnsIn(contact, form)

export const addressIn = (form: AddressDetails) => columnsIn(address, form)

type BuyerForm = ContactForm &
  Partial<z.output<z.ZodObject<typeof transferFields>>> &
  Pick<BuyerDetails, 'dealerKey' | 'dealerZip'>

/** A dealer who is chosen later is none. */
export function buyerIn(form: BuyerForm): BuyerDetails {
  const chosen: Partial<BuyerForm> = form.dealer === 'now' ? form : {}
  const { dealerKey = null, dealerZip = null } = chosen
  return {
    ...contactIn(form),
    ...columnsIn(home, form),
    ...columnsIn(dealer, chosen),
    dealerKey,
    dealerZip,
  }
}

/** The columns of `BuyerDetails`. */
export const buyerColumnNames = [contact, home, dealer]
  .flatMap((fields) => columnsOf<BuyerFields>(fields).map(({ column }) => column))
  .concat('dealerKey', 'dealerZip')

/** What goes from an order that was never paid. */
export const forgottenColumnNames = columnsOf<BuyerFields>(address)
  .flatMap(({ column, isKept }) => (isKept ? [] : [column]))
  .concat(buyerColumnNames)

export const formFields = [contact, home, address]
  .flatMap((fields) => Object.keys(fields))
  .concat('shippingMethod', 'dealer', Object.keys(dealer))

type SavedAddress = Record<keyof typeof address, string | null>

type SavedForm = SavedAddress &
  Record<keyof ColumnsOf<typeof contact & typeof home & typeof dealer> | 'shippingMethod', string | null>

/** What the forms are filled in with. */
export function savedFormValues(order: SavedForm): Record<string, string> {
  const saved = Object.values<BuyerFields>(buyerFields)
    .flatMap(columnsOf)
    .map(({ name, column }) => [name, order[column as keyof SavedForm] ?? ''] as const)
  return {
    ...Object.fromEntries(saved),
    shippingMethod: order.shippingMethod ?? '',
    dealer: order.dealerName || order.dealerCity || order.dealerState ? 'now' : 'later',
  }
}

/** As it is written on a parcel; empty where an order has none. */
export function addressLines({
  shipStreet,
  shipLine2,
  shipCity,
  shipState,
  shipZip,
}: SavedAddress): string[] {
  return shipStreet
    ? [shipStreet, ...(shipLine2 ? [shipLine2] : []), `${shipCity}, ${shipState} ${shipZip}`]
    : []
}

export const trackingInput = z
  .string()
  .trim()
  .max(60, 'Keep the tracking number under 60 characters')
  .default('')
