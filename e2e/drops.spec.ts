// The pages of drops that a script changes: the countdown and the vault.
import { expect, holdRequests, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { ownDrop } from './buyer-steps.ts'

const hour = 3_600_000

test('a device whose clock is five hours fast counts down by the shop’s, and “Join Drop” shows the numbers', async ({
  verified: page,
}) => {
  await page.addInitScript((aheadMs) => {
    const now = Date.now.bind(Date)
    globalThis.Date = class extends Date {
      constructor(...given: []) {
        super(...(given.length > 0 ? given : ([now() + aheadMs] as unknown as [])))
      }
      static override now = () => now() + aheadMs
    } as DateConstructor
  }, 5 * hour)
  const read = page.waitForResponse('**/clock')
  await page.goto('/drops/guerrilla-vol-1')
  await read
  const timer = page.getByRole('timer', { name: 'Ends in:' })
  const end = Date.parse((await timer.locator('time').getAttribute('datetime')) ?? '')
  expect(await page.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + 4 * hour)
  await expect(async () => {
    const [days = 0, hours = 0] = (await timer.locator('b').allInnerTexts()).map(Number)
    expect(days * 24 + hours).toBe(Math.floor((end - Date.now()) / hour))
  }).toPass()
  await page.getByRole('link', { name: 'Join Drop' }).click()
  await expect(page.getByRole('heading', { name: 'Pick your number' })).toBeInViewport()
})

test('the vault is searched while one types, and keeps the filter in its URL', async ({ verified: page }) => {
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  const search = page.getByLabel('Search', { exact: true })
  await page.goto('/drops/vault')

  // A search that is being answered changes neither the list nor what is being typed.
  const first = await holdRequests(page, /vault\?q=HI/)
  await search.pressSequentially('HI')
  await first.requested
  await expect(card('Founders')).toBeVisible()
  await search.pressSequentially('LL')
  first.release()
  await expect(page).toHaveURL(/\?q=HILL/)
  await expect(search).toHaveValue('HILL')
  await expect(search).toBeFocused()
  await expect(card('Founders')).toHaveCount(0)
  await page.reload()
  await expect(search).toHaveValue('HILL')
  await expect(card('Founders')).toHaveCount(0)

  await page.getByLabel('Status').selectOption({ label: 'ARCHIVED' })
  await expect(page.getByRole('heading', { name: 'No Drops Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(card('Founders').getByRole('link', { name: /^View Details/ })).toBeVisible()
  await expect(page.getByText(/^\d+ of \d+ drops$/)).toBeInViewport()
  await expect(search).toHaveValue('')
  await noSidewaysScroll(page)
})

test('the number that is picked is cut into the receiver, its line is lit, and nothing moves when the light comes', async ({
  verified: page,
}) => {
  await page.goto(`/drops/${await ownDrop(50)}`)
  const metal = page.locator('.stage-metal')
  const picture = metal.locator('.stage-view img').first()
  // Nobody waits for the first look at a run: it is an outline.
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const before = await metal.boundingBox()
  const shown = () =>
    metal
      .locator('.cut > :last-child .cut-slot')
      .evaluateAll((slots) =>
        slots.map((slot) => [...slot.children].findIndex((each) => getComputedStyle(each).opacity === '1')),
      )
  expect(await shown()).toEqual([1, -1])
  await page.getByRole('radio', { name: /^Number 27\b/ }).check()
  await expect.poll(shown).toEqual([2, 7])
  expect(await metal.boundingBox()).toMatchObject({ width: before?.width, height: before?.height })
  await noSidewaysScroll(page)
})
