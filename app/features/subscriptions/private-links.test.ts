import { expect } from 'vitest'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { linkIn, textOf, type Visitor, visitor } from '#test/visitor.ts'
import { subscriptions } from './tables.ts'

const email = 'one@example.com'
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
