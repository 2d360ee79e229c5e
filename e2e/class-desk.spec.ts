// The roster at the range, where the network comes and goes.
import { brokenLine, expect, test } from './fixtures.ts'
import { holdSeat, ownClass, payAs } from './buyer-steps.ts'
import { sqlOnShop } from './shop.ts'
import { signInAs } from './staff-steps.ts'

test('marks that are pressed without a network wait on the device, and reach the shop by themselves', async ({
  verified: page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  const session = await ownClass(1)
  await holdSeat(page, session)
  await payAs(page, 'Robin Student')
  await sqlOnShop(
    `update course_sessions set starts_at = date_trunc('minute', now()) - interval '1 hour',
       ends_at = date_trunc('minute', now()) + interval '7 hours',
       cut_off_at = date_trunc('minute', now()) - interval '25 hours' where id = $1`,
    [session],
  )
  await signInAs(context, 'manager')
  const mark = (name: string) => page.getByRole('button', { name: `${name}: Robin Student` })
  await page.goto(`/staff/classes/${session}`)
  await page.waitForLoadState('networkidle') // what is pressed before the roster is alive is a form
  await context.setOffline(true)
  await mark('Waiver signed').click()
  await mark('Check in').click()
  await expect(mark('Undo check-in')).toBeVisible()
  await expect(page.getByText('No network: 2 marks wait on this device')).toBeVisible()
  await context.setOffline(false)
  const stored = () => page.evaluate((id) => localStorage.getItem(`paco-roster-${id}`), session)
  await expect.poll(stored).toBe('[]')
  await page.reload()
  await expect(mark('Undo waiver')).toBeVisible()

  // A page that is closed meanwhile leaves them for the next visit.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await mark('Undo check-in').click()
  await expect(page.getByText('No network: 1 mark waits on this device')).toBeVisible()
  await page.goto('about:blank')
  await context.setOffline(false)
  await page.goto(`/staff/classes/${session}`)
  await expect.poll(stored).toBe('[]')
  await page.reload()
  await expect(mark('Check in')).toBeVisible()
})
