// Requests on their way to the shop: held for a while, or sent with what a page would not send, and a program or an old page sends
// all the same.
import type { Page } from '@playwright/test'

/**
 * Gives the next form that carries a field another value for it, on its way to the shop. What a script writes into the
 * page's own field is put right again whenever the form is drawn anew.
 */
export async function changeOnItsWay(page: Page, field: string, value: string) {
  let isChanged = false
  await page.route('**/*', (route) => {
    const sent = new URLSearchParams(route.request().postData() ?? '')
    if (isChanged || !sent.has(field)) return route.fallback()
    isChanged = true
    sent.set(field, value)
    return route.continue({ postData: sent.toString() })
  })
}

/** Holds the requests to an address on their way. Returns the first of them, once it is sent, and how to let them all go on. */
export async function holdRequests(page: Page, address: RegExp) {
  const released = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released.promise
    await route.continue().catch(() => {}) // the page may have given it up
  })
  return { requested: page.waitForRequest(address), release: released.resolve }
}
