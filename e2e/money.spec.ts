// The money desk: the day's takings, the tax of a month, and the file for the bookkeeper.
import { expect, test } from './fixtures.ts'
import { axe, noSidewaysScroll } from './page-checks.ts'
import { fillIn, hold, ownDrop, pay } from './reservation-steps.ts'
import { signInAs } from './staff-steps.ts'

test.describe.configure({ timeout: 120_000 })

test('a deposit is among the takings of its day, and in the file for the bookkeeper', {
  tag: '@phone',
}, async ({ verified: page, context, baseURL }) => {
  const orderId = await hold(page, await ownDrop(), 3)
  await fillIn(page)
  await pay(page)
  await expect(page).toHaveURL(/\/orders\//)
  await signInAs(context, 'manager', { baseURL })
  await page.goto('/staff/money')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await axe(page)
  await noSidewaysScroll(page)
  await page.goto('/staff/money/tax')
  await axe(page)
  await noSidewaysScroll(page)
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const to = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const file = await page.request.get(`/staff/money/ledger.csv?from=${from}&to=${to}`)
  expect(file.headers()['content-disposition']).toContain('attachment')
  const rows = (await file.text()).split('\n').filter((row) => row.includes(orderId))
  expect(rows.some((row) => row.includes('deposits') && row.includes('-100.00'))).toBe(true)
})
