import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail, runJob, sqlOnShop } from './shop.ts'

test.describe.configure({ timeout: 120_000 })

const newAddress = () => `reader.${crypto.randomUUID().slice(0, 8)}@example.com`
const bar = (page: Page) => page.getByRole('form', { name: 'Hold a number' })

/** Chooses a number where the hero's button is out of view: the sticky bar appears only there. */
async function chooseBelowJoin(page: Page, number: number) {
  const unit = page.getByRole('button', { name: `Number ${number}, open` })
  await unit.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await unit.click()
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 900

async function join(page: Page, email: string, button: string) {
  const box = page.getByRole('dialog')
  await expect(box).toBeVisible()
  if (await box.getByLabel('Name').count()) await box.getByLabel('Name').fill('Jordan Reader')
  await box.getByLabel('Email').fill(email)
  await box.getByRole('button', { name: button }).click()
  await expect(box).toBeHidden()
}

async function confirm(page: Page, text: string) {
  await page.goto(/http\S+\/subscriptions\/confirm\?key=\S+/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
}

test('Get Notified on an upcoming drop joins its waitlist', async ({ verified: page }) => {
  const email = newAddress()
  await page.goto('/drops/cyber-vol-1')
  await page.getByRole('link', { name: 'Get Notified' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await join(page, email, 'Join the Waitlist')
  await expect(page.getByRole('region', { name: 'Notifications' }).first()).toContainText(
    'Added to waitlist!',
  )
  await findMail(email, /^Confirm your address: Cyber Vol\. 1$/)
})

test('a closed drop offers the waitlist of the next one', async ({ verified: page }) => {
  const email = newAddress()
  await page.goto('/drops/founders')
  await page.getByRole('link', { name: 'Get Notified' }).click()
  await join(page, email, 'Subscribe')
  await findMail(email, /^Confirm your address: Newsletter$/)
})

test('a subscriber to returned units is offered one and reserves it', async ({ verified: page, ownDrop }) => {
  const email = newAddress()
  const drop = await ownDrop({ units: 3 })
  await sqlOnShop(`update drop_units set state = 'taken' where drop_id = $1`, [drop.id])
  await sqlOnShop(`update drops set status = 'sold_out', sold_out_at = now() where id = $1`, [drop.id])
  await page.goto(`/drops/${drop.slug}`)
  await page.getByRole('link', { name: 'Notify me of returned units' }).click()
  await join(page, email, 'Join the Waitlist')
  const mail = await findMail(email, new RegExp(`^Confirm your address: ${drop.name}, returned units$`))
  await confirm(page, mail.text)

  // As a refund leaves it.
  await sqlOnShop(`insert into drop_waitlists (drop_id, since) values ($1, now())`, [drop.id])
  await sqlOnShop(`update drop_units set state = 'open' where drop_id = $1 and number = 2`, [drop.id])
  await runJob('offer-returned-units')
  const offer = await findMail(email, new RegExp(`^Number 2 is held for you: ${drop.name}$`))
  await page.goto(/http\S+\/drops\/offers\/\S+/.exec(offer.text)?.[0] ?? '')
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('on phones a sticky bar holds the chosen number', { tag: '@phone' }, async ({
  verified: page,
  ownDrop,
}) => {
  const drop = await ownDrop({ units: 40 })
  await page.goto(`/drops/${drop.slug}`)
  if (!isPhone(page)) {
    await page.mouse.wheel(0, 900)
    await expect(bar(page)).toBeHidden()
    return
  }
  await expect(page.locator('.unit[tabindex="-1"]').first()).toBeAttached()
  await expect(page.getByRole('link', { name: 'Join Drop' })).toBeInViewport()
  await expect(bar(page)).toBeHidden()
  await chooseBelowJoin(page, 3)
  await expect(bar(page)).toBeVisible()
  await expect(bar(page)).toContainText('№ 3')
  await expect(bar(page)).toContainText('Your number')
  await noSidewaysScroll(page)

  await page.getByRole('button', { name: 'Hold № 3', exact: true }).scrollIntoViewIfNeeded()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('heading', { name: 'Collector Details' }).scrollIntoViewIfNeeded()
  await bar(page).getByRole('button', { name: 'Hold number 3' }).dblclick()
  await expect(page).toHaveURL(/\/checkout\//)
  const [row] = await sqlOnShop<{ count: number }>(
    `select count(*)::int as count from order_lines where ref ->> 'slug' = $1`,
    [drop.slug],
  )
  expect(row?.count).toBe(1)
})

test('the bar offers the nearest number when the chosen one is taken', { tag: '@phone' }, async ({
  verified: page,
  ownDrop,
  browserErrors,
}) => {
  test.skip(!isPhone(page), 'the bar is for phones')
  browserErrors.allow(/409|ERR_FAILED/)
  const drop = await ownDrop({ units: 40 })
  await page.route('**/events?*', (route) => route.abort())
  await page.goto(`/drops/${drop.slug}`)
  await chooseBelowJoin(page, 5)
  await sqlOnShop(`update drop_units set state = 'taken' where drop_id = $1 and number = 5`, [drop.id])
  await bar(page).getByRole('button', { name: 'Hold number 5' }).click()
  await expect(bar(page)).toContainText('Someone got there first')
  await bar(page).getByRole('button', { name: 'Hold number 4' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the bar links to the page of the next open number', { tag: '@phone' }, async ({
    verified: page,
    ownDrop,
  }) => {
    test.skip(!isPhone(page), 'the bar is for phones')
    const drop = await ownDrop({ units: 5 })
    await page.goto(`/drops/${drop.slug}`)
    await bar(page).getByRole('button', { name: 'Hold number 1' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Number 1' })).toBeVisible()
  })

  test('Get Notified links to the same form on a page', async ({ verified: page }) => {
    const email = newAddress()
    await page.goto('/drops/cyber-vol-1')
    await page.getByRole('link', { name: 'Get Notified' }).click()
    await page.getByLabel('Name').fill('Jordan Reader')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Join the Waitlist' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("You'll be notified!")
    await findMail(email, /Cyber Vol\. 1$/)
  })
})
