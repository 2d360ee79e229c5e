import type { Page } from '@playwright/test'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail } from './shop.ts'
import { giveAuthenticator, signInAs } from './staff-steps.ts'
import { accessible } from './sweep-checks.ts'

// A mail, an authenticator and two browsers.
test.describe.configure({ timeout: 120_000 })

const ownEmail = () => `staff-${crypto.randomUUID().slice(0, 8)}@example.com`

/** Passkeys belong to a name, and the shop under test is opened by number otherwise. */
const byName = (baseURL: string | undefined) => (baseURL ?? '').replace('127.0.0.1', 'localhost')

async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.goto('/staff/people')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption({ label: role })
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(`An email with a link is on its way to ${email}.`)).toBeVisible()
  const { text } = await findMail(email, /^Your invitation/)
  return /\/staff\/invitation\?key=[\w-]+/.exec(text)?.[0] ?? ''
}

test('an invited person makes a passkey, and signs in with nothing else', async ({
  browser,
  context,
  page,
  baseURL,
}) => {
  await signInAs(context, 'owner')
  const email = ownEmail()
  const link = await invite(page, email, 'Desk')
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(email)
  await accessible(page, { enlarged: 'page' })
  await page.setViewportSize({ width: 390, height: 844 })
  const revoke = page.getByRole('button', { name: `Revoke the invitation of ${email}` })
  // Other journeys invite people as well: it may be far down, but not outside to the right.
  await revoke.scrollIntoViewIfNeeded()
  await expect(revoke).toBeInViewport()
  await noSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  const own = await browser.newContext({ baseURL: byName(baseURL) })
  const desk = await own.newPage()
  await givesNothingAway(desk, byName(baseURL))
  await giveAuthenticator(own, desk)
  await desk.goto(link)
  await desk.getByLabel('Your name').fill('R. Desk')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'How you sign in' })).toBeVisible()
  await accessible(desk)
  await desk.goto('/staff/account') // nothing else is open yet
  await expect(desk.getByRole('heading', { name: 'How you sign in' })).toBeVisible()
  await desk.getByLabel('Name of the passkey').fill('Desk laptop')
  await desk.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(desk.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await expect(desk.getByRole('listitem')).toHaveCount(10)

  await desk.goto('/staff/account')
  await expect(desk.getByRole('table', { name: 'Your passkeys' })).toContainText('Desk laptop')
  await desk.getByRole('button', { name: 'Remove the passkey Desk laptop' }).click()
  await expect(desk.getByRole('alert')).toContainText('your only way to sign in')
  await desk.getByLabel('Title block').getByRole('button', { name: 'Sign out' }).click()
  await expect(desk.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await desk.goto('/staff/account?of=1')
  await desk.getByRole('button', { name: 'Continue with passkey' }).focus()
  await desk.keyboard.press('Enter')
  await expect(desk).toHaveURL(/\/staff\/account\?of=1$/)
  expect((await desk.goto('/staff/people'))?.status()).toBe(403)
  await own.close()
})

/** Asserts that a public page loads nothing of the console. */
async function givesNothingAway(page: Page, address: string) {
  await passAgeGate(page.context(), address)
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((path) => /sign-in|console|people|passkey|simplewebauthn/.test(path))).toEqual([])
  page.removeAllListeners('response')
}
