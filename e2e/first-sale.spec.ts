// The first week of an owner, from an empty database, by clicks alone: a number that is sold and picked up, an accessory that is sold and
// refunded, a booked seat, and the day's export.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { orderOn } from './buyer-steps.ts'
import { type EmptyShop, openEmptyShop } from './own-shop.ts'
import { fill, importDealers, leadToPickup, press } from './pickup-steps.ts'
import { findMail, readMailbox } from './shop.ts'
import { giveAuthenticator } from './staff-steps.ts'

// A database and a shop of its own to start, and three purchases.
test.describe.configure({ timeout: 300_000 })

let shop: EmptyShop

test.beforeAll(async () => {
  shop = await openEmptyShop()
})
test.afterAll(() => shop.close())

/** Sends a picture from the panel of the open sheet, and waits until the panel shows it. */
async function addPhoto(page: Page, alt: string, shade: string) {
  const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background: shade } })
    .jpeg()
    .toBuffer()
  // A drop's sheet has a second panel, for its variants.
  const panel = page.getByRole('region', { name: 'Photographs', exact: true })
  await panel
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
  await panel.getByLabel('What it shows', { exact: true }).fill(alt)
  await panel.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('img', { name: alt }).first()).toBeVisible({ timeout: 60_000 })
}

async function openConsole(desk: Page) {
  await giveAuthenticator(desk.context(), desk)
  await desk.goto(shop.ownerLink)
  await fill(desk, { 'Your name': 'Olivia Owner', Email: 'owner@example.com' })
  await press(desk, 'Continue')
  await desk.getByLabel('Name of the passkey').fill('Laptop')
  await press(desk, 'Create a passkey')
  await expect(desk.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
}

async function setUp(desk: Page) {
  await desk.goto('/staff')
  await desk
    .getByRole('link', { name: /Set up the shop/ })
    .first()
    .click()
  await fill(desk, { 'Legal name': 'Harbor Arms LLC', 'License line': 'Federal firearms license, type 07' })
  await press(desk, /^Save and continue/)
  await fill(desk, {
    'Street and number': '100 Harbor Way',
    City: 'Miami',
    State: 'Florida',
    'ZIP code': '33139',
    Phone: '(305) 555-0100',
    'Email of the desk': 'desk@example.com',
  })
  await press(desk, /^Save and continue/)
  await fill(desk, { Hours: 'Mon-Fri 9:00 AM-5:00 PM' })
  await press(desk, /^Save and continue/)
  await expect(desk.getByRole('heading', { level: 1, name: 'Sales tax and shipping' })).toBeVisible()
  await press(desk, 'All of this is right')
  await importDealers(desk)
  await press(desk, /^Charge \$1/)
  await expect(desk.getByText('No money moves until PAYMENTS is set.')).toBeVisible()
  await desk.getByRole('link', { name: 'Next step' }).click()
  await press(desk, 'Send test message')
  await expect(desk.getByText(/^Written to the local mailbox/)).toBeVisible()
  await desk.getByRole('link', { name: 'Next step' }).click()
  await press(desk, 'I have read them, and they are right')
  await press(desk, 'Begin with an empty shop')
  // Neither money nor mail leaves this shop: the set-up is not called done.
  await expect(desk.getByText('7 of 9')).toBeVisible()
  await expect(desk.getByText('Payments: sandbox, Mail: not sent')).toBeVisible()
}

async function launchDrop(desk: Page) {
  await desk.getByRole('link', { name: 'New drop' }).click()
  await desk.getByLabel('Name', { exact: true }).fill('Harbor Vol. 1')
  await press(desk, 'Begin')
  await expect(desk.getByRole('heading', { level: 1 })).toContainText('Harbor Vol. 1')
  await fill(desk, { Units: '24', Tagline: 'The first of our own.' })
  await desk.getByRole('textbox', { name: /^Story/ }).fill('Twenty-four rifles.')
  const variants = desk.getByRole('region', { name: 'Variants' })
  await fill(variants, {
    Name: 'Field',
    Caliber: '5.56 NATO',
    Barrel: '10.3 in',
    Finish: 'Gray',
    Price: '2,349',
  })
  await press(desk, /^Save/)
  await expect(desk.getByText('Saved as revision 2.')).toBeVisible()
  await addPhoto(desk, 'The rifle on its case', '#7a3c32')
  for (const [link, button] of [
    ['Publish', 'Publish it'],
    ['Launch now', 'Launch it now'],
  ] as const) {
    await desk.getByRole('link', { name: link }).first().click()
    await press(desk, button)
  }
  await expect(desk.getByRole('contentinfo')).toContainText('Live')
}

async function makeAccessory(desk: Page) {
  await desk.goto('/staff/catalog/accessories')
  await desk.getByRole('link', { name: 'New category' }).click()
  await fill(desk, { Address: 'range', Name: 'Range', 'Sales tax class': 'goods' })
  await press(desk, /^Make category/)
  await expect(desk.getByRole('heading', { level: 1, name: 'Range' })).toBeVisible()
  await desk.goto('/staff/catalog/accessories/new')
  await fill(desk, {
    Address: 'range-timer',
    Name: 'Range timer',
    'One line': 'Counts what you fire',
    Facts: 'Loud',
    Category: 'Range',
    Drawing: 'light',
    'California, AB 1263': 'not covered',
    Price: '89',
    'Pieces on the shelf': '12',
  })
  await press(desk, /^Make accessory/)
  await expect(desk.getByRole('heading', { level: 1, name: 'Range timer' })).toBeVisible()
  await addPhoto(desk, 'A range timer on a bench', '#32507a')
}

async function planClass(desk: Page) {
  await desk.goto('/staff/catalog/instructors/new')
  await desk.getByLabel('Name, as on certificates').fill('Ines Trainer')
  await desk.getByLabel(/^Licenses/).fill('NRA certified pistol instructor; 1234; 2099-05-31')
  await press(desk, /^Make instructor/)
  await expect(desk.getByRole('heading', { level: 1, name: 'Ines Trainer' })).toBeVisible()
  await desk.goto('/staff/catalog/courses/new')
  await fill(desk, {
    Name: 'Basic pistol',
    Address: 'basic-pistol',
    Summary: 'A day at the range.',
    'Price, USD': '150',
    'Deposit, USD': '50',
  })
  await press(desk, /^Make course/)
  await expect(desk.getByRole('heading', { level: 1, name: 'Add dates' })).toBeVisible()
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await fill(desk, {
    Day: day,
    Place: 'Harbor Range, 1 Range Road, Miami, FL 33142',
    Instructor: 'Ines Trainer',
  })
  await press(desk, 'Add to the schedule')
  await expect(desk.getByText('0 booked, 12 seats free')).toBeVisible()
}

async function payAs(page: Page, sum: string | RegExp) {
  await page.getByRole('radio', { name: /^Test card: approved(?!,)/ }).check()
  await press(page, sum)
  await expect(page).toHaveURL(/\/orders\/[0-9A-Z]+/, { timeout: 30_000 })
}

const buyer = { 'Full name': 'Jordan Buyer', Email: 'jordan@example.com' }

async function reserveNumber(page: Page) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Join the Drop' }).first().click()
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Harbor/i)
  await expect(page.getByRole('img', { name: 'The rifle on its case' }).first()).toBeAttached()
  await page.goto('/drops/harbor-vol-1/reserve?number=7')
  await press(page, 'Hold № 7')
  await fill(page, { ...buyer, 'State you live in': 'Florida', 'Home ZIP code': '33139' })
  await page.getByRole('checkbox', { name: /I am 21 or older/ }).check()
  await payAs(page, 'Pay the $100 deposit')
  return orderOn(page)
}

async function buyAccessory(page: Page) {
  await page.goto('/accessories')
  await expect(page.getByRole('img', { name: 'A range timer on a bench' })).toBeAttached()
  await press(page, 'Add to Cart')
  await expect(page.getByRole('dialog', { name: 'Added to your cart' })).toBeVisible()
  await page.goto('/cart')
  await press(page, /checkout/i)
  await fill(page, {
    ...buyer,
    'Street and number': '1 Ocean Drive',
    City: 'Austin',
    State: 'Texas',
    'ZIP code': '78701',
  })
  await press(page, 'Review and pay')
  await page.getByRole('checkbox', { name: /I accept the Terms/ }).check()
  await payAs(page, /^Pay \$/)
  return orderOn(page)
}

/** Gives the accessory's money back and takes the day's entries along. */
async function endTheDay(desk: Page, orderId: string) {
  await desk.goto(`/staff/orders/${orderId}?do=refund`)
  await desk.getByLabel('Reason').fill('Asked on the phone')
  await desk.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(desk.getByText('Refund to the card')).toBeVisible()
  await findMail(buyer.Email, /refund/i, 90_000, shop.folder)
  await desk.goto('/staff/money')
  const coming = desk.waitForEvent('download')
  await press(desk, 'Download ledger')
  const path = await (await coming).path()
  expect(readFileSync(path, 'utf8')).toContain(orderId)
}

/** The licensee is maker and seller in every mail to the buyer, and nothing leads to what this shop does not offer. */
async function isTrueOfItsOwner(page: Page, orderId: string) {
  const mails = await readMailbox(buyer.Email, shop.folder)
  expect(mails.length).toBeGreaterThan(10)
  for (const { subject, text } of mails) expect(text, subject).toContain('Harbor Arms LLC')
  const closed = ['/small-batch', '/trust', '/services', '/build']
    .map((path) => `a[href^="${path}"]`)
    .join(',')
  for (const path of ['/', '/drops', '/drops/harbor-vol-1', '/accessories', '/faq', `/orders/${orderId}`]) {
    await page.goto(path)
    await expect(page.locator(closed)).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toContainText('Harbor Arms LLC')
  }
}

async function bookSeat(page: Page) {
  await page.goto('/ccw-training')
  await page.getByRole('link', { name: 'Enroll Now' }).first().click()
  await expect(page.getByRole('heading', { name: 'Course Registration' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Register Now' }).click()
  await page.getByRole('radio').first().check()
  await press(page, 'Continue with Selected Date')
  await fill(page, buyer)
  await page.getByRole('checkbox', { name: /I am 18 or older/ }).check()
  await payAs(page, /^Pay (the )?\$50/)
}

test('an empty shop is set up, filled, sells a number, an accessory and a seat, and hands the number over', async ({
  newVisitor,
}) => {
  const desk = await newVisitor({ baseURL: shop.address })
  await openConsole(desk)
  await setUp(desk)
  await launchDrop(desk)
  await makeAccessory(desk)
  await planClass(desk)

  const page = await newVisitor({ baseURL: shop.address })
  const orderId = await reserveNumber(page)
  // The first order is mailed within a minute; those that follow are gathered.
  await findMail('desk@example.com', /^Order \w+: \$100\.00$/, 90_000, shop.folder)
  const parcelId = await buyAccessory(page)
  await bookSeat(page)

  await desk.goto('/staff/orders')
  await expect(desk.getByRole('table').getByText('Jordan Buyer')).toHaveCount(3)
  await desk.goto('/staff/drops/harbor-vol-1/live')
  await expect(desk.getByText(/^Number 7, sold, FL/)).toBeAttached()
  await leadToPickup(desk, page, orderId, { email: buyer.Email, mailFolder: shop.folder })
  await endTheDay(desk, parcelId)
  await isTrueOfItsOwner(page, orderId)
})
