import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { addInstructor } from './shop.ts'

test('a visitor finds a date by course, on the calendar and by instructor', async ({ verified: page }) => {
  await page.goto('/courses')
  await expect(page).toHaveURL(/\/ccw-training$/)
  await noSidewaysScroll(page)

  await page
    .getByRole('navigation', { name: 'Course' })
    .getByRole('link', { name: 'Advanced Tactics' })
    .click()
  await expect(page).toHaveURL(/course=advanced-tactics/)
  await expect(page.getByText('1 of 12 seats left').first()).toBeVisible()

  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('table').first()).toBeVisible()
  await noSidewaysScroll(page)

  await addInstructor()
  await page.goto('/ccw-training')
  await page.getByRole('link', { name: 'Instructors' }).last().click()
  await expect(page.getByRole('heading', { name: 'Lead instructor, pistol' })).toBeVisible()
  await noSidewaysScroll(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the schedule is filtered by links', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/ccw-training')
    await page
      .getByRole('navigation', { name: 'Course' })
      .getByRole('link', { name: 'CCW Certification' })
      .click()
    await expect(page.locator('li[id^="session-"]')).toHaveCount(3)
  })
})
