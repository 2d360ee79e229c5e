// The shop's forms, as data for the checks that every form has to pass.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { hold, ownDrop } from './reservation-steps.ts'
import { sqlOnShop } from './shop.ts'

/** One text field, its error when empty, and its error when too long. */
type Field = { label: string; missing?: string; maxLength: number; tooLong: string }

/** A form under test. */
export type FormUnderTest = {
  name: string
  /** Opens the form, also without script. */
  open: (page: Page) => Promise<void>
  form: (page: Page) => Locator
  /** Its path without script, if different. */
  plainForm?: (page: Page) => Locator
  fields: readonly Field[]
  /** Choices, and the error when nothing is chosen. */
  choose?: (form: Locator) => Promise<void>
  missingChoice?: string
  missingEmail: string
  send: string
  /** Waits for the success message. */
  done: (page: Page) => Promise<void>
  /** How often it was accepted, by the email in it. */
  count: (email: string) => Promise<number>
  /** The message for a network failure. */
  cutOff: RegExp
}

const counted = (statement: string) => async (email: string) => {
  const [row] = await sqlOnShop<{ count: number }>(`select count(*)::int as count from ${statement}`, [email])
  return row?.count ?? 0
}
const heading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const subscribed = counted(
  'subscriptions join subscribers on subscribers.id = subscriber_id where email = $1',
)

const message: Field = {
  label: 'Message',
  missing: 'Write your message',
  maxLength: 4_000,
  tooLong: 'Keep the message under 4,000 characters',
}
const firstName: Field = {
  label: 'First name',
  missing: 'Enter your first name',
  maxLength: 80,
  tooLong: 'Keep the name under 80 characters',
}
const written = {
  missingEmail: 'Enter your email, so that we can answer',
  done: (page: Page) =>
    expect(page.getByRole('status').filter({ hasText: 'We got your message' })).toBeVisible(),
  count: counted('contact_messages where email = $1'),
  cutOff: /Everything you typed is still here/,
}

/** Every form that accepts input. */
export const forms: readonly FormUnderTest[] = [
  {
    ...written,
    name: 'contact',
    open: async (page) => void (await page.goto('/contact')),
    form: (page) => page.getByRole('form', { name: 'Send a message' }),
    fields: [firstName, message],
    choose: async (form) => void (await form.getByLabel('Subject').selectOption({ index: 1 })),
    missingChoice: 'Choose what it is about',
    send: 'Send Message',
  },
  {
    ...written,
    name: 'quote',
    open: async (page) => void (await page.goto('/contact/quote')),
    form: (page) => page.getByRole('form', { name: 'Ask for a quote' }),
    fields: [
      {
        label: 'What should we quote?',
        missing: 'Say what you want a quote for',
        maxLength: 160,
        tooLong: 'Keep this under 160 characters',
      },
      firstName,
      message,
    ],
    send: 'Ask for a Quote',
  },
  {
    name: 'newsletter',
    open: async (page) => void (await page.goto('/subscriptions')),
    form: (page) => page.locator('form').filter({ has: page.getByRole('button', { name: 'Subscribe' }) }),
    fields: [],
    missingEmail: 'Enter your email',
    send: 'Subscribe',
    done: (page) => expect(page.getByText("You'll be notified!")).toBeVisible(),
    count: subscribed,
    cutOff: /That didn’t go through\. Please try again\./,
  },
  {
    name: 'waitlist',
    open: async (page) => {
      await page.goto('/drops/cyber-vol-1')
      await page.getByRole('link', { name: 'Get Notified' }).click()
    },
    form: (page) => page.getByRole('dialog'),
    plainForm: (page) => page.getByRole('main').locator('form'),
    fields: [
      {
        label: 'Name',
        missing: 'Enter your full name',
        maxLength: 120,
        tooLong: 'Keep the name under 120 characters',
      },
    ],
    missingEmail: 'Enter your email',
    send: 'Join the Waitlist',
    done: (page) => expect(page.getByText(/Added to waitlist!|You'll be notified!/).first()).toBeVisible(),
    count: subscribed,
    cutOff: /Failed to join waitlist\. Please try again\./,
  },
  {
    name: 'data request',
    open: async (page) => void (await page.goto('/privacy#request')),
    form: (page) => page.locator('#request form'),
    fields: [{ label: 'Details', maxLength: 2_000, tooLong: 'Keep this under 2,000 characters' }],
    choose: (form) => form.getByRole('radio').first().check(),
    missingChoice: 'Choose what you ask for',
    missingEmail: 'Enter the email that you used here',
    send: 'Send request',
    done: async (page) => expect(page.locator('#request').getByRole('status')).toBeVisible(),
    count: counted('data_requests where email = $1'),
    cutOff: /Everything you typed is still here/,
  },
  {
    name: 'checkout',
    open: async (page) => void (await hold(page, await ownDrop(3), 2)),
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
    done: heading('Number 2 is yours'),
    cutOff: /We couldn’t connect/,
    count: counted(
      `sandbox_charges join orders on orders.id = order_id where buyer_email = $1 and status = 'captured'`,
    ),
  },
]

/** A unique email address. */
export const newAddress = () => `form-${randomUUID().slice(0, 8)}@example.com`
