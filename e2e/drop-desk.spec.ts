// Drops behind the counter, where script helps: two people at one plan, and a board that follows the sale.
import { randomUUID } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { fillIn, hold, ownDrop, payToOrder } from './buyer-steps.ts'
import { signInAs } from './staff-steps.ts'

test.describe.configure({ timeout: 120_000 })

test('the second of two editors is told that someone saved before, sees both values, and loses nothing', async ({
  page,
  context,
  newVisitor,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409/)
  await signInAs(context, 'manager', { name: 'First Sample' })
  await page.goto('/staff/drops/new')
  await page.getByLabel('Name', { exact: true }).fill(`Desk ${randomUUID().slice(0, 8)}`)
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByLabel('Units', { exact: true })).toBeVisible()
  const other = await newVisitor()
  await signInAs(other.context(), 'manager', { name: 'Second Sample' })
  await other.goto(page.url())
  await other.getByLabel('Units', { exact: true }).fill('50')
  await other.getByLabel('Tagline').fill('Mine, half a thought')

  await page.getByLabel('Units', { exact: true }).fill('45')
  await page.getByLabel('Small print').fill('Theirs')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved as revision 2.')).toBeVisible()

  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText(/^Somebody changed this since you opened it/)).toBeVisible()
  for (const words of ['Now it is: 45', 'Now it is: Theirs'])
    await expect(other.getByText(words)).toBeVisible()
  await expect(other.getByLabel('Units', { exact: true })).toHaveValue('50')
  await expect(other.getByLabel('Tagline')).toHaveValue('Mine, half a thought')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved as revision 3.')).toBeVisible()
})

test('the board of a live drop shows a hold and its sale by itself', async ({ verified: page, context }) => {
  const slug = await ownDrop()
  await signInAs(context, 'manager')
  const desk = await context.newPage()
  await desk.goto(`/staff/drops/${slug}/live`)
  await expect(desk.getByText('Number 8, open', { exact: true })).toBeAttached()
  const other = desk.getByRole('listitem').filter({ hasText: 'Number 3, open' })
  const before = await other.elementHandle()
  await hold(page, slug, 8)
  await expect(desk.getByText('Number 8, held', { exact: true })).toBeAttached()
  // A cell that did not change is the same, and the title block follows.
  expect(await before?.evaluate((cell) => cell.isConnected)).toBe(true)
  await expect(desk.getByRole('contentinfo')).toContainText('Held1')
  await fillIn(page)
  await payToOrder(page)
  await expect(desk.getByText(/^Number 8, sold, FL/)).toBeAttached()
})
