// A dealer's choice and answer with script: the search within the checkout, cut lines, and how it looks. What is stored, mailed and
// shown is proved by app/features/dealers/transfer.test.ts.
import { scannedLicense } from '#test/pdf.ts'
import { brokenLine, expect, pressOffline, test } from './fixtures.ts'
import { noLostText, noSidewaysScroll } from './page-checks.ts'
import { fillIn, hold, ownAddress, ownDrop, pay } from './buyer-steps.ts'
import { findMail } from './shop.ts'
import { accessible } from './sweep-checks.ts'

// Several pages, a payment and a mail, and two people: on a busy machine that takes its time.
test.describe.configure({ timeout: 180_000 })

const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test('a dealer is found in the checkout and from the order, is asked, and accepts with a license copy', async ({
  verified: page,
  newVisitor,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  const orderId = await hold(page, await ownDrop(), 5)
  await page.getByRole('radio', { name: 'I know my dealer' }).check()
  const search = page.getByRole('searchbox', { name: /^Find a dealer/ })
  await page.setViewportSize(phone)
  expect((await search.boundingBox())?.height, 'the search field on a phone').toBeGreaterThanOrEqual(44)
  await page.setViewportSize(desktop)
  await search.fill('Tampa, FL')
  await page.context().setOffline(true)
  await search.press('Enter')
  await expect(page.getByText('The search didn’t work.').first()).toBeVisible()
  await page.context().setOffline(false)
  await search.press('Enter')
  await page.getByRole('button', { name: /^Sample Arms .* Tampa/ }).click()
  await expect(page.getByLabel('Dealer’s name')).toHaveValue(/^Sample Arms/)
  await expect(page.getByLabel('Dealer’s state')).toHaveValue('FL')
  // Another one than on the list, with a name that no line breaks.
  await page.getByLabel('Dealer’s name').fill('Cornerarms'.repeat(8))
  await fillIn(page)
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
  await page.setViewportSize(phone)
  await noLostText(page)
  await page.goto(`/orders/${orderId}/dealer/request`)
  await noLostText(page)
  await page.setViewportSize(desktop)

  await page.goto(`/orders/${orderId}/dealer`)
  await page.getByLabel('ZIP code, city or name').fill('33101')
  await page.getByRole('button', { name: 'Search' }).click()
  const found = page.getByRole('listitem').filter({ hasText: 'Sample Arms 00001 LLC' })
  await expect(found).toContainText('same ZIP code')
  await accessible(page, { enlarged: 'page' })
  await pressOffline(page, found.getByRole('button'))
  await found.getByRole('button').click()
  await expect(page.getByText('1 Sample Street')).toBeVisible()
  const dealer = ownAddress()
  await page.getByLabel('Dealer’s email').fill(dealer)
  await pressOffline(page, page.getByRole('button', { name: 'Ask this dealer' }))
  await page.getByRole('button', { name: 'Ask this dealer' }).click()
  await expect(page.getByText('We’ve emailed them')).toBeVisible()

  const mail = await findMail(dealer, /^Will you take this transfer/)
  const shop = await newVisitor()
  await shop.goto(/http\S+\/dealers\/answer\/\S+/.exec(mail.text)?.[0] ?? '')
  await shop.getByRole('radio', { name: 'Yes, we’ll take the transfer' }).check()
  await accessible(shop, { enlarged: 'page' })
  await shop.getByLabel('Your name').fill('Sam Clerk')
  await shop.getByLabel('Your transfer fee').fill('$35')
  await shop.getByLabel('Your hours').fill('Tue to Sat 10 to 6')
  const license = { name: 'license.pdf', mimeType: 'application/pdf' }
  await shop
    .getByLabel('Copy of your license')
    .setInputFiles({ ...license, buffer: Buffer.from(await scannedLicense()) })
  await noSidewaysScroll(shop)
  await pressOffline(shop, shop.getByRole('button', { name: 'Send answer' }))
  await shop.getByRole('button', { name: 'Send answer' }).click()
  await expect(shop.getByRole('heading', { name: 'Thank you for accepting' })).toBeVisible()
})
