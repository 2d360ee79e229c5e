// Requests that are held for a while on their way to the shop.
import type { Page } from '@playwright/test'

/** Holds the requests to an address on their way. Returns the first of them, once it is sent, and how to let them all go on. */
export async function holdRequests(page: Page, address: RegExp) {
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released.promise
    await route.continue().catch(() => {}) // the page may have given it up
  })
  return { requested: page.waitForRequest(address), release: released.resolve }
}
