// After booking a seat: the email, and a returned seat.
import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { findMail, runJob, sqlOnShop } from './shop.ts'
import { book, linkIn, ownClass, paySeat } from './class-steps.ts'

const ownAddress = () => `student-${randomUUID().slice(0, 8)}@example.test`

test('a returned seat is offered to the next in the waitlist', async ({ verified: page }) => {
  test.setTimeout(180_000)
  const [holder, waiting, session] = [ownAddress(), ownAddress(), await ownClass(1)]
  await book(page, session, holder)

  await page.goto(`/subscriptions?topic=course:${session}`)
  await page.getByLabel('Name').fill('Sam Waiting')
  await page.getByLabel('Email').fill(waiting)
  await page.getByRole('button', { name: 'Join the Waitlist' }).click()
  const confirm = await findMail(waiting, /^Confirm/)
  await page.goto(linkIn(confirm.text, /http\S+\/subscriptions\/confirm\?key=[\w-]+/))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')

  // The student opens the seat from the email and cancels in time.
  const booked = await findMail(holder, /^Booked: /)
  await page.goto(linkIn(booked.text, /http\S+\/seat\/open\?key=[\w-]+/))
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+\/seat$/)
  await page.getByRole('link', { name: /^Cancel and Refund/ }).click()
  await page.getByRole('button', { name: /^Refund \$/ }).click()
  await expect
    .poll(
      async () =>
        sqlOnShop(`select state from session_seats where session_id = $1 and state = 'taken'`, [session]),
      { timeout: 60_000 },
    )
    .toEqual([])

  // Runs now what the shop does every minute.
  for (const job of ['offer-seats', 'notify-students']) await runJob(job)
  expect((await findMail(holder, /^Canceled: /)).attachments?.[0]?.type).toContain('method=CANCEL')
  const offer = await findMail(waiting, /^A seat for you: /)

  await page.goto(linkIn(offer.text, /http\S+\/offers\/\S+/))
  await expect(page).toHaveURL(/\/checkout\/[0-9A-Z]+$/)
  await paySeat(page, waiting)
  await findMail(waiting, /^Booked: /)
})
