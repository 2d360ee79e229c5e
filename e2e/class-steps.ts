// Steps of journeys through classes: book a seat, and follow a link from a mail.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Pays the deposit of the held seat. */
export async function paySeat(page: Page, email: string) {
  await page.getByLabel('Full name').fill('Robin Student')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('checkbox', { name: /I am 18 or older/ }).check()
  await page.getByRole('radio', { name: /^Test card: approved(?!,)/ }).check()
  await page.getByRole('button', { name: /^Pay (the )?\$75/ }).click()
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+$/)
}

/** Books a seat of a class, from its date to the order. */
export async function book(page: Page, session: string, email: string) {
  await page.goto(`/course-registration/scheduling?session=${session}`)
  await page.getByRole('button', { name: 'Continue with Selected Date' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await paySeat(page, email)
}

/** The path of the first matching link in an email. */
export function linkIn(text: string, pattern: RegExp): string {
  const { pathname, search } = new URL(pattern.exec(text)?.[0] ?? '')
  return pathname + search
}
