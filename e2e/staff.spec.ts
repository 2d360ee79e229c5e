import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail, sqlOnShop } from './shop.ts'
import { giveAuthenticator, signInAs } from './staff-steps.ts'
import { accessible } from './sweep-checks.ts'

// Mails, passwords that are slow to hash on purpose, and several browsers each.
test.describe.configure({ timeout: 120_000 })

const password = 'four plain words here'
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

/** What the authenticator shows. A code opens once, so the next is from the coming half minute, which is accepted too. */
function codeOf(letters: string, ahead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(letters.replaceAll(/\s/g, '')) })
  return totp.generate({ timestamp: Date.now() + ahead * 30_000 })
}

test('an invited person makes a passkey, and signs in with nothing else', async ({
  browser,
  context,
  page,
  baseURL,
}) => {
  await signInAs(context, 'owner', { baseURL })
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
  await giveAuthenticator(own, desk)
  await desk.goto(link)
  await desk.getByLabel('Your name').fill('R. Desk')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: 'How you sign in' })).toBeVisible()
  await desk.goto('/staff/account') // nothing else is open yet
  await expect(desk.getByRole('heading', { name: 'How you sign in' })).toBeVisible()
  await desk.getByLabel('Name of the passkey').fill('Desk laptop')
  await desk.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(desk.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await expect(desk.getByRole('listitem')).toHaveCount(10)
  const code = await desk.getByRole('listitem').first().innerText()

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

  // The owner signs them out everywhere; a recovery code lets them in again, once.
  await page.goto('/staff/people')
  await page
    .getByRole('row', { name: email })
    .getByRole('button', { name: /^Sign out .* everywhere$/ })
    .click()
  await expect(
    page.getByRole('row', { name: email }).getByRole('button', { name: /^Sign out .* everywhere$/ }),
  ).toHaveCount(0)
  await desk.goto('/staff/account')
  await expect(desk.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await desk.goto('/staff/sign-in/recovery')
  await desk.getByLabel('Email').fill(email)
  await desk.getByLabel('Recovery code').fill(code)
  await desk.getByRole('button', { name: 'Sign in' }).click()
  await expect(desk.getByText('9 unused')).toBeVisible()

  // Access ends at once.
  const theirs = page.getByRole('row', { name: email })
  await theirs.getByText('End access', { exact: true }).click()
  await theirs.getByLabel('Type R. Desk to end it').fill('R. Dusk')
  await theirs.getByRole('button', { name: 'End access for good' }).click()
  await expect(theirs.getByText('That is not their name as it is written here.')).toBeVisible()
  await expect(theirs.getByLabel('Type R. Desk to end it')).toHaveValue('R. Dusk')
  await theirs.getByLabel('Type R. Desk to end it').fill('R. Desk')
  await theirs.getByRole('button', { name: 'End access for good' }).click()
  await expect(theirs).toContainText('Ended')
  await desk.reload()
  await expect(desk.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await own.close()
})

test('without script a password and an authenticator open the console', async ({
  browser,
  context,
  page,
  baseURL,
}) => {
  await signInAs(context, 'owner', { baseURL })
  const email = ownEmail()
  const link = await invite(page, email, 'Owner')

  const plain = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  const owner = await plain.newPage()
  await owner.goto(link)
  await owner.getByLabel('Your name').fill('M. Owner')
  await owner.getByRole('button', { name: 'Continue' }).click()
  await owner.getByText('Use a password and an authenticator instead').click()
  const letters = await owner.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()
  await owner.getByLabel('New password').fill('short')
  await owner.getByLabel('Code from your authenticator').fill(codeOf(letters))
  await owner.locator('form').evaluateAll((forms) => {
    for (const form of forms) (form as HTMLFormElement).noValidate = true
  })
  await owner.getByRole('button', { name: 'Save password and authenticator' }).click()
  await expect(owner.getByText('Use at least 15 characters.')).toBeVisible()
  await expect(owner.getByText(letters)).toBeVisible() // the same authenticator, which was scanned already
  await owner.getByLabel('New password').fill(password)
  await owner.getByLabel('Code from your authenticator').fill(codeOf(letters, -1))
  await owner.getByRole('button', { name: 'Save password and authenticator' }).click()
  await expect(owner.getByRole('listitem')).toHaveCount(10)

  await owner.goto('/staff/account')
  await owner.getByLabel('Title block').getByRole('button', { name: 'Sign out' }).click()
  await owner.getByText('Another way in').click()
  await owner.getByLabel('Email').fill(email)
  await owner.getByLabel('Password').fill(password)
  await owner.getByRole('button', { name: 'Continue with password' }).click()
  await owner.getByLabel('Code from your authenticator').fill(codeOf(letters))
  await owner.getByRole('button', { name: 'Open the console' }).click()
  await expect(owner).not.toHaveURL(/\/staff\/sign-in/)
  await owner.goto('/staff/people')
  await expect(owner.getByRole('heading', { name: 'People and roles' })).toBeVisible()

  // Some time later: people are changed only after signing in again, and what was typed is there.
  await sqlOnShop(
    `update staff_sessions set signed_in_at = now() - interval '11 minutes'
     where member_id = (select id from staff_members where email = $1)`,
    [email],
  )
  const invited = ownEmail()
  await owner.getByLabel('Email').fill(invited)
  await owner.getByRole('button', { name: 'Invite' }).click()
  await expect(owner.getByRole('heading', { name: 'Sign in again' })).toBeVisible()
  await owner.getByLabel('Password').fill(password)
  await owner.getByLabel('Code from your authenticator').fill(codeOf(letters, 1))
  await owner.getByRole('button', { name: 'Continue with password' }).click()
  await expect(owner.getByRole('heading', { name: 'Nothing was lost' })).toBeVisible()
  await expect(owner.getByText(invited)).toBeVisible()
  await owner.getByRole('button', { name: 'Send it now' }).click()
  await expect(owner.getByText(`An email with a link is on its way to ${invited}.`)).toBeVisible()
  await plain.close()
})

test('sessions are listed and ended, and the form of one that ran out waits', async ({
  context,
  page,
  baseURL,
}) => {
  const member = await signInAs(context, 'owner', { baseURL })
  await page.goto('/staff/account')
  await sqlOnShop(
    `insert into staff_sessions (token_hash, member_id, created_at, last_seen_at, signed_in_at, method, device)
     values ('another', $1, now(), now(), now(), 'passkey', 'Firefox on Windows')`,
    [member.id],
  )
  await page.reload()
  await page.getByRole('button', { name: 'End the session of Firefox on Windows' }).click()
  await expect(page.getByText('Firefox on Windows')).toHaveCount(0)
  await page.goto('/staff/people')
  await page.getByLabel('Email').fill(ownEmail())
  await sqlOnShop(
    `update staff_sessions set last_seen_at = now() - interval '31 minutes' where member_id = $1`,
    [member.id],
  )
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(decodeURIComponent(page.url())).toContain('next=/staff/again?form=')
})

test('after five tries the form stops answering, whether or not there is such an account', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/ 409 | 429 /) // refused on purpose
  const email = ownEmail()
  await page.goto('/staff/sign-in')
  await page.getByText('Another way in').click()
  await page.getByLabel('Email').fill(email)
  for (let at = 0; at < 5; at++) {
    await page.getByLabel('Password').fill(`wrong ${at}`)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Continue with password' }).click()
    await answered
    await expect(page.getByRole('alert')).toContainText('That is not right')
  }
  await page.getByRole('button', { name: 'Continue with password' }).click()
  await expect(page.getByRole('alert')).toContainText('Too many tries')
})

test('public pages load nothing of the console, and nothing names it', async ({
  verified: page,
  baseURL,
}) => {
  const loaded: string[] = []
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname))
  await page.goto('/about')
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((path) => /sign-in|console|people|passkey|simplewebauthn/.test(path))).toEqual([])
  expect(await page.content()).not.toContain('/staff')
  const robots = await (await fetch(`${baseURL}/robots.txt`)).text()
  expect(robots).not.toContain('staff')
  const answer = await page.goto('/staff/sign-in')
  expect(answer?.headers()['x-robots-tag']).toBe('noindex')
  expect(answer?.headers()['cache-control']).toContain('no-store')
})

test('a link that opens nothing anymore says how to get another one', async ({ page, browserErrors }) => {
  browserErrors.allow(/410/)
  const ended = { '/staff/setup?key=ended': /owner-link/, '/staff/invitation?key=ended': /Ask for a new one/ }
  for (const [link, words] of Object.entries(ended)) {
    await page.goto(link)
    await expect(page.getByRole('main')).toContainText(words)
  }
})
