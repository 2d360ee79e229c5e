// The desks of rules, words, lists and retention: read, changed with evidence, previewed, sent.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdRequests } from './on-its-way.ts'
import { findMail, runJob, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test('the rule of a place is added, changed and taken away with evidence, and confirmed with others', async ({
  page,
  context,
  browserErrors,
  baseURL,
}) => {
  browserErrors.allow(/the server responded with a status of 422/)
  await signInAs(context, 'owner', { baseURL, name: 'O. Reader' })
  const id = `own-${randomUUID().slice(0, 8)}`
  await page.goto('/staff/rules/places')
  await page.getByRole('link', { name: 'Add place' }).click()
  await page.getByLabel('Name in lists').fill(id)
  await page.getByLabel('State', { exact: true }).selectOption('VT')
  await page.getByLabel('Place, as pages call it').fill(`Harbor ${id}`)
  await page.getByLabel('Magazine limit').fill('10')
  await press(page, 'Show what changes')
  await expect(page.getByText('Give the beginnings of its ZIP codes.')).toBeVisible()
  await page.getByLabel('ZIP codes').fill('05899')
  await page.getByLabel('Magazines', { exact: true }).selectOption('restricted')
  await press(page, 'Show what changes')
  await expect(page.getByText('No open order changes its verdict.')).toBeVisible()
  await press(page, 'Confirm version 1')
  await expect(page.getByText('Say what you read: it is recorded with your name.')).toBeVisible()
  await page.getByLabel('What you read, for the record').fill('City code 7-1')
  await press(page, 'Confirm version 1')
  await expect(page.getByRole('heading', { level: 1, name: `Harbor ${id}` })).toBeVisible()
  await expect(page.getByText('City code 7-1')).toBeVisible()

  await page.goto('/staff/rules/places')
  await page.getByRole('table', { name: 'Rules of places' }).getByLabel(`Select Harbor ${id}`).check()
  await page.getByLabel('What you read, for the record').fill('Read again')
  await press(page, 'Confirm these rules')
  await expect(
    page.getByRole('row', { name: new RegExp(`Harbor ${id}`) }).getByText(/O\. Reader/),
  ).toBeVisible()

  await page.goto(`/staff/rules/places/${id}/removal`)
  await page.getByLabel('What you read, for the record').fill('Repealed')
  await press(page, 'Delete it')
  await expect(page.getByRole('heading', { level: 1, name: 'Places and ages' })).toBeVisible()
  await expect(page.getByText(`Harbor ${id}`)).toHaveCount(0)
  await page.goto('/staff/audit?verb=local-rule')
  await expect(page.getByText(id).first()).toBeVisible()
})

test('an age to buy is changed by the first of two, with its evidence', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(context, 'owner', { baseURL })
  // A state that no other journey buys from.
  await sqlOnShop(
    `insert into purchase_ages (age_class, state, years, as_of) values ('goods', 'WY', 18, current_date) on conflict do nothing`,
  )
  await page.goto('/staff/rules/ages/goods-WY')
  await page.getByLabel('From age').fill('17')
  await press(page, 'Show what changes')
  await expect(page.getByText('Nothing is sold to anybody under 18.')).toBeVisible()
  await page.getByLabel('From age').fill('19')
  await press(page, 'Show what changes')
  await expect(page.getByText('0 open checkouts read the new')).toBeVisible()
  await page.getByLabel('What you read, for the record').fill('Statute 6-1')
  await press(page, /^Confirm version/)
  await expect(page.getByText('Statute 6-1')).toBeVisible()
  await expect(page.getByLabel('From age')).toHaveValue('19')
})

test('claims are confirmed together, with what was read', async ({
  page,
  context,
  browserErrors,
  baseURL,
}) => {
  browserErrors.allow(/the server responded with a status of 422/)
  await signInAs(context, 'owner', { baseURL, name: 'O. Claims' })
  // Claims that no other journey changes.
  const keys = ['one', 'two'].map((name) => `own.${name}${randomUUID().slice(0, 8)}`)
  for (const key of keys)
    await sqlOnShop(
      `insert into claims (key, text, figure, source, reviewed_on, period) values ($1, 'It is so.', '3 days', 'F.S.', current_date - 80, '')`,
      [key],
    )
  await page.goto('/staff/rules/claims')
  const claims = page.getByRole('table', { name: 'Claims' })
  for (const key of keys) await claims.getByLabel(`Select ${key}`).check()
  await press(page, 'Confirm these claims')
  await expect(page.getByText('Say what you read: it is recorded with your name.')).toBeVisible()
  await page.getByLabel('What you read, for the record').fill('Statute 9')
  await press(page, 'Confirm these claims')
  for (const key of keys)
    await expect(claims.getByRole('row', { name: new RegExp(key) })).toContainText('O. Claims')
  await claims.getByRole('link', { name: keys[0] ?? '' }).click()
  await expect(page.getByText('Statute 9')).toBeVisible()
})

// The browser has never seen the gate: a preview has to work without its record.
test('a text is drafted, previewed without the record of the age gate, and thrown away', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await signInAs(context, 'owner', { baseURL })
  const lead = `How we keep this page usable ${randomUUID().slice(0, 8)}.`
  await page.goto('/staff/words/accessibility')
  const before = await page.getByLabel('Lead').inputValue()
  await page.getByLabel('Lead').fill(lead)
  await press(page, 'Save draft')
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByText('of a draft. Visitors read the version in force.')).toBeVisible()
  await expect(page.getByText(lead)).toBeVisible()
  await page.getByRole('link', { name: 'Back to its sheet' }).click()
  await expect(page.getByRole('region', { name: 'What changes for visitors' })).toContainText(lead)
  await page.getByRole('button', { name: 'Throw the draft away' }).click()
  await expect(page.getByLabel('Lead')).toHaveValue(before)
})

test('a draft that is saved while its email is still being drawn opens', async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(context, 'owner', { baseURL })
  await page.goto('/staff/subscriptions/announcements/new')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  const preview = await holdRequests(page, /\/preview\.data/)
  const script = await holdRequests(page, /\/__manifest.*announcements%2F[\da-f]{8}-/)
  await page.getByLabel('Subject, which is also its heading').fill(`News ${randomUUID().slice(0, 8)}`)
  await page.getByRole('textbox', { name: 'Text' }).fill('The workshop is open on Saturday.')
  const drawing = await preview.requested
  await press(page, 'Save draft')
  await script.requested
  preview.release()
  await expect.poll(async () => drawing.failure() !== null || (await drawing.response()) !== null).toBe(true)
  script.release()
  await expect(page.getByRole('button', { name: 'Send a test to me' })).toBeVisible()
})

test('an announcement is written, tried on its writer, sent to a list, and says how it went', async ({
  page,
  context,
  browserErrors,
  baseURL,
}) => {
  browserErrors.allow(/the server responded with a status of 422/)
  test.setTimeout(120_000)
  const member = await signInAs(context, 'owner', { baseURL })
  const email = `reader-${randomUUID().slice(0, 8)}@example.test`
  await sqlOnShop(
    `with person as (insert into subscribers (email, created_at) values ($1, now()) returning id)
     insert into subscriptions (subscriber_id, topic, consent_version, consent_words, joined_at, requested_at, confirmed_at)
     select id, 'newsletter', '2026-11', 'A mail.', now(), now(), now() from person`,
    [email],
  )
  const subject = `News ${randomUUID().slice(0, 8)}`
  await page.goto('/staff/subscriptions')
  await page.getByRole('link', { name: 'Write an announcement' }).click()
  await press(page, 'Save draft')
  await expect(page.getByRole('alert').or(page.locator('[aria-invalid]')).first()).toBeVisible()
  await page.getByLabel('Subject, which is also its heading').fill(subject)
  await page.getByRole('textbox', { name: 'Text' }).fill('The workshop is open on Saturday.')
  await press(page, 'Save draft')
  await press(page, 'Send a test to me')
  await findMail(member.email, new RegExp(subject))
  await page.getByRole('link', { name: 'Send or schedule' }).click()
  await page.getByLabel(/^I read the email/).check()
  await press(page, 'Send or schedule')
  // The shop's own job may have sent it already.
  await expect(page.getByRole('heading', { name: /^(Sending|Result)$/ })).toBeVisible()
  await runJob('send-written-announcements')
  expect((await findMail(email, new RegExp(subject))).text).toContain('The workshop is open on Saturday.')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible()

  await page.goto(`/staff/subscriptions?q=${encodeURIComponent(email)}`)
  await expect(page.getByText(email).first()).toBeVisible()
})
