import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { changeOnItsWay } from './on-its-way.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { findMail } from './shop.ts'

/** Drawings are repainted dozens of times: slow on a busy machine. */
test.describe.configure({ timeout: 120_000 })

const query =
  'platform=ar15&lower=forged-lower&upper=upper-556&barrel=barrel-10-3&stock=sopmod-stock&handguard=quad-rail'

test('a build is saved, emailed, compared, printed and reopened', async ({ verified: page, request }) => {
  const first = await save(page, query)
  expect(await save(page, query)).toBe(first)
  const second = await save(page, query.replace('10-3', '14-5'))
  expect(second).not.toBe(first)

  await page.goto(`/builds/${first}`)
  await expect(page.getByRole('img', { name: /barrel 10.3 in/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Build total \$2,944/ })).toBeVisible()
  await noSidewaysScroll(page)

  const address = `build-${Date.now()}-${first.toLowerCase()}@example.com`
  await page.getByRole('textbox', { name: 'Email yourself the link' }).fill(address)
  await page.getByRole('button', { name: 'Email me the link' }).click()
  await expect(page.getByText('The link is on its way')).toBeVisible()
  expect((await findMail(address, /^Build /)).text).toContain(`/builds/${first}`)

  await page.goto(`/builds/compare?builds=${first},${second}`)
  await expect(page.getByRole('row', { name: /Barrel length.*10.3 in.*14.5 in/ })).toBeVisible()
  await noSidewaysScroll(page)

  await page.goto(`/builds/${first.toLowerCase()}`)
  await page.getByRole('link', { name: 'Open in the configurator' }).click()
  await expect(page).toHaveURL(new RegExp(query))
  expect(await bytesOf(page, `/builds/${first}/sheet.pdf`)).toMatch(/^%PDF/)
  expect(await bytesOf(page, `/art/builds/${first}/share.png`)).toMatch(/PNG/)
  expect((await request.get('/builds')).ok()).toBe(true)
})

test('the drawing of a saved build is lettered for the width it is shown at', async ({ verified: page }) => {
  const code = await save(page, query)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/builds/${code}`)
    const drawing = page.getByRole('img', { name: /barrel 10.3 in/ })
    const lettering = async () => {
      const [frame, ...letters] = await Promise.all([
        drawing.boundingBox(),
        ...(await drawing.locator('.bp-dimension-text').all()).map((each) => each.boundingBox()),
      ])
      return letters.every(
        (box) =>
          box && frame && box.height >= 9 && box.x >= frame.x && box.x + box.width <= frame.x + frame.width,
      )
    }
    await expect.poll(lettering).toBe(true)
  }
})

test('a build is submitted at our price, and its slot reserved', async ({ verified: page }) => {
  await page.goto(`/build/submit?${query}`)
  await fill(page, 'slot', 'FL')
  await expect(
    page.getByText('Reserving its slot includes a free trust pack, which comes once'),
  ).toBeVisible()
  await noSidewaysScroll(page)
  await page.getByRole('form', { name: 'Lock & Submit Build' }).getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1, name: 'We’ve got your build' })).toBeVisible()
  await expect(page.getByText('$2,944')).toBeVisible()

  await page.getByRole('button', { name: 'Reserve a Slot, $100' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByRole('main')).toContainText('Build slot')
  await expect(page.getByRole('main')).toContainText(
    'A trust pack comes free with your build, once your transfer form is filed.',
  )
  await expect(page.getByRole('main')).toContainText('$100')
})

test('a tampered price and a prohibited state are refused, and the input stays', async ({
  verified: page,
  browserErrors,
}) => {
  browserErrors.allow(/409/)
  await page.goto(`/build/submit?${query}`)
  await fill(page, 'tampered', 'FL')
  const form = page.getByRole('form', { name: 'Lock & Submit Build' })
  await changeOnItsWay(page, 'shownCents', '100')
  await form.getByRole('button').click()
  await expect(page.getByRole('alert')).toContainText('The price has changed')
  await expect(page.getByLabel('Full name')).toHaveValue('Jordan Buyer')

  await page.reload()
  await fill(page, 'refused', 'CA')
  await form.getByRole('button').click()
  await expect(page.getByRole('alert')).toContainText('California')
})

async function save(page: Page, build: string): Promise<string> {
  await page.goto(`/build?${build}`)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Build for Later' }).click()
  await expect(page).toHaveURL(/\/builds\/[0-9A-Z]{8}$/)
  return page.url().slice(-8)
}

async function fill(page: Page, name: string, state: string) {
  await page.getByLabel('Full name').fill('Jordan Buyer')
  await page.getByLabel('Email').fill(`${name}-${Date.now()}@example.com`)
  await page.getByLabel('State you live in').selectOption(state)
}

/** Asked for from the page, because only it has passed the gate. */
function bytesOf(page: Page, path: string): Promise<string> {
  return page.evaluate(async (address) => {
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer())
    return String.fromCharCode(...bytes.slice(0, 8))
  }, path)
}
