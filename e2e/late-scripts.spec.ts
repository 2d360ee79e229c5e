import { expect, test } from './fixtures.ts'

test('@once a page is painted before any of its scripts is fetched, and then they take over', async ({
  verified: page,
}) => {
  await page.goto('/about')
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  const times = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const fetched = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime)
    return { painted, scripts: fetched.length, first: Math.min(...fetched) }
  })
  expect(times.scripts).toBeGreaterThan(5)
  expect(times.painted).toBeGreaterThan(0)
  expect(times.first).toBeGreaterThan(times.painted)
})
