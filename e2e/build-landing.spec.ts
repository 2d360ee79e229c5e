import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'

test('news and waitlists are joined in place, and each way to a build opens the builder', async ({
  verified: page,
}) => {
  await page.goto('/build')
  await page
    .getByRole('textbox', { name: 'Email address for build news' })
    .fill(`build-news-${randomUUID()}@example.com`)
  await expect(page.getByText('Mails about builds')).toBeVisible()
  await page.getByRole('button', { name: 'Get notified' }).click()
  await expect(page.getByText("You'll be notified!")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get notified' })).toBeHidden()

  const vector = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Vector' }) })
  await vector.getByRole('link', { name: 'Notify Me' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vector' })
  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(`vector-${randomUUID()}@example.com`)
  await dialog.getByRole('button', { name: 'Notify Me' }).click()
  await expect(page.getByText('Added to waitlist!')).toBeVisible()
  await expect(dialog).toBeHidden()

  const slot = page.getByRole('dialog', { name: 'Reserve a Slot' })
  await page.getByRole('link', { name: 'Reserve a Slot' }).click()
  await expect(slot).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(slot).toBeHidden()
  await page.getByRole('link', { name: 'Reserve a Slot' }).click()
  await slot.getByRole('link', { name: 'Start a build' }).click()
  await expect(page).toHaveURL(/\/build\?platform=ar15#configurator$/)
  await expect(slot).toBeHidden()

  await page.goBack()
  await page.getByRole('link', { name: 'Start Your Build' }).click()
  const platforms = page.getByRole('region', { name: 'Choose Your Platform' })
  await expect(platforms).toBeInViewport()
  await platforms.getByRole('link', { name: 'AR-9', exact: true }).click()
  await expect(page).toHaveURL(/\/build\?platform=ar9#configurator$/)
  await expect(page.getByRole('region', { name: 'Configurator' })).toBeInViewport()
})
