// Orders where only a browser tells: no script at all, and the keyboard alone. The rest is
// proved by app/features/orders/private-order.test.ts and app/features/reservations/life.test.ts.
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, holdByPage, ownAddress, ownDrop, pay } from './buyer-steps.ts'

// Several pages, payments and emails each: slow on a busy machine.
test.describe.configure({ timeout: 120_000 })

const owned = (number: number) => ({ name: `Number ${number} is yours` })

test('without script the styles show what is chosen, and the page that waits for a payment updates itself', async ({
  newVisitor,
  viewport,
}) => {
  const page = await newVisitor({ javaScriptEnabled: false, viewport })
  await holdByPage(page, await ownDrop(), 7)
  await page.getByRole('radio', { name: 'I know my dealer' }).check()
  await expect(page.getByLabel('Dealer’s name')).toBeVisible()
  await page.getByRole('radio', { name: 'I’ll choose later' }).check()

  await fillIn(page)
  await pay(page, 'Test card: times out after charging')
  await expect(page.getByRole('heading', { name: 'Waiting for the payment service' })).toBeVisible()
  await expect(page.getByRole('heading', owned(7))).toBeVisible({ timeout: 60_000 })
  await noSidewaysScroll(page)
})

test('a whole reservation with the keyboard only', async ({ verified: page }) => {
  await page.goto(`/drops/${await ownDrop()}/reserve?number=7`)
  await page.getByRole('button', { name: 'Hold № 7', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/checkout/)

  await page.getByLabel('Full name').focus()
  await page.keyboard.type('Jordan Buyer')
  await page.keyboard.press('Tab')
  await page.keyboard.type(ownAddress())
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Flo')
  await page.keyboard.press('Tab')
  await page.keyboard.type('33101')
  const attestation = page.getByRole('checkbox', { name: /I am 21 or older/ })
  for (
    let presses = 0;
    presses < 12 && !(await attestation.evaluate((box) => box === document.activeElement));
    presses++
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter') // sends the form from any of its fields
  await expect(page.getByRole('heading', owned(7))).toBeVisible()
})
