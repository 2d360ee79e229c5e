import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail, sqlOnShop } from './shop.ts'

const newAddress = () => `writer-${randomUUID().slice(0, 8)}@example.com`
const form = (page: Page) => page.getByRole('form', { name: 'Send a message' })
const send = (page: Page) => form(page).getByRole('button', { name: 'Send Message' })
const message = 'Does the barrel ship <b>first</b>? 🚚\nAnd “when”?'

async function fill(page: Page, email: string) {
  await form(page).getByLabel('First name').fill('Jordan <script>alert(1)</script> 🦊')
  await form(page).getByLabel('Last name').fill('Writer')
  await form(page).getByLabel('Email').fill(email)
  await form(page).getByLabel('Subject').selectOption({ label: 'Shipping and transfers' })
  await form(page).getByLabel('Message').fill(message)
}

async function stored(email: string) {
  return sqlOnShop<{ id: string; message: string; first_name: string }>(
    'select id, message, first_name from contact_messages where email = $1',
    [email],
  )
}

test('the page fits the screen and shows whether support is open', async ({ verified: page }) => {
  await page.goto('/contact')
  await expect(page.getByText(/^(Open|Closed) now$/)).toBeVisible()
  await expect(page.getByText(/^(Until|Opens) .*\d:\d\d [AP]M ET\.$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'support@paco.example' }).first()).toHaveAttribute(
    'href',
    'mailto:support@paco.example',
  )
  await expect(page.getByText('Phone')).toHaveCount(0) // no phone number is set, so none is shown
  await expect(form(page).getByLabel('Subject').getByRole('option')).toHaveCount(6)
  await noSidewaysScroll(page)
})

test('a message is stored, acknowledged by email and sent to staff', async ({ verified: page }) => {
  const email = newAddress()
  await page.goto('/contact')
  await fill(page, email)
  await send(page).click()
  const answer = page.getByRole('status').filter({ hasText: 'We got your message' })
  await expect(answer).toBeFocused()
  const [row] = await stored(email)
  expect(row).toMatchObject({ message, first_name: 'Jordan <script>alert(1)</script> 🦊' })
  await expect(answer).toContainText(row?.id ?? 'no code')
  await page.reload()
  await expect(page.getByText(row?.id ?? 'no code')).toBeVisible()

  const mail = await findMail(email, /^We got your message/)
  expect(mail.text).not.toContain('barrel')
  const desk = await findMail('support@paco.example', new RegExp(row?.id ?? 'no code'))
  expect(desk.text).toContain('Does the barrel ship <b>first</b>? 🚚')
  expect(desk.source).toMatch(new RegExp(`^Reply-To: <?${email}>?\\r?$`, 'm'))

  await page.getByRole('link', { name: 'Write Another' }).click()
  await expect(form(page).getByLabel('Message')).toHaveValue('')
})

test('errors are shown beside their fields, and the input stays', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  await page.goto('/contact')
  await send(page).click()
  for (const [label, words] of [
    ['First name', 'Enter your first name'],
    ['Email', 'Enter your email, so that we can answer'],
    ['Subject', 'Choose what it is about'],
    ['Message', 'Write your message'],
  ] as const)
    await expect(form(page).getByLabel(label)).toHaveAccessibleDescription(words)
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the form' })).toBeFocused()

  // Valid for the browser, invalid for the server.
  await fill(page, 'writer@example')
  await send(page).click()
  await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription(/Enter an address with a domain/)
  await expect(form(page).getByLabel('Message')).toHaveValue(message)
  await expect(form(page).getByLabel('Subject')).toHaveValue('shipping')
})

test('what is typed survives a reload, also after a refusal, and the tab forgets it once it is sent', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  const stored = () => page.evaluate(() => JSON.stringify(sessionStorage))
  const allIsThere = async (email: string) => {
    await expect(form(page).getByLabel('First name')).toHaveValue(/^Jordan/)
    await expect(form(page).getByLabel('Last name')).toHaveValue('Writer')
    await expect(form(page).getByLabel('Email')).toHaveValue(email)
    await expect(form(page).getByLabel('Subject')).toHaveValue('shipping')
    await expect(form(page).getByLabel('Message')).toHaveValue(message)
  }
  await page.goto('/contact')
  await fill(page, 'writer@example')
  await page.reload()
  await allIsThere('writer@example')
  await send(page).click()
  await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription(/Enter an address with a domain/)
  await page.reload()
  await allIsThere('writer@example')

  await form(page).getByLabel('Email').fill(newAddress())
  await send(page).click()
  await expect(page.getByText('We got your message')).toBeVisible()
  expect(await stored()).not.toMatch(/Jordan|Writer/)
})

test('a message to us leads to the form', async ({ verified: page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('link', { name: 'Write to Legal' })).toHaveCount(0) // no number, no line
  await page.getByRole('link', { name: 'Start with a Message' }).click()
  await expect(form(page)).toBeInViewport()
})

test('a quote is requested', async ({ verified: page }) => {
  const email = newAddress()
  await page.goto('/contact/quote?item=AR+pistol+to+SBR')
  await noSidewaysScroll(page)
  const quoteForm = page.getByRole('form', { name: 'Ask for a quote' })
  await expect(quoteForm.getByLabel('What should we quote?')).toHaveValue('AR pistol to SBR')
  await quoteForm.getByLabel('First name').fill('Jordan')
  await quoteForm.getByLabel('Email').fill(email)
  await quoteForm.getByLabel('Message').fill('I have the lower.')
  await quoteForm.getByRole('button', { name: 'Ask for a Quote' }).click()
  await expect(page.getByText('We got your message')).toBeVisible()
  await findMail(email, /^We got your message/)
})
