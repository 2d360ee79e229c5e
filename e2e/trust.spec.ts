import { readFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { brokenLine, expect, passAgeGate, pressOffline, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { fillIn, hold, ownAddress, ownDrop, payToOrder } from './reservation-steps.ts'
import { findMail } from './shop.ts'

test('the trust pack page explains packages, contents and limits', async ({ verified: page }) => {
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
  const point = page.getByRole('checkbox', { name: 'Verify state law' })
  await point.check()
  await expect(point).toBeChecked()
  await noSidewaysScroll(page)
})

test('on a narrow screen the documents are below the text', async ({ verified: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/trust')
  const [words, papers] = await Promise.all([
    page.locator('header .lead').boundingBox(),
    page.locator('.trust-drawing').boundingBox(),
  ])
  expect(words?.width).toBeGreaterThan(300)
  expect(papers?.width).toBeGreaterThan(300)
  expect(papers?.y).toBeGreaterThan(words?.y ?? Number.NaN)
})

test('a pack is bought, its worksheet fills the documents, and the first download ends its refund clock', async ({
  verified: page,
}) => {
  await page.goto('/trust')
  await page.getByRole('button', { name: 'Download Now' }).first().click()
  await expect(page).toHaveURL(/\/checkout\//)
  await payPack(page, ownAddress(), 'Pay $29')
  await expect(page.getByText('Refundable in full until the first download').first()).toBeVisible()
  await page.getByRole('link', { name: 'Worksheet and documents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your trust pack' })).toBeVisible()
  await noSidewaysScroll(page)

  const sheet = page.getByRole('form', { name: 'Worksheet' })
  await sheet.getByLabel('Name', { exact: true }).fill('Elm <Street> Trust')
  await sheet.getByLabel('Trustee 1: Full name').fill('Riley Example')
  await sheet.getByRole('radio', { name: /Each alone/ }).check()
  await sheet.getByLabel('State whose law governs').selectOption('FL')
  await expect(sheet.getByRole('status')).toContainText('Saved')
  await page.reload()
  await expect(sheet.getByLabel('Trustee 1: Full name')).toHaveValue('Riley Example')
  await expect(page.getByRole('heading', { name: 'Florida version' })).toBeVisible()
  await expect(sheet.getByText('2 of 6 sections answered').first()).toBeVisible()

  const word = unzipSync(await download(page, 'Your trust, Word'))
  expect(strFromU8(word['word/document.xml'] ?? new Uint8Array())).toContain('Elm &lt;Street&gt; Trust')
  const form = (await PDFDocument.load(await download(page, 'Your trust, fillable PDF'))).getForm()
  expect(form.getTextField('trustName').getText()).toBe('Elm <Street> Trust')
  expect(form.getTextField('trustee1Name').isReadOnly()).toBe(false)
  expect(form.getFields().length).toBeGreaterThan(50)
  await expect(page.getByText('no longer refundable. It stays')).toBeVisible()
  await page.getByRole('link', { name: /^Order / }).click()
  await expect(page.getByText('Downloaded: no longer refundable here')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /give back|refund/i })).toHaveCount(0)
})

test('a reserved firearm promises one pack for once its form is filed', async ({ verified: page }) => {
  const slug = await ownDrop(3)
  await hold(page, slug, 2)
  const email = await fillIn(page)
  await payToOrder(page)
  const mail = await findMail(email, /is reserved for you/)
  expect(mail.text).toContain('We email you its code once your transfer form, Form 3, is filed.')
  await page.getByRole('link', { name: 'Free trust pack, once your form is filed' }).click()
  await expect(page.getByText('Your trust pack comes with your reservation once we file')).toBeVisible()
})

test('an unknown code is refused, and a broken line keeps what was typed', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/409/)
  browserErrors.allow(brokenLine)
  await page.goto('/trust/buy')
  await page.getByLabel('Code from your reservation').fill('A000-2345-6789')
  await pressOffline(page, page.getByRole('button', { name: 'Redeem Code' }))
  await page.getByRole('button', { name: 'Redeem Code' }).click()
  await expect(page.getByText('We don’t recognize this code').first()).toBeVisible()
})

test('no link on the page is broken', async ({ verified: page }) => {
  await page.goto('/trust')
  const links = await page
    .locator('main a[href^="/"]')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')))
  for (const link of new Set(links))
    expect((await page.request.get(link ?? '')).status(), `${link} on /trust`).toBe(200)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a pack is bought and its worksheet is saved by its button', async ({ context, page, baseURL }) => {
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/trust')
    await page.getByRole('button', { name: 'Download Now' }).first().click()
    await payPack(page, ownAddress(), 'Pay $29')
    await page.getByRole('link', { name: 'Worksheet and documents' }).click()
    const sheet = page.getByRole('form', { name: 'Worksheet' })
    await sheet.getByLabel('Name', { exact: true }).fill('Elm Trust')
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet.getByRole('status')).toContainText('Saved')
    await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('Elm Trust')
    await page.getByRole('button', { name: 'Delete my answers' }).click()
    await expect(page.getByText('Your answers are deleted.')).toBeVisible()
    await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('')
  })
})

async function payPack(page: Page, email: string, button: string) {
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(email)
  await page.locator('#attestation').check()
  const card = page.getByRole('radio', { name: /^Test card: approved(?!,)/ })
  if ((await card.count()) > 0) await card.check()
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(page).toHaveURL(/\/orders\//)
}

async function download(page: Page, name: string): Promise<Uint8Array> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: new RegExp(`^${name}`) }).click(),
  ])
  return new Uint8Array(await readFile(await file.path()))
}
