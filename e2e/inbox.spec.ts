// The inbox behind the counter: a data request from its sender to its answer, and a message that is answered.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail, sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

// Several pages and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const newAddress = () => `asks-${crypto.randomUUID().slice(0, 8)}@example.com`

/** A line of what the shop holds about somebody: a row of the table, a card on a phone. */
const held = (page: Page, line: RegExp) =>
  page.getByRole('row', { name: line }).or(page.getByRole('listitem').filter({ hasText: line }))

test('a person asks for their data and for its deletion; staff export, delete and answer in time', async ({
  verified: page,
  context,
  baseURL,
}) => {
  const email = newAddress()
  await write(page, email, 'Is the <b>case</b> included?')
  await ask(page, /Send me my data/, email)
  await ask(page, /Delete my data/, email)
  await signInAs(context, 'manager', { baseURL, name: 'M. Sample' })

  await openRequest(page, email, 'Send me my data')
  await expect(page.getByRole('contentinfo', { name: 'Title block' })).toContainText(/Open\s*(44|45) d/)
  await expect(held(page, /Messages and quotes\s*1/)).toBeVisible()
  await noSidewaysScroll(page)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export as JSON' }).click()
  const exported = await readFile(await (await file).path(), 'utf8')
  expect(JSON.parse(exported)).toMatchObject({ messages: [{ message: 'Is the <b>case</b> included?' }] })
  await closeWith(page, 'Everything is in the attached file.')
  await findMail(email, /data request/i)

  await openRequest(page, email, 'Delete my data')
  await page.getByRole('link', { name: 'Delete data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Delete the data of ${email}` })).toBeVisible()
  await page.getByRole('button', { name: 'Delete now' }).click()
  await expect(held(page, /Messages and quotes\s*0/)).toBeVisible()
  expect(await sqlOnShop('select 1 from contact_messages where email = $1', [email])).toEqual([])
  await closeWith(page, 'Your message is deleted.')
  await expect(page.getByRole('link', { name: 'Delete data' })).toHaveCount(0)
})

test('a message is assigned and answered by email; an empty answer is refused, and one that comes after a colleague’s', async ({
  verified: page,
  context,
  baseURL,
  browser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 422/)
  const email = newAddress()
  await write(page, email, 'Does the barrel ship first?')
  await signInAs(context, 'desk', { baseURL, name: 'D. Sample' })
  await page.goto('/staff/inbox')
  await noSidewaysScroll(page)
  const [{ id } = { id: '' }] = await sqlOnShop<{ id: string }>(
    'select id from contact_messages where email = $1',
    [email],
  )
  await page.goto(`/staff/inbox/messages/${id}`)
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  await signInAs(other, 'desk', { baseURL, name: 'E. Sample' })
  const colleague = await other.newPage()
  await colleague.goto(`/staff/inbox/messages/${id}`)
  await page.getByRole('button', { name: 'Take it on' }).click()
  await expect(page.getByRole('button', { name: 'Give it back' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByLabel(`Answer to ${email}`)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(`Answer to ${email}`).fill('It does, two weeks before.')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('It does, two weeks before.')).toBeVisible()
  await expect(page.getByRole('contentinfo', { name: 'Title block' })).toContainText('Answered')
  await noSidewaysScroll(page)
  expect((await findMail(email, /^Re: /)).text).toContain('It does, two weeks before.')

  const theirs = colleague.getByLabel(`Answer to ${email}`)
  await theirs.fill('By the way, it is free.')
  await colleague.getByRole('button', { name: 'Send the answer' }).click()
  await expect(colleague.getByText('Somebody else answered since you opened this.')).toBeVisible()
  await expect(colleague.getByText('It does, two weeks before.')).toBeVisible()
  await expect(theirs).toHaveValue('By the way, it is free.')
  await colleague.getByRole('button', { name: 'Send the answer' }).click()
  await expect(colleague.getByText('E. Sample, ')).toBeVisible()
  await other.close()
})

/** Writes to the shop by the contact page. */
async function write(page: Page, email: string, message: string) {
  await page.goto('/contact')
  const form = page.getByRole('form', { name: 'Send a message' })
  await form.getByLabel('First name').fill('Jordan')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Subject').selectOption({ index: 1 })
  await form.getByLabel('Message').fill(message)
  await form.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'We got your message' })).toBeVisible()
}

/** Asks by the privacy page, and confirms it from the email. */
async function ask(page: Page, kind: RegExp, email: string) {
  await page.goto('/privacy#request')
  await page.getByLabel(kind).check()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('One more step')).toBeVisible()
  const [{ id } = { id: '' }] = await sqlOnShop<{ id: string }>(
    'select id from data_requests where email = $1 order by requested_at desc limit 1',
    [email],
  )
  const isOfIt = new RegExp(`/privacy/requests/${id}\\S+`)
  await expect
    .poll(async () => isOfIt.test((await findMail(email, /Confirm your data request/)).text))
    .toBe(true)
  await page.goto(isOfIt.exec((await findMail(email, /Confirm your data request/)).text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'We have your request' })).toBeVisible()
}

/** Opens it from the list of the inbox. */
async function openRequest(page: Page, email: string, kind: string) {
  await page.goto('/staff/inbox')
  await page.locator('[data-row]').filter({ hasText: email }).getByRole('link', { name: kind }).click()
  await expect(page.getByRole('heading', { level: 1, name: kind })).toBeVisible()
}

async function closeWith(page: Page, answer: string) {
  await page.getByLabel('Answer, which is mailed to the requester').fill(answer)
  await page.getByRole('button', { name: 'Mail answer and close' }).click()
  await expect(page.getByRole('contentinfo', { name: 'Title block' })).toContainText('Closed')
  await expect(page.getByText(answer)).toBeVisible()
}
