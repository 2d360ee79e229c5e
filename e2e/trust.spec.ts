import { axe, expect, findMail, noSidewaysScroll, passAgeGate, test } from './fixtures.ts'

test('the trust pack is explained, with its packages, lists and what it is not', async ({
  verified: page,
}) => {
  await page.goto('/trust')
  await expect(page.getByRole('heading', { level: 1, name: 'Trust Pack' })).toBeVisible()
  await expect(page.getByText('(digital download)')).toBeVisible()
  for (const title of [
    'Editable trust template',
    'Engraving formatting guide',
    'Form 4 walkthrough PDF',
    'Compliance checklist',
    'Video tutorial access',
  ])
    await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
  const bundle = page.getByRole('article', { name: 'Trust + Build Bundle' })
  await expect(bundle.getByText('Best Value')).toBeVisible()
  await expect(bundle.getByText('Save $10 when bundled')).toBeVisible()
  await expect(bundle.getByText('$19')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Not legal advice' })).toBeVisible()
  await noSidewaysScroll(page)
  await axe(page)
})

test('a point of the checklist can be ticked', async ({ verified: page }) => {
  await page.goto('/trust')
  const point = page.getByRole('checkbox', { name: 'Verify state law' })
  await point.check()
  await expect(point).toBeChecked()
  await expect(page.getByRole('checkbox')).toHaveCount(8)
})

test('Download Now leads to the list of the pack, and a mail asks to confirm', async ({ verified: page }) => {
  const email = `trust-${Date.now()}@example.com`
  await page.goto('/trust')
  await page.getByRole('link', { name: 'Download Now' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Trust pack, not on sale yet' })
  await expect(dialog).toBeVisible()
  await axe(page)
  await dialog.getByLabel('Name').fill('Robin Example')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(page.getByText('Added to waitlist!')).toBeVisible()
  await expect(dialog).toBeHidden()
  const mail = await findMail(email, /confirm/i)
  expect(mail.text).toContain('Trust pack')
})

test('every link of the page leads somewhere', async ({ verified: page }) => {
  await page.goto('/trust')
  const links = await page
    .locator('main a[href^="/"]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  for (const link of new Set(links))
    expect((await page.request.get(link ?? '')).status(), `${link} on /trust`).toBe(200)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the list is a page with the same form', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/trust')
    await page.getByRole('link', { name: 'Download Now' }).first().click()
    await expect(page).toHaveURL(/\/subscriptions\?topic=trust-pack$/)
    await page.getByLabel('Name').fill('Robin Example')
    await page.getByLabel('Email').fill(`plain-trust-${Date.now()}@example.com`)
    await page.getByRole('button', { name: 'Join the Waitlist' }).click()
    await expect(page.getByText('Open the mail we have just sent')).toBeVisible()
  })
})
