import { expect } from 'vitest'
import { minute } from '#app/kit/clock.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { test } from '#test/db.ts'
import { linkIn, visitor } from '#test/visitor.ts'

test('a seat that its student returns is offered to the next in the waitlist, who books it', async ({
  ctx,
}) => {
  const session = await givenSession(ctx.db, { seats: 1 })
  await bookSeat(ctx, session, { email: 'holder@example.com' })
  const waiting = await visitor(ctx)
  await waiting.open(`/ccw-training`)
  await waiting.follow(/^Join Waitlist/)
  expect(waiting.path).toBe(`/subscriptions?topic=course%3A${session}`)
  waiting.fill({ Name: 'Sam Waiting', Email: 'waiting@example.com' })
  await waiting.press('Join the Waitlist')
  await waiting.open(linkIn(await waiting.mail('waiting@example.com', /^Confirm/), /\/confirm\?key=/))
  await waiting.press('Confirm')
  expect(waiting.heading).toBe('You’re on the list')

  const holder = waiting.another()
  await holder.open(linkIn(await holder.mail('holder@example.com', /^Booked: /), /\/seat\/open\?key=/))
  expect(holder.path).toMatch(/^\/orders\/[0-9A-Z]+\/seat$/)
  await holder.follow(/^Cancel and Refund/)
  await holder.press(/^Refund \$/)
  holder.wait(minute)
  for (const job of ['reconcile-refunds', 'offer-seats', 'notify-students']) await holder.run(job)
  const canceled = await holder.mail('holder@example.com', /^Canceled: /)
  expect(canceled.attachments?.[0]?.type).toContain('method=CANCEL')

  await waiting.open(linkIn(await waiting.mail('waiting@example.com', /^A seat for you: /), /\/offers\//))
  expect(waiting.path).toMatch(/^\/checkout\/[0-9A-Z]+$/)
  expect(waiting.field('Email').value).toBe('waiting@example.com')
  waiting.fill({ 'Full name': 'Sam Waiting' })
  waiting.fillOne(/I am \d+ or older/, true)
  waiting.fillOne(/^Test card: approved(?!,)/, true)
  await waiting.press(/^Pay (the )?\$75/)
  expect(waiting.path).toMatch(/^\/orders\/[0-9A-Z]+$/)
  await waiting.mail('waiting@example.com', /^Booked: /)
})
