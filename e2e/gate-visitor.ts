// The age gate, and what it stores in the browser.
import type { Page } from '@playwright/test'

/** Storage key of the record and name of the cookie that mirrors it, written out: people's browsers hold this very name. */
export const key = 'paco-age'

export const gate = (page: Page) => page.getByRole('dialog', { name: 'Are you 18 or older?' })
export const adult = (page: Page) => page.getByRole('button', { name: 'I am 18 years or older' })
export const minor = (page: Page) => page.getByRole('button', { name: 'I am under 18' })
/** The footer is on every page of the shop, and nowhere before the gate. */
export const shop = (page: Page) => page.getByRole('contentinfo')

/** What the browser stores after the gate. The cookie's value is encoded, as sent. */
export async function stored(page: Page) {
  const record = await page.evaluate((name) => localStorage.getItem(name), key)
  const cookie = (await page.context().cookies()).find(({ name }) => name === key)?.value
  return { record, cookie }
}
