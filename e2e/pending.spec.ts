// A pressed button answers at once, on every form: here on those that one press sends, while the shop's answer is still out.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { buyerLink, dataRequestLink, subscriptionLink } from './private-links.ts'
import { ownAddress } from './buyer-steps.ts'

/** Longer than anybody takes for an answer that is at once. */
const atOnceMs = 100

test('forms of private links show that they were pressed', async ({ verified: page }) => {
  const forms = [
    [await dataRequestLink(), 'Confirm'],
    [await subscriptionLink('confirm'), 'Confirm'],
    [await subscriptionLink('preferences'), 'Unsubscribe'],
    [await subscriptionLink('unsubscribe'), 'Unsubscribe'],
    [await buyerLink(ownAddress()), 'Close'],
  ] as const
  for (const [address, name] of forms)
    await test.step(`${address.split('?')[0]}`, async () => {
      await page.goto(address)
      await expect(page.locator('html')).toHaveAttribute('data-hydrated')
      const answer = await holdPosts(page)
      const button = page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .first()
      expect(await busyAfterPress(button)).toBe(true)
      answer()
      await expect(page.locator('[data-sent]')).toHaveCount(0)
    })
})

test('the age gate shows that it was answered', async ({ page }) => {
  await page.goto('/about')
  const answer = await holdPosts(page)
  expect(await busyAfterPress(page.getByRole('button', { name: 'I am 18 years or older' }))).toBe(true)
  answer()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

/** Presses a button in the page and says whether it is marked as busy in time. */
function busyAfterPress(button: ReturnType<Page['locator']>): Promise<boolean> {
  return button.evaluate(async (element: HTMLElement, waitMs) => {
    const isBusy = () => element.getAttribute('aria-busy') === 'true'
    element.click()
    const until = performance.now() + waitMs
    while (!isBusy() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
    return isBusy()
  }, atOnceMs)
}

/** Keeps what is posted on its way, until the returned function lets it arrive. */
async function holdPosts(page: Page): Promise<() => void> {
  const release = Promise.withResolvers<void>()
  await page.route('**/*', async (route) => {
    if (route.request().method() === 'POST') await release.promise
    await route.fallback()
  })
  return release.resolve
}
