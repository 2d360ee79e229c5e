import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, hold, ownDrop, pay } from './reservation-steps.ts'
import { findMail, operate } from './shop.ts'

// Several pages, commands and mails each: on a busy machine that takes its time.
test.describe.configure({ timeout: 300_000 })

test('the buyer accepts the final price and follows the forms to the pick-up', async ({ verified: page }) => {
  const orderId = await hold(page, await ownDrop(), 5)
  const email = await fillIn(page)
  await pay(page)
  const stages = page.getByRole('list', { name: 'Stages of your reservation' })
  const current = stages.locator('[aria-current=step]')
  await expect(current).toContainText('Reserved')
  await expect(page.getByRole('link', { name: 'Choose a dealer' })).toBeVisible()

  await operate('agreement', orderId, '1', '2499', 'Black, 10.3 in', 'Case and two magazines')
  await findMail(email, /^Your final price: Journey, number 5 of 50/)
  await page.reload()
  await page.getByRole('link', { name: 'Read and accept' }).click()
  await expect(page.getByRole('heading', { name: 'Your final price' })).toBeVisible()
  await expect(page.getByText('$2,399.00')).toBeVisible()
  await noSidewaysScroll(page)
  // Without a hand on the mouse.
  await page.getByRole('radio', { name: 'A trust or company of mine' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(current).toContainText('Price agreed')
  await findMail(email, /^Price agreed: Journey/)

  const refused = await operate('stage', orderId, 'balance_paid').catch(String)
  expect(refused).toContain('The balance is not paid.')
  await operate('stage', orderId, 'balance_paid', '--override', 'journey')
  for (const stage of ['in_build', 'built', 'form3_filed', 'form3_approved'])
    await operate('stage', orderId, stage, '--override', 'journey')
  await page.reload()
  await expect(current).toContainText('Form 3 approved')
  await expect(page.getByText('It is not your approval: that is Form 4')).toBeVisible()
  await operate(
    'stage',
    orderId,
    'shipped',
    '--override',
    'journey',
    '--carrier',
    'ups',
    '--tracking',
    '1Z999',
  )
  await page.reload()
  await expect(page.getByRole('link', { name: 'UPS 1Z999' })).toBeVisible()
  for (const stage of ['at_dealer', 'form4_filed'])
    await operate('stage', orderId, stage, '--override', 'journey')
  await page.reload()
  await expect(current).toContainText('Form 4 filed')
  await expect(page.getByText('We estimate 90 to 180 days for the review of a Form 4.')).toBeVisible()
  await noSidewaysScroll(page)
  for (const stage of ['form4_approved', 'picked_up'])
    await operate('stage', orderId, stage, '--override', 'journey')
  await findMail(email, /^Picked up: Journey/)
  await page.reload()
  await expect(page.getByText('Keep a copy of the approved Form 4 with the firearm.')).toBeVisible()
})
