import type { Page } from '@playwright/test'
import { certificateCode } from '#app/features/certificates/store/code.server.ts'
import { policyVersions } from '#app/features/policies/rules.ts'
import { expect, passAgeGate, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { ownDrop } from './reservation-steps.ts'
import { findMail, sqlOnShop } from './shop.ts'

const slug = 'guerrilla-vol-1'

/** A certificate code, made with the key of the shop under test. */
async function codeOf(number: number): Promise<string> {
  const [key] = await sqlOnShop<{ value: string }>(`select value from shop_keys where name = 'certificate'`)
  return certificateCode(key?.value ?? '', slug, number)
}

const answer = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })

async function checkCode(page: Page, code: string) {
  await page.goto('/vault')
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Check the code' }).click()
}

test('the registry fits the window and has its charts as tables', async ({ verified: page }) => {
  await page.goto('/vault')
  await expect(page.getByRole('heading', { level: 1, name: 'PACo certificate registry' })).toBeVisible()
  await page.getByText('View as a table').click()
  const region = page.getByRole('region', { name: 'The archive as a table' })
  await expect(region.getByRole('row', { name: /Noir Vol\. 1/ })).toContainText('41 minutes')
  await noSidewaysScroll(page)
})

test('a genuine code shows its unit in any spelling', async ({ verified: page }) => {
  await checkCode(page, (await codeOf(17)).toLowerCase().replaceAll('-', ' '))
  await expect(answer(page, 'Number 17 of 50')).toBeVisible()
  await expect(page.getByText('Genuine', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: /number 17 of 50/ })).toBeVisible()
  const drawing = page.locator('#result figure img')
  await expect
    .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await noSidewaysScroll(page)
})

test('a made-up code is not genuine', async ({ verified: page }) => {
  await checkCode(page, 'A017-2222-2222-2222')
  await expect(answer(page, 'Not genuine')).toBeVisible()
  await expect(page.getByText('Genuine', { exact: true })).toHaveCount(0)
})

test('a number is looked up, and one beyond the drop does not exist', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/404/)
  // More drops than a page of the registry: the drop is typed, not chosen from a list.
  await Promise.all(Array.from({ length: 21 }, () => ownDrop(1)))
  // The page is kept for a while, and these drops came without the console: it may be from before them.
  await expect(async () => {
    await page.goto('/vault')
    await expect(page.getByRole('textbox', { name: 'Drop', exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 80_000 })
  const look = async (number: string) => {
    await page.getByRole('textbox', { name: 'Drop', exact: true }).fill('Guerrilla Vol. 1')
    await page.getByLabel('Number', { exact: true }).fill(number)
    await page.getByRole('button', { name: 'Check status' }).click()
  }
  await look('17')
  await expect(answer(page, 'Number 17 of 50')).toBeVisible()
  await expect(page.getByText('Genuine', { exact: true })).toHaveCount(0)
  await look('51')
  await expect(answer(page, 'There is no number 51')).toBeVisible()
})

test('codes and data requests work without script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  await passAgeGate(context, baseURL ?? '')
  const page = await context.newPage()
  await checkCode(page, await codeOf(17))
  await expect(answer(page, 'Number 17 of 50')).toBeVisible()
  await page.goto('/privacy#request')
  await page.getByLabel(/Delete my data/).check()
  await page.getByRole('textbox', { name: 'Email' }).fill(`plain-${crypto.randomUUID()}@example.com`)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('One more step')).toBeVisible()
  await context.close()
})

for (const [path, name] of [
  ['privacy', 'Privacy'],
  ['terms', 'Terms'],
  ['refunds', 'Refunds'],
  ['accessibility', 'Accessibility'],
] as const)
  test(`/${path} is clean, fits the window and carries its version`, async ({ verified: page }) => {
    await page.goto(`/${path}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText(policyVersions[path][0]?.version ?? '', { exact: true })).toBeVisible()
    await noSidewaysScroll(page)
  })

test('a data request is confirmed from its email, by the button only', async ({ verified: page }) => {
  const email = `asks-${crypto.randomUUID()}@example.com`
  await page.goto('/privacy#request')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose what you ask for')
  await page.getByLabel(/Send me my data/).check()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('One more step')).toBeVisible()
  const mail = await findMail(email, /Confirm your data request/)
  const link = /\/privacy\/requests\/\S+/.exec(mail.text)?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm your request' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm request' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'We have your request' })).toBeVisible()
  await findMail(email, /^Your data request/)
})
