import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail, readMailbox, sqlOnShop } from './shop.ts'

const newAddress = () => `reader-${randomUUID().slice(0, 8)}@example.com`
const hub = '/subscriptions'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Guerrilla: join the build window' })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** The path of the link in a mail that leads to one of the pages of a subscription. */
function linkIn(text: string, to: 'confirm' | 'unsubscribe' | 'preferences'): string {
  const [found] = new RegExp(`/subscriptions/${to}\\?key=[\\w-]+`).exec(text) ?? []
  if (!found) throw new Error(`No link to ${to} in the mail`)
  return found
}

async function openDialog(page: Page) {
  await page.goto(hub)
  await page.getByRole('link', { name: 'Join Build Window' }).first().click()
  await expect(dialog(page)).toBeVisible()
  return dialog(page)
}

async function fill(page: Page, { name = 'Jordan Reader', email }: { name?: string; email: string }) {
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByRole('button', { name: 'Join the Waitlist' }).click()
}

async function stateOf(email: string) {
  const [row] = await sqlOnShop<{
    confirmed: boolean
    ended: boolean
    position: string
    name: string | null
  }>(
    `select confirmed_at is not null as confirmed, unsubscribed_at is not null as ended, position, name
       from subscriptions join subscribers on subscribers.id = subscriber_id where email = $1`,
    [email],
  )
  return row
}

test('the newsletter is joined, confirmed by email, and left by the private link', async ({
  verified: page,
}) => {
  const email = newAddress()
  await page.goto(hub)
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const answer = page.getByRole('status').filter({ hasText: "You'll be notified!" })
  await expect(answer).toBeFocused()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toHaveCount(0)

  const mail = await findMail(email, /^Confirm your address: Newsletter$/)
  await page.goto(linkIn(mail.text, 'confirm'))
  expect((await stateOf(email))?.confirmed).toBe(false)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
  expect((await stateOf(email))?.confirmed).toBe(true)

  await page.getByRole('link', { name: 'Your subscriptions' }).click()
  await expect(page.getByText('On the list')).toBeVisible()
  await noSidewaysScroll(page)
  await page.getByRole('button', { name: 'Unsubscribe: Newsletter' }).click()
  await expect(page.getByText('Stopped')).toBeVisible()
  expect((await stateOf(email))?.ended).toBe(true)
})

test('the dialog shows errors beside the fields, and keeps the input', async ({ verified: page }) => {
  const box = await openDialog(page)
  await noSidewaysScroll(page)
  await expect(box.getByLabel('Name')).toHaveAttribute('placeholder', 'Your full name')
  await box.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(box.getByLabel('Name')).toBeFocused()
  await expect(box.getByLabel('Name')).toHaveAccessibleDescription('Enter your full name')
  await expect(box.getByLabel('Email')).toHaveAccessibleDescription('Enter your email')
  await fill(page, { name: 'Zoë <b>O’Reader</b> 🦊', email: 'no address' })
  await expect(box.getByLabel('Email')).toBeFocused()
  await expect(box.getByLabel('Email')).toHaveAccessibleDescription(/Enter an address with a domain/)
  await expect(box.getByLabel('Name')).toHaveValue('Zoë <b>O’Reader</b> 🦊')
})

test('the dialog closes, resets and confirms; the subscription has the name', async ({ verified: page }) => {
  const email = newAddress()
  await openDialog(page)
  await fill(page, { email })
  await expect(dialog(page)).toBeHidden()
  await expect(toasts(page)).toContainText('Added to waitlist!')
  await expect(toasts(page)).toContainText("You'll be notified when the drop becomes available.")
  await page.getByRole('link', { name: 'Join Build Window' }).first().click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('')
  await expect(dialog(page).getByLabel('Email')).toHaveValue('')
  await findMail(email, /Guerrilla Line, build window/)
  expect(await stateOf(email)).toMatchObject({ name: 'Jordan Reader', confirmed: false })
})

test('pressing twice makes one subscription and one email', async ({ verified: page }) => {
  const email = newAddress()
  const box = await openDialog(page)
  await box.getByLabel('Name').fill('Jordan Reader')
  await box.getByLabel('Email').fill(email)
  await box.getByRole('button', { name: 'Join the Waitlist' }).dblclick()
  await expect(box).toBeHidden()
  await findMail(email, /build window/)
  expect(await readMailbox(email)).toHaveLength(1)
})

test('a network failure shows a message, and no input is lost', async ({
  verified: page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_|Failed to (load|fetch)/)
  const email = newAddress()
  const box = await openDialog(page)
  await context.setOffline(true)
  await fill(page, { email })
  await expect(toasts(page)).toContainText('Error')
  await expect(toasts(page)).toContainText('Failed to join waitlist. Please try again.')
  await context.setOffline(false)

  // The connection is open, and the shop does not answer.
  await page.route('**/*.data*', (route) => route.abort())
  await box.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(toasts(page).getByText('Failed to join waitlist. Please try again.')).toHaveCount(2)
  await page.unroute('**/*.data*')
  await expect(box.getByLabel('Name')).toHaveValue('Jordan Reader')
  await expect(box.getByLabel('Email')).toHaveValue(email)
  await box.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(box).toBeHidden()
})

test('an existing subscriber sees the same page, and gets an email', async ({ verified: page }) => {
  const email = newAddress()
  await openDialog(page)
  await fill(page, { email })
  const mail = await findMail(email, /^Confirm/)
  await page.goto(linkIn(mail.text, 'confirm'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/You’re number \d+ in line\./)).toBeVisible()
  await sqlOnShop(
    `update subscriptions set requested_at = requested_at - interval '2 minutes'
     where subscriber_id = (select id from subscribers where email = $1)`,
    [email],
  )

  await openDialog(page)
  await fill(page, { email })
  await expect(toasts(page)).toContainText('Added to waitlist!')
  await findMail(email, /^You’re already on the list/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a waitlist is joined on its own page', async ({ page, context, baseURL, browserErrors }) => {
    browserErrors.allow(/422/)
    await passAgeGate(context, baseURL ?? '')
    const email = newAddress()
    await page.goto(hub)
    await page.getByRole('link', { name: 'Join Build Window' }).nth(1).click()
    await page.getByLabel('Name').fill('Jordan Reader')
    await page.getByLabel('Email').fill(`${email.split('@')[0]}@example`)
    await page.getByRole('button', { name: 'Join the Waitlist' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an address with a domain/)
    await expect(page.getByLabel('Name')).toHaveValue('Jordan Reader')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Join the Waitlist' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You'll be notified!")
    await findMail(email, /Outlaw Line, build window/)
  })

  test('the newsletter is joined and confirmed', async ({ page, context, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    const email = newAddress()
    await page.goto(hub)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You'll be notified!")
    await page.goto(linkIn((await findMail(email, /^Confirm/)).text, 'confirm'))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
  })
})
