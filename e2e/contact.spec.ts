// What the script of the contact page does; the rest is proved in app/features/contact/messages.test.ts.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

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

async function allIsThere(page: Page, email: string) {
  await expect(form(page).getByLabel('First name')).toHaveValue('Jordan <script>alert(1)</script> 🦊')
  await expect(form(page).getByLabel('Last name')).toHaveValue('Writer')
  await expect(form(page).getByLabel('Email')).toHaveValue(email)
  await expect(form(page).getByLabel('Subject')).toHaveValue('shipping')
  await expect(form(page).getByLabel('Message')).toHaveValue(message)
}

test('the form says what is missing, keeps what is typed over reloads, and the tab forgets it once it is sent', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/422/)
  await page.goto('/contact')
  await page.getByRole('link', { name: 'Start with a Message' }).click()
  await expect(form(page)).toBeInViewport()

  await send(page).click()
  await expect(form(page).getByLabel('Subject')).toHaveAccessibleDescription('Choose what it is about')
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the form' })).toBeFocused()

  await fill(page, 'writer@example')
  await page.reload()
  await allIsThere(page, 'writer@example')
  await send(page).click()
  await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription(/Enter an address with a domain/)
  await allIsThere(page, 'writer@example')
  await page.reload()
  await allIsThere(page, 'writer@example')

  await form(page)
    .getByLabel('Email')
    .fill(`writer-${randomUUID().slice(0, 8)}@example.com`)
  await send(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'We got your message' })).toBeFocused()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/Jordan|Writer/)
  await page.getByRole('link', { name: 'Write Another' }).click()
  await expect(form(page).getByLabel('Message')).toHaveValue('')
})
