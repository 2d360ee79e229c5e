import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

/** The journey of the catalog's desk puts up goods of its own meanwhile. */
const allOfAll = /^(\d+) of \1 accessories$/
const none = 'No accessories found matching your criteria.'

test('the shelf is searched while one types, by category, and cleared; what opens stays within the window', async ({
  verified: page,
}) => {
  await page.goto('/accessories')
  await expect(page.getByText(allOfAll)).toBeVisible()
  const featured = page.getByRole('region', { name: 'Featured' })
  await expect(featured).toBeVisible()
  await page.getByText('Magazine limits by state').click()
  await expect(page.getByRole('rowheader', { name: 'California' })).toBeVisible()
  await noSidewaysScroll(page)

  // Where motion is reduced, a change of the whole page starts no transition.
  const started = await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<number>()
    let count = 0
    document.addEventListener('transitionrun', () => (count += 1))
    document.documentElement.style.fontSize = '200%'
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(count)))
    return promise
  })
  expect(started).toBe(0)
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''))

  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('MAGAZINE')
  await expect(page).toHaveURL(/\?q=MAGAZINE$/)
  await expect(featured).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 3, name: '30-Round Magazine' })).toBeVisible()

  const tabs = page.getByRole('navigation', { name: 'Category' }).getByRole('link')
  await tabs.filter({ hasText: 'Morale Patches' }).click()
  await expect(tabs.filter({ hasText: 'Morale Patches' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText(none)).toBeVisible()
  await expect(search).toHaveValue('MAGAZINE')
  await noSidewaysScroll(page)
  await tabs.filter({ hasText: 'All' }).click()
  await expect(page.getByText(none)).toBeHidden()

  await search.fill('no such thing')
  await expect(page.getByText(none)).toBeVisible()
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/\/accessories$/)
  await expect(page.getByText(allOfAll)).toBeVisible()
})
