import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseForm } from './form.ts'
import { submittedFields } from './submitted-fields.ts'

const schema = z
  .object({
    email: z.email('Enter a valid email address'),
    password: z.string().min(8, 'Too short'),
    topics: z.array(z.string()).optional(),
  })
  .refine((value) => value.email !== value.password, 'Email and password must differ')

function form(...fields: [string, string | File][]) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}

test('a valid form gives its parsed value', () => {
  const parsed = parseForm(schema, form(['email', 'a@example.com'], ['password', 'long enough']))
  expect(parsed).toMatchObject({ ok: true, value: { email: 'a@example.com', password: 'long enough' } })
})

test('a refused form names each wrong field and keeps the input', () => {
  const parsed = parseForm(
    schema,
    form(['email', 'nope'], ['password', 'long enough'], ['note', 'kept as typed ']),
  )
  expect(parsed).toEqual({
    ok: false,
    fieldErrors: { email: ['Enter a valid email address'] },
    given: { email: 'nope', note: 'kept as typed ' },
  })
})

test('secrets and files are never sent back', () => {
  const fields = [
    'password',
    'newPassword',
    'cardNumber',
    'card_number',
    'cvc',
    'cvv',
    'token',
    'totp',
    'clientSecret',
  ]
  const parsed = parseForm(
    schema,
    form(...fields.map((name): [string, string] => [name, '4111']), ['file', new File(['x'], 'x.txt')]),
  )
  expect(parsed).toMatchObject({ ok: false, given: {} })
  expect(JSON.stringify(parsed)).not.toContain('4111')
})

test('a field sent more than once arrives as a list', () => {
  const parsed = parseForm(
    schema,
    form(['email', 'a@example.com'], ['password', 'long enough'], ['topics', 'drops'], ['topics', 'courses']),
  )
  expect(parsed).toMatchObject({ ok: true, value: { topics: ['drops', 'courses'] } })
})

test('what is given back has every value of a field, and no secret', () => {
  const given = submittedFields(form(['password', 'long enough'], ['topics', 'drops'], ['topics', 'courses']))
  expect(given).toEqual({ topics: ['drops', 'courses'] })
})

test('a form of as many fields as 256 kB hold is read in one pass', () => {
  const names = Array.from({ length: 60_000 }, (_, at) => `f${at}`)
  const many = form(...names.map((name): [string, string] => [name, '']))
  // With a search for each field this took minutes, and the shop answered nobody meanwhile.
  const parsed = parseForm(schema, many)
  expect(Object.keys(parsed.given)).toHaveLength(names.length)
})

test('errors of the form as a whole are under "form"', () => {
  const parsed = parseForm(schema, form(['email', 'abc@example.com'], ['password', 'abc@example.com']))
  expect(parsed).toMatchObject({ ok: false, fieldErrors: { form: ['Email and password must differ'] } })
})
