import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'

/** The journey of the catalog's desk puts up goods of its own meanwhile. */
const allOfAll = /^(\d+) of \1 accessories$/
const none = 'No accessories found matching your criteria.'

test('a visitor searches the accessories, finds nothing, and clears the filters', async ({
  verified: page,
}) => {
  await page.goto('/accessories')
  await expect(page.getByRole('heading', { level: 1, name: 'Accessories' })).toBeVisible()
  await expect(page.getByText(allOfAll)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Featured' }).getByRole('article')).toHaveCount(4)
  await noSidewaysScroll(page)

  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('MAGAZINE')
  await expect(page).toHaveURL(/\?q=MAGAZINE$/)
  await expect(page.getByRole('region', { name: 'Featured' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 3, name: '30-Round Magazine' })).toBeVisible()

  await search.fill('no such thing')
  await expect(page.getByText(none)).toBeVisible()
  await expect(page.getByText(/^0 of \d+ accessories$/)).toBeVisible()
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(/\/accessories$/)
  await expect(page.getByText(allOfAll)).toBeFocused()
})

test('the empty result fits the window', async ({ verified: page }) => {
  await page.goto('/accessories?q=no+such+thing')
  await expect(page.getByText(none)).toBeVisible()
  await noSidewaysScroll(page)
})

test('each tab shows its category and keeps the search', async ({ verified: page }) => {
  await page.goto('/accessories')
  const tabs = page.getByRole('navigation', { name: 'Category' }).getByRole('link')
  await expect(tabs.nth(5)).toBeVisible()
  expect((await tabs.allTextContents()).slice(0, 6)).toEqual([
    'All',
    'Magazines & Feeding',
    'Morale Patches',
    'Suppressor Accessories',
    'Tactical Gear',
    'Maintenance & Care',
  ])
  await tabs.filter({ hasText: 'Morale Patches' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Morale Patches' })).toBeVisible()
  await expect(tabs.filter({ hasText: 'Morale Patches' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('article')).not.toHaveCount(19)

  await page.getByRole('searchbox', { name: 'Search' }).fill('magazine')
  await expect(page.getByText(none)).toBeVisible()
  await tabs.filter({ hasText: 'All' }).click()
  await expect(page.getByText(none)).toBeHidden()
})

test('every card shows its price and stock', async ({ verified: page }) => {
  await page.goto('/accessories?category=magazines')
  const card = page.getByRole('article').filter({ hasText: '30-Round Magazine' })
  await expect(card.getByText('$16')).toBeVisible()
  await expect(card.getByText('In Stock')).toBeVisible()
  await expect(card.getByRole('listitem')).toHaveCount(3)
})

test('state limits are shown on the products they apply to', async ({ verified: page }) => {
  await page.goto('/accessories')
  await page.getByText('Magazine limits by state').click()
  await expect(page.getByRole('rowheader', { name: 'California' })).toBeVisible()
  await noSidewaysScroll(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search and tabs have their own URLs', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/accessories')
    await page.getByRole('searchbox', { name: 'Search' }).fill('patch')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\?q=patch$/)
    await expect(page.getByText(allOfAll)).toBeHidden()
    await page.getByRole('link', { name: 'Tactical Gear' }).click()
    await expect(page).toHaveURL(/category=gear/)
    await page.goto('/accessories?q=nothing+like+it')
    await expect(page.getByText(none)).toBeVisible()
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await expect(page.getByText(allOfAll)).toBeVisible()
  })
})
