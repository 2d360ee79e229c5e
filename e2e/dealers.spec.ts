import type { Browser, Page } from '@playwright/test'
import { brokenLine, expect, passAgeGate, pressOffline, test } from './fixtures.ts'
import { noLostText, noSidewaysScroll } from './page-checks.ts'
import { charges, fillIn, hold, ownAddress, ownDrop, pay, payButton } from './reservation-steps.ts'
import { findMail, operate, sqlOnShop } from './shop.ts'
import { scannedLicense } from '#test/pdf.ts'
import { accessible } from './sweep-checks.ts'

// Several pages, payments and mails each, and two people: on a busy machine that takes its time.
test.describe.configure({ timeout: 180_000 })

/** A small scanned PDF. */
const license = {
  name: 'license.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(await scannedLicense()),
}

/** A paid reservation, with its page open. Returns the order's code. */
async function reserved(
  page: Page,
  email: string,
  onCheckout: () => Promise<void> = async () => {},
): Promise<string> {
  const orderId = await hold(page, await ownDrop(), 5)
  await onCheckout()
  await fillIn(page, { email })
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Number 5 is yours' })).toBeVisible()
  return orderId
}

/** Opens the dealer's private link from the email, in another browser. */
async function asDealer(browser: Browser, baseURL: string | undefined, dealer: string): Promise<Page> {
  const mail = await findMail(dealer, /^Will you take this transfer/)
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await passAgeGate(context, baseURL ?? '')
  const page = await context.newPage()
  await page.goto(/http\S+\/dealers\/answer\/\S+/.exec(mail.text)?.[0] ?? '')
  return page
}

test('a dealer is found, chosen and contacted, accepts with a license copy, and the buyer sees it', async ({
  verified: page,
  browser,
  baseURL,
  browserErrors,
}) => {
  browserErrors.allow(brokenLine)
  const [buyer, dealer] = [ownAddress(), ownAddress()]
  const orderId = await reserved(page, buyer, async () => {
    await page.getByRole('radio', { name: 'I know my dealer' }).check()
    await page.setViewportSize({ width: 390, height: 844 })
    const search = await page.getByRole('searchbox', { name: /^Find a dealer/ }).boundingBox()
    expect(search?.height, 'the search field on a phone').toBeGreaterThanOrEqual(44)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('searchbox', { name: /^Find a dealer/ }).fill('Tampa, FL')
    await page.context().setOffline(true)
    await page.getByRole('searchbox', { name: /^Find a dealer/ }).press('Enter')
    await expect(page.getByText('The search didn’t work.')).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('searchbox', { name: /^Find a dealer/ }).press('Enter')
    await page.getByRole('button', { name: /^Sample Arms .* Tampa/ }).click()
    await expect(page.getByLabel('Dealer’s name')).toHaveValue(/^Sample Arms/)
    await expect(page.getByLabel('Dealer’s state')).toHaveValue('FL')
    await page.getByRole('radio', { name: 'I’ll choose later' }).check()
  })
  await page.getByRole('link', { name: 'Choose your dealer' }).click()
  await page.getByLabel('ZIP code, city or name').fill('33101')
  await page.getByRole('button', { name: 'Search' }).click()
  const found = page.getByRole('listitem').filter({ hasText: 'Sample Arms 00001 LLC' })
  await expect(found).toContainText('same ZIP code')
  await expect(page.getByText('Sample Street')).toHaveCount(0)
  await accessible(page, { enlarged: 'page' })
  await noSidewaysScroll(page)
  await pressOffline(page, found.getByRole('button'))
  await found.getByRole('button').click()

  await expect(page.getByText('1 Sample Street')).toBeVisible()
  await expect(page.getByText('We’ll confirm that they can receive NFA items.')).toBeVisible()
  await page.getByLabel('Dealer’s email').fill(dealer)
  await pressOffline(page, page.getByRole('button', { name: 'Ask this dealer' }))
  await page.getByRole('button', { name: 'Ask this dealer' }).click()
  await expect(
    page.getByText('We’ve emailed them and will let you know as soon as they answer.'),
  ).toBeVisible()

  const shop = await asDealer(browser, baseURL, dealer)
  await expect(shop.getByText(orderId).first()).toBeVisible()
  // Only the buyer says that this is the dealer.
  await expect(shop.getByText('Jordan Buyer')).toHaveCount(0)
  await shop.getByRole('radio', { name: 'Yes, we’ll take the transfer' }).check()
  await shop.getByLabel('Your name').fill('Sam Clerk')
  await shop.getByLabel('Your transfer fee').fill('$35')
  await shop.getByLabel('Your hours').fill('Tue to Sat 10 to 6')
  await shop.getByLabel('Copy of your license').setInputFiles(license)
  await noSidewaysScroll(shop)
  await pressOffline(shop, shop.getByRole('button', { name: 'Send answer' }))
  await shop.getByRole('button', { name: 'Send answer' }).click()
  await expect(shop.getByRole('heading', { name: 'Thank you for accepting' })).toBeVisible()
  await shop.context().close()

  await findMail(buyer, /^Dealer accepted/)
  await page.reload()
  await expect(page.getByText('They accepted.')).toBeVisible()
  await expect(page.getByText('$35')).toBeVisible()
  await expect(page.getByText('Not confirmed: you named the address')).toBeVisible()
  expect(await operate('dealer-answers', orderId)).toMatch(/accepted.*[\w-]{43}/)
  expect(await operate('order', orderId)).toContain('NOT CONFIRMED')
  await operate('confirm-dealer', orderId)
  await page.reload()
  await expect(page.getByText('They accepted.')).toBeVisible()
  await expect(page.getByText('Not confirmed')).toHaveCount(0)
})

test('a dealer who declines is replaced by another, even without script', async ({ browser, baseURL }) => {
  const [buyer, dealer] = [ownAddress(), ownAddress()]
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  await passAgeGate(context, baseURL ?? '')
  const page = await context.newPage()
  const orderId = await reserved(page, buyer)
  await page.getByRole('link', { name: 'Choose your dealer' }).click()
  await page.getByLabel('Dealer’s name').fill('Cornerarms'.repeat(8))
  await page.getByLabel('Dealer’s city').fill('Tampa')
  await page.getByLabel('Dealer’s state').selectOption('FL')
  await page.getByRole('button', { name: 'Save this dealer' }).click()
  await page.getByLabel('Dealer’s email').fill(dealer)
  await noLostText(page)
  await page.getByRole('button', { name: 'Ask this dealer' }).click()
  await expect(page.getByText('so we check them before we write to them')).toBeVisible()
  await noLostText(page)
  await operate('dealer-request', orderId, 'send')

  const shop = await asDealer(browser, baseURL, dealer)
  await shop.getByRole('radio', { name: 'No, we can’t take it' }).check()
  await shop.getByLabel('Your name').fill('Sam Clerk')
  await shop.getByRole('button', { name: 'Send answer' }).click()
  await expect(shop.getByRole('heading', { name: 'Thank you for answering' })).toBeVisible()

  await findMail(buyer, /^Your dealer declined/)
  await page.reload()
  await expect(page.getByText('They can’t take it.')).toBeVisible()
  await page.getByRole('link', { name: 'Choose another dealer' }).click()
  await page.getByLabel('ZIP code, city or name').fill('Tampa, FL')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('button', { name: /^Choose Sample Arms .*, Tampa/ }).click()
  await expect(page.getByRole('heading', { name: 'Ask this dealer?' })).toBeVisible()
  // The first dealer's link no longer opens anything.
  expect((await shop.reload())?.status()).toBe(404)
  await shop.context().close()
  await context.close()
})

test('a handgun is not sold to a Texan through a dealer in Florida, and the form says so before', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/409/)
  const slug = await ownDrop(3)
  await sqlOnShop(`update drops set item_class = 'handgun' where slug = $1`, [slug])
  const orderId = await hold(page, slug, 2)
  await fillIn(page, { state: 'TX', zip: '78701' })
  await expect(page.getByText('only to a dealer in the state you live in').first()).toBeVisible()
  await page.getByRole('radio', { name: 'I know my dealer' }).check()
  await page.getByLabel('Dealer’s name').fill('Corner Arms')
  await page.getByLabel('Dealer’s city').fill('Tampa')
  await page.getByLabel('Dealer’s state').selectOption('FL')
  await pay(page)
  await expect(page.getByLabel('Dealer’s state')).toHaveAccessibleDescription(/922\(b\)\(3\)/)
  expect(await charges(orderId)).toBe(0)
  await page.getByLabel('Dealer’s city').fill('Austin')
  await page.getByLabel('Dealer’s state').selectOption('TX')
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Number 2 is reserved, under review' })).toBeVisible()
})
