// What a form has to handle in a browser: errors that take the focus, a network failure, a double press. Once on a form that writes to
// us and once on the one that pays; what every form refuses and keeps is proved by server/every-form.test.ts.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { brokenLine, expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { hold, ownDrop } from './buyer-steps.ts'
import { countRows } from './shop.ts'

test.describe.configure({ timeout: 120_000 })

/** One text field, its error when empty, and its error when too long. */
type Field = { label: string; missing: string; maxLength: number; tooLong: string }

type FormUnderTest = {
  name: string
  open: (page: Page) => Promise<unknown>
  form: (page: Page) => Locator
  fields: readonly Field[]
  choose: (form: Locator) => Promise<unknown>
  missingChoice: string
  missingEmail: string
  send: string
  /** Waits for the success message. */
  done: (page: Page) => Promise<void>
  /** How often it was accepted, by the email in it. */
  count: (email: string) => Promise<number>
  /** The message for a network failure. */
  cutOff: RegExp
}

const forms: readonly FormUnderTest[] = [
  {
    name: 'contact',
    open: (page) => page.goto('/contact'),
    form: (page) => page.getByRole('form', { name: 'Send a message' }),
    fields: [
      {
        label: 'First name',
        missing: 'Enter your first name',
        maxLength: 80,
        tooLong: 'Keep the name under 80 characters',
      },
      {
        label: 'Message',
        missing: 'Write your message',
        maxLength: 4_000,
        tooLong: 'Keep the message under 4,000 characters',
      },
    ],
    choose: (form) => form.getByLabel('Subject').selectOption({ index: 1 }),
    missingChoice: 'Choose what it is about',
    missingEmail: 'Enter your email, so that we can answer',
    send: 'Send Message',
    done: (page) => expect(page.getByRole('status').filter({ hasText: 'We got your message' })).toBeVisible(),
    count: (email) => countRows('contact_messages where email = $1', email),
    cutOff: /Everything you typed is still here/,
  },
  {
    name: 'checkout',
    open: async (page) => hold(page, await ownDrop(3), 2),
    form: (page) => page.locator('#reservation'),
    fields: [
      {
        label: 'Full name',
        missing: 'Enter your full name',
        maxLength: 120,
        tooLong: 'Keep the name under 120 characters',
      },
    ],
    choose: async (form) => {
      await form.getByLabel('State you live in').selectOption('FL')
      await form.getByLabel('Home ZIP code').fill('33139')
      await form.getByRole('checkbox', { name: /I am 21 or older/ }).check()
    },
    missingChoice: 'Choose the state you live in',
    missingEmail: 'Enter your email',
    send: 'Pay the $100 deposit',
    done: (page) => expect(page.getByRole('heading', { level: 1, name: 'Number 2 is yours' })).toBeVisible(),
    count: (email) =>
      countRows(
        `sandbox_charges join orders on orders.id = order_id where buyer_email = $1 and status = 'captured'`,
        email,
      ),
    cutOff: /Everything you typed is still here|We couldn’t connect/,
  },
]

const strange = "<script>alert(1)</script> “Zoë” & Søn 🦊 '; drop table drops; --"

/** The error comes first; the field's hint may follow. */
const starting = (words: string) => new RegExp(`^${words}`)

for (const under of forms)
  test(`the form of ${under.name} leads to what is refused, keeps everything over a network failure, and is accepted once when pressed twice`, async ({
    verified: page,
    context,
    browserErrors,
  }) => {
    browserErrors.allow(/422/)
    browserErrors.allow(brokenLine)
    page.on('dialog', (dialog) => {
      throw new Error(`The page opened a dialog: ${dialog.message()}`)
    })
    await under.open(page)
    const form = under.form(page)
    const email = form.getByRole('textbox', { name: 'Email' })
    const send = form.getByRole('button', { name: under.send })

    await send.click()
    await expect(email).toHaveAccessibleDescription(starting(under.missingEmail))
    for (const { label, missing } of under.fields)
      await expect(form.getByLabel(label)).toHaveAccessibleDescription(starting(missing))
    await expect(form.locator('.field-error').filter({ hasText: under.missingChoice })).toBeVisible()
    await expect(form.locator(':focus')).toHaveCount(1)
    await noSidewaysScroll(page)

    // A program can send what a browser does not allow.
    await form.evaluate((element) => {
      for (const field of element.querySelectorAll('[maxlength]')) field.removeAttribute('maxlength')
    })
    const long = `${'a'.repeat(260)}@example.com`
    for (const { label, maxLength } of under.fields)
      await form.getByLabel(label).fill('x'.repeat(maxLength + 1))
    await email.fill(long)
    await under.choose(form)
    await send.click()
    await expect(email).toHaveAccessibleDescription(/This address is too long/)
    await expect(email).toHaveValue(long)
    for (const { label, maxLength, tooLong } of under.fields) {
      await expect(form.getByLabel(label)).toHaveAccessibleDescription(starting(tooLong))
      await expect(form.getByLabel(label)).toHaveValue('x'.repeat(maxLength + 1))
    }
    await noSidewaysScroll(page)

    const address = `form-${randomUUID().slice(0, 8)}@example.com`
    for (const { label } of under.fields) await form.getByLabel(label).fill(strange)
    await email.fill(address)
    await context.setOffline(true)
    await send.click()
    await expect(page.getByText(under.cutOff).first()).toBeVisible()
    for (const { label } of under.fields) await expect(form.getByLabel(label)).toHaveValue(strange)
    await expect(email).toHaveValue(address)
    await context.setOffline(false)
    await send.dblclick()
    await under.done(page)
    expect(await under.count(address)).toBe(1)
  })
