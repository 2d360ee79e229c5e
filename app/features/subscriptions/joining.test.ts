import { expect } from 'vitest'
import { makeProof, proofSubject } from '#app/http/proofs.ts'
import { minute, after, day, hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { linkIn, type Visitor, visitor, textOf } from '#test/visitor.ts'
import { subscribers, subscriptions } from './tables.ts'
import { givenDrop } from '#test/shop.ts'

const email = 'one@example.com'
const notified = "You'll be notified!"

async function subscribe(reader: Visitor, values: Record<string, string>, button = 'Subscribe') {
  reader.fill(values)
  await reader.pressUnchecked(button)
}

const rows = ({ db }: TestContext) => db.select().from(subscriptions)

test('the newsletter is joined, confirmed by email, and left by the private link', async ({ ctx }) => {
  const reader = await visitor(ctx)
  await reader.open('/subscriptions')
  expect(reader.page.queryByLabelText('Name')).toBeNull()
  await subscribe(reader, { Email: ' One@Example.COM ' })
  expect([reader.status, reader.text]).toEqual([200, expect.stringContaining(notified)])

  const mail = await reader.mail(email, /^Confirm your address: Newsletter$/)
  const path = linkIn(mail, /\/subscriptions\/confirm\?key=/)
  await reader.open(path)
  expect(reader.heading).toBe('Confirm your address')
  expect(reader.text).toContain(email)
  // Mail scanners open links too: only the button confirms.
  expect(await rows(ctx)).toMatchObject([{ confirmedAt: null }])
  await reader.press('Confirm')
  expect(reader.heading).toBe('You’re on the list')
  await reader.open(path)
  expect(reader.heading).toBe('You’re on the list')
  expect(await rows(ctx)).toMatchObject([{ confirmedAt: ctx.now() }])

  await reader.follow('Your subscriptions')
  expect(reader.text).toContain('On the list')
  await reader.press('Unsubscribe: Newsletter')
  expect(reader.text).toContain('Stopped')
  expect(await rows(ctx)).toMatchObject([{ unsubscribedAt: ctx.now() }])
})

test('a build window is joined on a page of its own, and joining again answers alike and sends one’s place', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/subscriptions')
  await reader.follow(/^Join Build Window.*Outlaw$/)
  expect(reader.path).toBe('/subscriptions?topic=build-window%3Aoutlaw')
  expect(reader.page.getByLabelText(/^Name/).getAttribute('placeholder')).toBe('Your full name')
  expect(reader.page.getByLabelText(/^Email/).getAttribute('type')).toBe('email')
  expect(reader.text).toContain('An email when a build window of this release opens, in sign-up order.')
  await subscribe(reader, { Name: 'Zoë <b>O’Reader</b> 🦊', Email: 'one@example' }, 'Join the Waitlist')
  expect(reader.status).toBe(422)
  expect(reader.field('Email')).toMatchObject({
    value: 'one@example',
    isInvalid: true,
    words: 'Enter an address with a domain, like name@example.com',
  })
  expect(reader.field('Name')).toMatchObject({ value: 'Zoë <b>O’Reader</b> 🦊', isInvalid: false })
  await subscribe(reader, { Email: email }, 'Join the Waitlist')
  expect(reader.heading).toBe(notified)
  expect(await rows(ctx)).toMatchObject([{ name: 'Zoë <b>O’Reader</b> 🦊', confirmedAt: null }])
  const answer = reader.text

  await reader.open(
    linkIn(await reader.mail(email, /^Confirm.*Outlaw Line, build window$/), /\/confirm\?key=/),
  )
  await reader.press('Confirm')
  expect(reader.text).toContain('You’re number 1 in line.')

  reader.wait(2 * minute)
  await reader.open('/subscriptions?topic=build-window:outlaw')
  await subscribe(reader, { Name: 'Somebody Else', Email: email }, 'Join the Waitlist')
  expect(reader.text).toBe(answer)
  const again = await reader.mail(email, /^You’re already on the list/)
  expect(again.text).toContain('You’re number 1 in line.')
})

test('a new, a waiting, a confirmed and a caught address all get the same answer', async ({ ctx }) => {
  const reader = await visitor(ctx)
  const answers: unknown[] = []
  async function join(isBot = false) {
    await reader.open('/subscriptions')
    if (isBot) reader.document.querySelector('[name=website]')?.setAttribute('value', 'https://spam.example')
    await subscribe(reader, { Email: isBot ? 'bot@example.com' : email })
    answers.push([reader.status, reader.text])
  }
  await join()
  await join()
  await reader.open(linkIn(await reader.mail(email, /^Confirm/), /\/confirm\?key=/))
  await reader.press('Confirm')
  await join()
  await join(true)
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await reader.workOff()
  expect((await ctx.db.select().from(subscribers)).map((one) => one.email)).toEqual([email])
  expect(reader.shop.sent.map(({ to }) => to)).not.toContain('bot@example.com')
})

test('what is wrong is said beside the field, and nothing is stored', async ({ ctx }) => {
  const reader = await visitor(ctx)
  await reader.open('/subscriptions?topic=drop:x')
  for (const [label, typed, words] of [
    ['Email', '', 'Enter your email'],
    ['Email', 'one@example', 'Enter an address with a domain, like name@example.com'],
    ['Email', `${'a'.repeat(250)}@example.com`, 'This address is too long'],
    ['Name', '  ', 'Enter your full name'],
    ['Name', 'a'.repeat(121), 'Keep the name under 120 characters'],
  ] as const) {
    await subscribe(reader, { Name: 'Jordan One', Email: email, [label]: typed }, 'Join the Waitlist')
    expect([reader.status, reader.field(label)]).toMatchObject([
      422,
      { value: typed, isInvalid: true, words },
    ])
    const other = label === 'Email' ? 'Name' : 'Email'
    expect(reader.field(other)).toMatchObject({
      isInvalid: false,
      value: other === 'Name' ? 'Jordan One' : email,
    })
  }
  expect(await rows(ctx)).toEqual([])
})

test.for([
  {},
  { topic: 'newsletter' },
  { email },
  { topic: 'made-up', email },
  { topic: 'newsletter', email: `${email}\r\nBcc: a@example.com` },
])('a form that no page of ours sends is refused (%j)', async (form, { ctx }) => {
  const { ask } = await givenSite(ctx)
  expect((await ask('/subscriptions', { form })).status).toBe(422)
  expect(await rows(ctx)).toEqual([])
})

test.for(['subscribe', 'message', 'mailTo'] as const)(
  'too many (%s) are refused with the time to wait, and nothing typed is lost',
  async (limit, { ctx }) => {
    const reader = await visitor(ctx)
    reader.shop.refusing.add(limit)
    await reader.open('/subscriptions?topic=drop:x')
    await subscribe(reader, { Name: 'Jordan One', Email: email }, 'Join the Waitlist')
    expect([reader.status, reader.headers.get('Retry-After')]).toEqual([429, '120'])
    expect(reader.alerts.join(' ')).toContain('Please try again in 2 minutes.')
    expect([reader.field('Name').value, reader.field('Email').value]).toEqual(['Jordan One', email])
  },
)

test('a proof spares the stricter limit; without script the form is taken all the same', async ({ ctx }) => {
  const { ask, shop } = await givenSite(ctx)
  const proof = await makeProof(proofSubject('newsletter', email), shop.now())
  expect((await ask('/subscriptions', { form: { topic: 'newsletter', email, proof } })).status).toBe(200)
  expect(shop.counted.map((one) => one.split(' ')[0])).toEqual(['subscribe', 'mailTo'])
  shop.counted.length = 0
  expect((await ask('/subscriptions', { form: { topic: 'tax', email } })).status).toBe(200)
  expect(shop.counted.map((one) => one.split(' ')[0])).toEqual(['subscribe', 'message', 'mailTo'])
  expect(await rows(ctx)).toHaveLength(2)
})

test('the page of a list takes a topic from the address, and no nonsense', async ({ ctx }) => {
  const reader = await visitor(ctx)
  await reader.open('/subscriptions?topic=returned-units:outlaw')
  expect([reader.heading, reader.document.title]).toEqual([
    'Returned units',
    expect.stringContaining('Returned units'),
  ])
  expect(reader.part('link', 'See which numbers are open now').getAttribute('href')).toBe(
    '/drops/outlaw#units',
  )
  await reader.open('/subscriptions?topic=<script>')
  expect(reader.heading).toBe('Subscriptions')
})

const pages = ['confirm', 'unsubscribe'] as const

async function join(reader: Visitor, topic: string, button = 'Subscribe') {
  await reader.open(`/subscriptions?topic=${topic}`)
  if (button !== 'Subscribe') reader.fill({ Name: 'Jordan Reader' })
  reader.fill({ Email: email })
  await reader.press(button)
  return new URL(linkIn(await reader.mail(email, /^Confirm/), /\/confirm\?key=/)).search
}

async function ended({ db }: TestContext) {
  const found = await db.select().from(subscriptions).orderBy(subscriptions.joinedAt)
  return found.map(({ unsubscribedAt }) => unsubscribedAt !== null)
}

test('a drop that opens is announced, and the one click of a mail program leaves its list', async ({
  ctx,
  db,
}) => {
  await givenDrop(db, { status: 'coming_soon', launchDate: after(ctx.now(), hour) })
  const reader = await visitor(ctx)
  const key = await join(reader, 'drop:test-drop', 'Join the Waitlist')
  await reader.open(`/subscriptions/confirm${key}`)
  await reader.press('Confirm')
  expect(reader.heading).toBe('You’re on the list')

  reader.wait(hour + minute)
  await reader.run('announce-due')
  const mail = await reader.mail(email, /^Test Drop is live$/)
  expect(mail.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const link = new URL(mail.headers?.['List-Unsubscribe']?.slice(1, -1) ?? '')
  expect(link.pathname).toBe('/subscriptions/unsubscribe')

  // A machine of the mail provider: no cookies, no age record, no origin, a form of one field.
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  await reader.site.ask(link.pathname + link.search, { isVerified: false })
  expect(await ended(ctx)).toEqual([false])
  const answer = await reader.site.ask(link.pathname + link.search, {
    isVerified: false,
    method: 'POST',
    body,
  })
  expect(answer.status).toBe(200)
  expect(await ended(ctx)).toEqual([true])
  await reader.open(link.href)
  expect(reader.heading).toBe('You’ve left the list')
})

test('opening an unsubscribe link stops nothing; pressing its button does', async ({ ctx }) => {
  const reader = await visitor(ctx)
  await reader.open(`/subscriptions/unsubscribe${await join(reader, 'newsletter')}`)
  expect(reader.heading).toBe('Leave this list?')
  expect(await ended(ctx)).toEqual([false])
  await reader.press('Unsubscribe')
  expect(reader.heading).toBe('You’ve left the list')
  expect(await ended(ctx)).toEqual([true])
})

test('one private link shows all lists of its address, and leaves any of them', async ({ ctx }) => {
  const reader = await visitor(ctx)
  const key = await join(reader, 'newsletter')
  reader.wait(minute)
  await join(reader, 'tax')
  await reader.open(`/subscriptions/unsubscribe${key}`)
  const lists = () => reader.parts('listitem', undefined, reader.part('main')).map(textOf)
  expect(lists()).toEqual([
    expect.stringMatching(/^Newsletter.*Waiting for your confirmation/),
    expect.stringMatching(/^Federal tax news.*Waiting for your confirmation/),
  ])
  for (const id of ['', 'newsletter', '-'.repeat(36)]) {
    reader.document.querySelector('main [name=id]')?.setAttribute('value', id)
    await reader.press('Unsubscribe: Newsletter')
    expect([reader.status, reader.alerts.join(' ')]).toEqual([
      422,
      expect.stringContaining('which list you want to leave'),
    ])
  }
  expect(await ended(ctx)).toEqual([false, false])
  await reader.press('Unsubscribe: Newsletter')
  expect(await ended(ctx)).toEqual([true, false])
  expect(lists()).toEqual([
    expect.stringMatching(/^Newsletter.*Stopped$/),
    expect.stringMatching(/^Federal tax news.*Unsubscribe$/),
  ])
  await reader.open(`/subscriptions/unsubscribe${key}`)
  await join(reader, 'newsletter')
  await reader.open(`/subscriptions/unsubscribe${key}`)
  await reader.press('Unsubscribe from all')
  expect(await ended(ctx)).toEqual([true, true])
  expect(reader.heading).toBe('You’ve left the list')
  expect(reader.parts('button', /^Unsubscribe/)).toEqual([])
})

test('without the right secret there is no page, and a link that has expired says so', async ({ ctx }) => {
  const reader = await visitor(ctx)
  for (const page of pages)
    for (const query of ['', '?key=', '?key=made-up']) {
      await reader.open(`/subscriptions/${page}${query}`)
      expect([reader.status, reader.heading], `${page}${query}`).toEqual([404, 'Link Not Found'])
    }
  const key = await join(reader, 'newsletter')
  reader.wait(7 * day)
  await reader.open(`/subscriptions/confirm${key}`)
  expect([reader.status, reader.heading]).toEqual([410, 'This Link Has Expired'])
})

test('too many wrong links are refused, and the right one opens all the same', async ({ ctx }) => {
  const reader = await visitor(ctx)
  const key = await join(reader, 'newsletter')
  reader.shop.refusing.add('privateLinkMiss')
  for (const page of pages) {
    await reader.open(`/subscriptions/${page}?key=made-up`)
    expect(reader.status, page).toBe(429)
    await reader.open(`/subscriptions/${page}${key}`)
    expect([reader.status, reader.headers.get('Cache-Control')], page).toEqual([200, 'private, no-store'])
  }
  await reader.open(`/subscriptions/unsubscribe${key}`)
  await reader.press('Unsubscribe')
  expect(await ended(ctx)).toEqual([true])
})
