import { expect } from 'vitest'
import { makeProof, proofSubject } from '#app/http/human-proof.ts'
import { after, minute } from '#app/kit/clock.ts'
import { givenReference } from '#test/reference.ts'
import { test } from '#test/db.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { contactMessages } from '../tables.ts'
import { action, loader } from './contact.tsx'
import { action as quote, loader as quotePage } from './quote.tsx'

const typed = {
  formKey: 'a-key-of-this-very-form',
  firstName: 'Jordan',
  lastName: '',
  email: 'buyer@example.com',
  subject: 'legal',
  message: 'May I?',
}

async function send(shop: TestShop, changed: Record<string, string> = {}) {
  const form = { ...typed, ...changed }
  const proof = await makeProof(proofSubject('contact', form.email), shop.now())
  return answerOf(() => action(visit(shop, { path: '/contact', form: { proof, ...form } })))
}

test('a message is stored, and the page that answers can be reloaded', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const answer = await send(shop)
  expect(answer).toMatchObject({
    status: 303,
    location: expect.stringMatching(/^\/contact\?received=[2-9A-Z]{8}#write$/),
  })
  expect(await db.$count(contactMessages)).toBe(1)
  const path = answer.location.split('#')[0] ?? ''
  const page = await answerOf(() => loader(visit(shop, { path })))
  expect(page.value).toMatchObject({ received: path.slice(-8) })
})

test('a reference that we never gave shows the form', async ({ ctx }) => {
  const shop = givenShop(ctx)
  for (const code of ['ABCDEFGH', '<script>', ''])
    expect(
      (await answerOf(() => loader(visit(shop, { path: `/contact?received=${code}` })))).value,
    ).toMatchObject({
      received: null,
    })
})

test('sent twice, a form is one message and both presses see it', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const [one, other] = await Promise.all([send(shop), send(shop)])
  expect(one.location).toBe(other.location)
  expect(await db.$count(contactMessages)).toBe(1)
})

test.for([
  [{ firstName: ' ' }, 'firstName', 'Enter your first name'],
  [{ firstName: 'a'.repeat(81) }, 'firstName', 'Keep the name under 80 characters'],
  [{ email: '' }, 'email', 'Enter your email, so that we can answer'],
  [{ email: 'buyer' }, 'email', 'Enter an address with a domain, like name@example.com'],
  [
    { email: 'a@example.com, b@example.com' },
    'email',
    'Enter an address with a domain, like name@example.com',
  ],
  [{ subject: '' }, 'subject', 'Choose what it is about'],
  [{ subject: 'other' }, 'subject', 'Choose what it is about'],
  [{ message: '\n \t ' }, 'message', 'Write your message'],
  [{ message: 'a'.repeat(4_001) }, 'message', 'Keep the message under 4,000 characters'],
] as [Record<string, string>, string, string][])(
  'what is wrong is said beside the field and nothing typed is lost (%j)',
  async ([changed, field, words], { ctx, db }) => {
    const answer = await send(givenShop(ctx), changed)
    expect(answer).toMatchObject({
      status: 422,
      value: { fieldErrors: { [field]: [words] }, given: { ...typed, ...changed } },
    })
    expect(await db.$count(contactMessages)).toBe(0)
  },
)

test('script and emoji are text like any other; what would turn a line around is taken out', async ({
  ctx,
  db,
}) => {
  await send(givenShop(ctx), {
    firstName: '<script>alert(1)</script>\r\nBcc: all@example.com',
    message: '👩🏽‍🔧 “quotes” & <b>bold</b>\r\nnext\u202E line\u0000',
  })
  expect(await db.select().from(contactMessages)).toMatchObject([
    {
      firstName: '<script>alert(1)</script> Bcc: all@example.com',
      message: '👩🏽‍🔧 “quotes” & <b>bold</b>\nnext line',
    },
  ])
})

test('bots get the usual answer, and nothing is stored', async ({ ctx, db }) => {
  expect(await send(givenShop(ctx), { website: 'x' })).toMatchObject({ status: 303, location: '/contact' })
  expect(await db.$count(contactMessages)).toBe(0)
})

test('without script a form is accepted unless it arrives faster than anyone types', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const at = (madeAt: Date) => send(shop, { proof: '', madeAt: madeAt.toISOString() })
  expect(await at(after(ctx.now(), -1_000))).toMatchObject({
    status: 409,
    value: {
      fieldErrors: { form: [expect.stringContaining('send it again')] },
      given: { message: 'May I?' },
    },
  })
  expect((await at(after(ctx.now(), -minute))).status).toBe(303)
  expect(await db.$count(contactMessages)).toBe(1)
})

test.for(['message', 'mailTo'] as const)(
  'too many (%s) are refused with the time to wait',
  async (limit, { ctx, db }) => {
    const shop = givenShop(ctx)
    shop.refusing.add(limit)
    expect(await send(shop)).toMatchObject({ status: 429, value: { given: { message: 'May I?' } } })
    expect(await db.$count(contactMessages)).toBe(0)
  },
)

test('the page states the facts of the claims, and leaves out those without a claim', async ({ ctx, db }) => {
  await givenReference(db)
  const page = await answerOf(() => loader(visit(givenShop(ctx), { path: '/contact?subject=legal' })))
  expect(page.value).toMatchObject({
    subject: 'legal',
    hours: { zone: 'America/New_York' },
    reach: {
      email: 'support@paco.example',
      phone: null,
      postal: 'Miami, Florida',
      hours: { figure: 'Mon-Fri 8:00 AM-6:00 PM ET, Sat 10:00 AM-4:00 PM ET' },
      legal: null,
    },
  })
})

test('a quote is requested for the linked item, or for what was typed instead', async ({ ctx, db }) => {
  const shop = givenShop(ctx)
  const page = await answerOf(() => quotePage(visit(shop, { path: '/contact/quote?item=Clone-style+10.3' })))
  expect(page.value).toMatchObject({ item: 'Clone-style 10.3', received: null })
  const { subject: _, ...fields } = typed
  const proof = await makeProof(proofSubject('contact', fields.email), shop.now())
  const ask = (item: string) =>
    answerOf(() => quote(visit(shop, { path: '/contact/quote', form: { ...fields, proof, item } })))
  expect(await ask('')).toMatchObject({
    status: 422,
    value: { fieldErrors: { item: ['Say what you want a quote for'] } },
  })
  expect((await ask('Scorpion')).location).toMatch(/^\/contact\/quote\?received=/)
  expect(await db.select().from(contactMessages)).toMatchObject([{ kind: 'quote', item: 'Scorpion' }])
})
