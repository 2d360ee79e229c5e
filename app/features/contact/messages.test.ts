import { expect } from 'vitest'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenReference } from '#test/reference.ts'
import { givenSite } from '#test/site.ts'
import { textOf, type Visitor, visitor } from '#test/visitor.ts'
import { contactMessages } from './tables.ts'

const strange = 'Jordan <script>alert(1)</script> 🦊'
const message = 'Does the barrel ship <b>first</b>? 🚚\nAnd “when”?'
const filled = {
  'First name': strange,
  'Last name': 'Writer',
  Email: 'writer@example.com',
  Subject: 'Shipping and transfers',
  Message: message,
}

async function writerAt(ctx: TestContext): Promise<Visitor> {
  await givenReference(ctx.db)
  const writer = await visitor(ctx)
  await writer.open('/contact')
  writer.wait(minute) // nobody types faster than a few seconds
  return writer
}

const storedCount = ({ db }: TestContext) => db.$count(contactMessages)

test('the page says whether anybody is at the desk, and leaves out what no claim states', async ({ ctx }) => {
  const writer = await writerAt(ctx)
  expect(textOf(writer.page.getByText('Closed now').parentElement)).toMatch(/Opens .*8:00 AM ET\.$/)
  expect(writer.part('link', 'support@paco.example').getAttribute('href')).toBe('mailto:support@paco.example')
  expect(writer.text).toContain('Miami, Florida')
  expect(writer.text).toContain('Sat 10:00 AM-4:00 PM ET')
  expect(writer.page.queryByText('Phone')).toBeNull()
  expect(writer.parts('link', 'Write to Legal')).toEqual([])
  expect(writer.parts('option')).toHaveLength(6)
  expect(writer.part('link', 'Start with a Message').getAttribute('href')).toBe('/contact#write')
  writer.wait(3 * hour)
  await writer.open('/contact?subject=legal')
  expect(textOf(writer.page.getByText('Open now').parentElement)).toMatch(/Until .*6:00 PM ET\.$/)
  expect(writer.field('Subject').value).toBe('legal')
})

test('a message is stored as it was typed, acknowledged without it, and sent to the desk', async ({
  ctx,
  db,
}) => {
  const writer = await writerAt(ctx)
  writer.fill(filled)
  await writer.press('Send Message')
  const [row] = await db.select().from(contactMessages)
  expect(row).toMatchObject({ firstName: strange, lastName: 'Writer', subject: 'shipping', message })
  const code = row?.id ?? 'no code'
  expect(writer.path).toBe(`/contact?received=${code}#write`)
  expect(writer.status).toBe(200)
  expect(writer.headers.get('Cache-Control')).toBe('private, no-store')
  await writer.open(writer.path)
  expect(textOf(writer.part('heading', 'We got your message').parentElement)).toContain(code)

  const receipt = await writer.mail('writer@example.com', /^We got your message/)
  expect(receipt.subject).toBe(`We got your message (${code})`)
  expect(receipt.text).toContain('About: Shipping and transfers')
  expect(receipt.text).toContain('Miami, Florida')
  expect(`${receipt.html}${receipt.text}`).not.toMatch(/barrel|Jordan/)
  const desk = await writer.mail('support@paco.example', new RegExp(code))
  expect(desk.subject).toBe(`[${code}] Shipping and transfers: ${strange} Writer`)
  expect(desk.headers).toMatchObject({ 'Reply-To': 'writer@example.com' })
  expect(desk.text).toContain(message)
  expect(desk.html).toContain('&lt;b&gt;first&lt;/b&gt;? 🚚')
  expect(desk.html).not.toContain('<script>')

  await writer.follow('Write Another')
  expect(writer.field('Message').value).toBe('')
})

test.for(['ABCDEFGH', '<script>', ''])(
  'a reference that we never gave shows the form (%j)',
  async (code, { ctx }) => {
    const writer = await visitor(ctx)
    await writer.open(`/contact?received=${encodeURIComponent(code)}`)
    expect(writer.part('form', 'Send a message')).toBeTruthy()
    expect(writer.text).not.toContain('We got your message')
  },
)

test('what is wrong is said beside the field, nothing typed is lost, and nothing is stored', async ({
  ctx,
}) => {
  const writer = await writerAt(ctx)
  for (const [label, typed, words] of [
    ['First name', ' ', 'Enter your first name'],
    ['First name', 'a'.repeat(81), 'Keep the name under 80 characters'],
    ['Email', '', 'Enter your email, so that we can answer'],
    ['Email', 'writer@example', 'Enter an address with a domain, like name@example.com'],
    ['Email', 'a@example.com, b@example.com', 'Enter an address with a domain, like name@example.com'],
    ['Email', `${'a'.repeat(260)}@example.com`, 'This address is too long'],
    ['Subject', 'Choose one', 'Choose what it is about'],
    ['Message', '\n \t ', 'Write your message'],
    ['Message', 'a'.repeat(4_001), 'Keep the message under 4,000 characters'],
  ] as const) {
    writer.fill({ ...filled, [label]: typed })
    await writer.pressUnchecked('Send Message')
    expect([writer.status, writer.field(label).isInvalid, writer.field(label).words]).toEqual([
      422,
      true,
      words,
    ])
    expect(writer.alerts).toEqual([expect.stringContaining(words)])
    for (const [other, value] of Object.entries({ ...filled, Subject: 'shipping' }))
      if (other !== label) expect(writer.field(other).value, other).toBe(value)
    if (label !== 'Subject') expect(writer.field(label).value).toBe(typed)
  }
  expect(await storedCount(ctx)).toBe(0)
  writer.fill(filled)
  await writer.press('Send Message')
  expect(await storedCount(ctx)).toBe(1)
})

test('a subject that is not offered is refused, and what would turn a line around is taken out', async ({
  ctx,
  db,
}) => {
  const { ask } = await givenSite(ctx)
  const sent = {
    madeAt: after(ctx.now(), -minute).toISOString(),
    firstName: '<script>alert(1)</script>\r\nBcc: all@example.com',
    email: 'writer@example.com',
    message: '👩🏽‍🔧 “quotes” & <b>bold</b>\r\nnext\u202E line\u0000',
    formKey: 'a-key-of-this-very-form',
  }
  expect((await ask('/contact', { form: { ...sent, subject: 'other' } })).status).toBe(422)
  expect((await ask('/contact', { form: { ...sent, subject: 'legal' } })).status).toBe(303)
  expect(await db.select().from(contactMessages)).toMatchObject([
    {
      firstName: '<script>alert(1)</script> Bcc: all@example.com',
      message: '👩🏽‍🔧 “quotes” & <b>bold</b>\nnext line',
    },
  ])
})

test('sent twice, a form is one message, and both presses see it', async ({ ctx }) => {
  const writer = await writerAt(ctx)
  const other = await writer.another().open('/contact')
  const keyOf = ({ document }: Visitor) => document.querySelector<HTMLInputElement>('[name=formKey]')
  keyOf(other)?.setAttribute('value', keyOf(writer)?.value ?? '')
  other.wait(minute)
  for (const one of [writer, other]) one.fill(filled)
  await Promise.all([writer.press('Send Message'), other.press('Send Message')])
  expect(writer.path).toMatch(/received=[2-9A-Z]{8}#write$/)
  expect(other.path).toBe(writer.path)
  expect(await storedCount(ctx)).toBe(1)
})

test('bots get the usual answer, and nothing is stored', async ({ ctx }) => {
  const writer = await writerAt(ctx)
  writer.fill(filled)
  writer.document.querySelector('[name=website]')?.setAttribute('value', 'https://spam.example')
  await writer.press('Send Message')
  expect([writer.status, writer.path]).toEqual([200, '/contact'])
  expect(await storedCount(ctx)).toBe(0)
})

test('a form that arrives faster than anyone types is to be sent again', async ({ ctx }) => {
  const writer = await writerAt(ctx)
  await writer.open('/contact')
  writer.fill(filled)
  await writer.press('Send Message')
  expect(writer.status).toBe(409)
  expect(writer.alerts.join(' ')).toContain('send it again')
  expect(writer.field('Message').value).toBe(message)
  writer.wait(5 * second)
  await writer.press('Send Message')
  expect(writer.text).toContain('We got your message')
  expect(await storedCount(ctx)).toBe(1)
})

test.for(['message', 'mailTo'] as const)(
  'too many (%s) are refused with the time to wait, and nothing typed is lost',
  async (limit, { ctx }) => {
    const writer = await writerAt(ctx)
    writer.shop.refusing.add(limit)
    writer.fill(filled)
    await writer.press('Send Message')
    expect(writer.status).toBe(429)
    expect(writer.alerts.join(' ')).toContain('Please try again in 2 minutes.')
    expect(writer.field('Message').value).toBe(message)
    expect(await storedCount(ctx)).toBe(0)
  },
)

test('a link of the shop begins a request for a quote, which its sender may change', async ({ ctx, db }) => {
  const writer = await visitor(ctx, { sample: true })
  await writer.open('/contact?item=AR+pistol+to+SBR')
  writer.wait(minute)
  expect(writer.field('Subject').value).toBe('orders')
  expect(writer.field('Message').value).toContain('I would like a quote for: AR pistol to SBR')
  writer.fill({ 'First name': 'Jordan', Email: 'writer@example.com', Message: 'A quote for a Scorpion' })
  await writer.press('Send Message')
  expect(await db.select().from(contactMessages)).toMatchObject([
    { subject: 'orders', message: 'A quote for a Scorpion' },
  ])
})
