// The form of a written announcement, whose email is drawn beside it while somebody types.
import { randomUUID } from 'node:crypto'
import { expect, holdRequests, test } from './fixtures.ts'
import { signInAs } from './staff-steps.ts'

test('a draft that is saved while its email is still being drawn opens', async ({ page, context }) => {
  await signInAs(context, 'owner')
  await page.goto('/staff/subscriptions/announcements/new')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'yes')
  const preview = await holdRequests(page, /\/preview\.data/)
  const script = await holdRequests(page, /\/__manifest.*announcements%2F[\da-f]{8}-/)
  await page.getByLabel('Subject, which is also its heading').fill(`News ${randomUUID().slice(0, 8)}`)
  await page.getByRole('textbox', { name: 'Text' }).fill('The workshop is open on Saturday.')
  const drawing = await preview.requested
  await page.getByRole('button', { name: 'Save draft' }).first().click()
  await script.requested
  preview.release()
  await expect.poll(async () => drawing.failure() !== null || (await drawing.response()) !== null).toBe(true)
  script.release()
  await expect(page.getByRole('button', { name: 'Send a test to me' })).toBeVisible()
})
