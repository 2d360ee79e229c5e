// The form of a written announcement, whose email is drawn before anything is saved.
import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { signInAs } from './staff-steps.ts'

test('an email is previewed as it is typed, and then saved as a draft', async ({ page, context }) => {
  await signInAs(context, 'owner')
  await page.goto('/staff/subscriptions/announcements/new')
  const subject = `News ${randomUUID().slice(0, 8)}`
  await page.getByLabel('Subject, which is also its heading').fill(subject)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByTitle('The email')).toBeFocused()
  await expect(
    page.frameLocator('iframe[title="The email"]').getByRole('heading', { name: subject }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/new$/)
  await page.getByRole('textbox', { name: 'Text' }).fill('The workshop is open on Saturday.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('button', { name: 'Send a test to me' })).toBeVisible()
})
