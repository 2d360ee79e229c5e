import { expect, test } from './fixtures.ts'

test('the page of builds leads to its platforms, and each of them to the builder', async ({
  verified: page,
}) => {
  await page.goto('/build')
  await page.getByRole('link', { name: 'Start Your Build' }).click()
  const platforms = page.getByRole('region', { name: 'Choose Your Platform' })
  await expect(platforms).toBeInViewport()
  await platforms.getByRole('link', { name: 'AR-9', exact: true }).click()
  await expect(page).toHaveURL(/\/build\?platform=ar9#configurator$/)
  await expect(page.getByRole('region', { name: 'Configurator' })).toBeInViewport()
  await page.goBack()
  await expect(platforms).toBeInViewport()
})
