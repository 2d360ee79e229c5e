import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseForm } from '#app/http/form.ts'
import { states, isUnserved } from '#app/features/compliance/rules/states.ts'
import { servedWords } from '#app/features/compliance/words.ts'
import { addressInput, buyerIn } from '#app/features/orders/input.ts'
import { deliveryInput, reservationInput, startKey } from './input.ts'

const complete = {
  formKey: 'k'.repeat(32),
  name: 'Jordan Buyer',
  email: 'jordan@example.com',
  phone: '',
  state: 'FL',
  zip: '33139',
  dealer: 'later',
  dealerName: '',
  dealerCity: '',
  dealerState: '',
  attestation: 'yes',
  paymentToken: 'sandbox_approve',
}

function formData(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const check = (fields: Record<string, string> = {}) =>
  parseForm(reservationInput, formData({ ...complete, ...fields }))

function errorsOf(fields: Record<string, string>) {
  const parsed = check(fields)
  return parsed.ok ? {} : parsed.fieldErrors
}

test('a complete form passes, with trimmed text and a lowercase email', () => {
  expect(check({ name: '  Jordan Buyer ', email: ' Jordan@Example.COM ' })).toMatchObject({
    ok: true,
    value: { name: 'Jordan Buyer', email: 'jordan@example.com', phone: null, dealer: 'later' },
  })
})

describe('the phone number', () => {
  const digits = fc.stringMatching(/^[2-9]\d{9}$/)
  const separator = fc.constantFrom('', ' ', '-', '.', ' - ')

  test('accepts the usual separators and prefixes', () => {
    fc.assert(
      fc.property(
        digits,
        separator,
        fc.constantFrom('', '1 ', '+1 ', '+1-', '1'),
        (number, between, prefix) => {
          const [area, exchange, line] = [number.slice(0, 3), number.slice(3, 6), number.slice(6)]
          for (const typed of [
            prefix + [area, exchange, line].join(between),
            `${prefix}(${area}) ${exchange}${between}${line}`,
          ])
            expect(check({ phone: typed })).toMatchObject({ ok: true, value: { phone: `+1${number}` } })
        },
      ),
    )
  })

  test('may be left out', () => {
    for (const phone of ['', '   '])
      expect(check({ phone })).toMatchObject({ ok: true, value: { phone: null } })
  })

  test('is refused with any other number of digits', () => {
    const wrong = fc
      .stringMatching(/^\d{1,15}$/)
      .filter((number) => number.length !== 10 && !(number.length === 11 && number.startsWith('1')))
    fc.assert(
      fc.property(wrong, (phone) => {
        expect(errorsOf({ phone })).toEqual({
          phone: ['Enter a US number with ten digits, or leave this empty'],
        })
      }),
    )
  })
})

describe('the state', () => {
  test('is one of the 50 or the District, in either case', () => {
    for (const { code } of states)
      for (const state of [code, code.toLowerCase(), ` ${code} `])
        expect(errorsOf({ state }).state).toBeUndefined()
    expect(check({ state: ' fl ' })).toMatchObject({ ok: true, value: { state: 'FL' } })
  })

  test('refuses territories, names and other text', () => {
    const known = new Set(states.map(({ code }) => code))
    // An empty one is filled in from the ZIP code.
    const isKnown = (text: string) => text === '' || known.has(text.trim().toUpperCase()) || isUnserved(text)
    const other = fc.string({ maxLength: 4 }).filter((text) => !isKnown(text))
    fc.assert(
      fc.property(fc.oneof(other, fc.constantFrom('Florida', ' ')), (state) => {
        expect(errorsOf({ state })).toEqual({ state: ['Choose the state you live in'] })
      }),
    )
  })
})

describe('territories and military mail', () => {
  test('are refused with the places that we serve, as state of residence and of the dealer', () => {
    for (const state of ['PR', 'gu', 'VI', 'AS', 'MP', 'AE', 'AP', 'AA'])
      expect(errorsOf({ state }).state).toEqual([servedWords])
    const named = { dealer: 'now', dealerName: 'Any Arms', dealerCity: 'San Juan', dealerState: 'PR' }
    expect(errorsOf(named).dealerState).toEqual([servedWords])
    expect(errorsOf({ zip: '00901' }).zip).toContain(servedWords)
  })

  test('are refused as delivery address, also where a served state was chosen', () => {
    const ship = (more: Record<string, string>) => {
      const place = { shipStreet: 'PSC 3 Box 1', shipCity: 'Miami', shipState: 'FL', shipZip: '33139' }
      const parsed = parseForm(addressInput, formData({ ...place, shipCounty: 'Miami-Dade', ...more }))
      return parsed.ok ? {} : parsed.fieldErrors
    }
    expect(ship({})).toEqual({})
    expect(ship({ shipState: 'AE' }).shipState).toEqual([servedWords])
    expect(ship({ shipCity: 'apo' }).shipCity).toEqual([servedWords])
    for (const shipZip of ['09001', '34002', '96201', '96910', '00802'])
      expect(ship({ shipZip }).shipZip).toContain(servedWords)
    // Hawaii begins with 967 and 968.
    expect(ship({ shipState: 'HI', shipZip: '96815' })).toEqual({})
  })
})

describe('the dealer', () => {
  test('chosen later discards typed dealer fields', () => {
    const parsed = check({ dealerName: 'Any Arms', dealerCity: 'Miami', dealerState: 'FL' })
    if (!parsed.ok) throw new Error('The form was refused')
    expect(buyerIn(parsed.value)).toMatchObject({
      dealerName: null,
      dealerCity: null,
      dealerState: null,
    })
  })

  test('named now requires name, city and state', () => {
    const full = { dealerName: 'Any Arms', dealerCity: 'Miami', dealerState: 'fl' }
    const missing = fc.uniqueArray(fc.constantFrom('dealerName', 'dealerCity', 'dealerState'))
    fc.assert(
      fc.property(missing, (names) => {
        const emptied = Object.fromEntries(names.map((name) => [name, ' ']))
        expect(Object.keys(errorsOf({ dealer: 'now', ...full, ...emptied })).toSorted()).toEqual(
          names.toSorted(),
        )
      }),
    )
    const parsed = check({ dealer: 'now', ...full })
    if (!parsed.ok) throw new Error('The form was refused')
    expect(buyerIn(parsed.value)).toMatchObject({ ...full, dealerState: 'FL' })
  })
})

test('any input gets messages and never throws', () => {
  const field = fc.constantFrom(...Object.keys(complete))
  fc.assert(
    fc.property(fc.dictionary(field, fc.string({ maxLength: 400 })), (fields) => {
      const parsed = check(fields)
      if (parsed.ok) return
      for (const messages of Object.values(parsed.fieldErrors))
        for (const message of messages ?? []) expect(message).toMatch(/^[A-Z].{5,}/)
    }),
  )
})

test('the attestation is required', () => {
  const { attestation: _, ...rest } = complete
  const parsed = parseForm(reservationInput, formData(rest))
  expect(parsed).toMatchObject({ ok: false, fieldErrors: { attestation: ['Check this box to continue'] } })
  expect(errorsOf({ attestation: 'no' })).toEqual({ attestation: ['Check this box to continue'] })
})

test('a start key has 16 to 64 safe characters', () => {
  expect(startKey.safeParse(crypto.randomUUID()).success).toBe(true)
  for (const key of ['', 'short', "x'; drop table orders", 'k'.repeat(65)])
    expect(startKey.safeParse(key).success).toBe(false)
})

test('a shipping method is limited in length', () => {
  const parsed = parseForm(
    deliveryInput({ fflTransfer: false }),
    formData({ shippingMethod: 'x'.repeat(41) }),
  )
  expect(parsed).toMatchObject({ fieldErrors: { shippingMethod: ['Choose a shipping method'] } })
})

test('a missing field gets the message of an empty one', () => {
  const ask = (schema: Parameters<typeof parseForm>[0], fields: Record<string, string>) => {
    const parsed = parseForm(schema, formData(fields))
    return parsed.ok ? {} : parsed.fieldErrors
  }
  for (const schema of [reservationInput, addressInput, deliveryInput({ fflTransfer: true })]) {
    const { formKey: _, ...missing } = ask(schema, {})
    const emptied = Object.fromEntries(Object.keys(missing).map((name) => [name, '']))
    expect(missing).toEqual(ask(schema, { ...emptied, formKey: 'k'.repeat(32) }))
    expect(JSON.stringify(missing)).not.toMatch(/Invalid|expected/)
  }
})

describe('state, county and ZIP code agree', () => {
  const place = { shipStreet: '1 Ocean Drive', shipCity: 'Miami Beach', shippingMethod: 'ground' }
  const deliver = (fields: Record<string, string>) =>
    parseForm(deliveryInput({ fflTransfer: true }), formData({ ...complete, ...place, ...fields }))

  test('a state that is left empty is the ZIP code’s, at home and for the parcel', () => {
    expect(check({ state: '', zip: '33139' })).toMatchObject({ ok: true, value: { state: 'FL' } })
    expect(deliver({ state: '', shipState: '', shipZip: '33139', shipCounty: '' })).toMatchObject({
      ok: true,
      value: { state: 'FL', shipState: 'FL', shipCounty: 'Miami-Dade' },
    })
    for (const zip of ['', '3313', '00901', '34001'])
      expect(errorsOf({ state: '', zip }).state).toEqual(['Choose the state you live in'])
  })

  test('a contradiction is shown beside its field', () => {
    expect(errorsOf({ state: 'GA', zip: '33139' })).toEqual({
      zip: ['This ZIP code is not in the state you live in'],
    })
    expect(errorsOf({ state: 'GA', zip: '33139', email: '', phone: '1' })).toMatchObject({
      zip: ['This ZIP code is not in the state you live in'],
      email: ['Enter your email'],
    })
    expect(deliver({ shipState: 'GA', shipZip: '33139', name: '' })).toMatchObject({
      fieldErrors: { shipZip: ['This ZIP code is not in that state'] },
    })
    expect(deliver({ shipState: 'FL', shipZip: '33139', shipCounty: 'Broward' })).toMatchObject({
      fieldErrors: { shipCounty: ['ZIP code 33139 is in Miami-Dade County'] },
    })
    expect(deliver({ shipState: 'FL', shipZip: '32259', shipCounty: 'St. Johns' })).toMatchObject({
      ok: true,
    })
    for (const shipCounty of ['', 'Nowhere'])
      expect(deliver({ shipState: 'FL', shipZip: '32259', shipCounty })).toMatchObject({
        fieldErrors: { shipCounty: ['Choose the county: the sales tax depends on it'] },
      })
  })
})
