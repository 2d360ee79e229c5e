import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('cards side by side are swiped, and the page stays within its width and eight screens', async ({
    verified: page,
  }) => {
    await page.goto('/build')
    await noSidewaysScroll(page)
    const packages = page.getByRole('group', { name: 'Packages' })
    expect(await packages.evaluate((rail) => rail.scrollWidth > rail.clientWidth)).toBe(true)
    expect((await page.getByRole('main').boundingBox())?.height).toBeLessThan(8 * 844)
  })
})
