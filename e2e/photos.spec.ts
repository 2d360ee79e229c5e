// A photograph from the desk to the public page, where script and sight matter.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { noSidewaysScroll } from './page-checks.ts'
import { signInAs } from './staff-steps.ts'
import { accessible } from './sweep-checks.ts'

test.describe.configure({ timeout: 300_000 })

/** A picture with a bright half, so that one crop differs from another. */
async function picture(width = 1600, height = 1000): Promise<Buffer> {
  const half = await sharp({ create: { width: width / 2, height, channels: 3, background: '#d8d2c4' } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: { r: 180, g: 60, b: 50 } } })
    .composite([{ input: half, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
}

/** Sends a picture with the form that is on the page. */
async function upload(page: Page, file: { name: string; buffer: Buffer }, alt: string) {
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ ...file, mimeType: 'image/jpeg' })
  await page.getByLabel('What it shows', { exact: true }).fill(alt)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
}

/** An entry of the browser's `layout-shift` observer, which TypeScript's DOM does not know yet. */
type LayoutShift = PerformanceEntry & {
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * What has jumped on the page since it was opened, each jump with its element and both places. The header is left out: on a busy
 * machine the browser may paint it before its last button has arrived.
 */
function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const jumps: string[] = []
        const place = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}x${height}`
        new PerformanceObserver((list) => {
          for (const { sources, startTime } of list.getEntries() as LayoutShift[])
            for (const { node, previousRect, currentRect } of sources)
              if (node?.parentElement?.closest('main'))
                jumps.push(
                  `${Math.round(startTime)} ms: ${node.nodeName} "${node.textContent?.trim().slice(0, 40)}" ${place(previousRect)} -> ${place(currentRect)}`,
                )
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(jumps)))
      }),
  )
}

test('a photograph is uploaded, focused with keys and pointer, attached, and seen without a jump', async ({
  verified: page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/422/) // the refused upload
  await signInAs(context, 'manager')
  await page.goto('/staff/photos')
  await upload(page, { name: 'script.jpg', buffer: Buffer.from('<svg onload="alert(1)"/>') }, 'Nothing')
  await expect(page.getByText('This is an SVG drawing, which could run script.')).toBeVisible()
  await expect(page.getByLabel('What it shows', { exact: true })).toHaveValue('Nothing')

  const alt = 'Journey: a magazine, half of it in the light'
  await upload(page, { name: 'anything.txt', buffer: await picture() }, alt)
  await expect(page).toHaveURL(/\/staff\/photos\/[0-9a-f]{32}$/, { timeout: 60_000 })
  await expect(page.getByRole('heading', { level: 1, name: alt })).toBeVisible()

  const marker = page.getByRole('button', { name: /^Focal point/ })
  const across = page.getByLabel('Across, %')
  await expect(async () => {
    if ((await across.inputValue()) === '50') await marker.press('Shift+ArrowRight')
    await expect(across).toHaveValue('60', { timeout: 500 })
  }).toPass()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByLabel('Down, %')).toHaveValue('49')
  const whole = page.locator('.cursor-crosshair')
  const box = await whole.boundingBox()
  await whole.click({ position: { x: (box?.width ?? 0) * 0.25, y: (box?.height ?? 0) * 0.5 } })
  await expect(across).toHaveValue('25')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('contentinfo')).toContainText('Revision1')

  const select = page.getByLabel('Attach to')
  const accessory = await select.locator('option', { hasText: 'Accessories:' }).first().getAttribute('value')
  await select.selectOption(accessory ?? '')
  await page.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Where it is used' })).toContainText('Cover')

  // Where it is edited beside other things, what is typed there stays.
  await page.goto(`/staff/catalog/accessories/${accessory?.split(':')[1]}`)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Half a name')
  const panel = page.getByRole('region', { name: 'Photographs' })
  await panel.getByRole('button', { name: 'To the gallery' }).click()
  await panel.getByRole('button', { name: 'Make cover' }).click()
  await expect(panel.getByRole('button', { name: 'To the gallery' })).toBeFocused()
  await upload(page, { name: 'second.jpg', buffer: await picture(800, 500) }, `${alt}, again`)
  await expect(panel.getByText(`${alt}, again`)).toBeVisible({ timeout: 60_000 })
  await expect(name).toHaveValue('Half a name')
  await panel.getByRole('button', { name: 'Take off' }).last().click()
  await expect(panel.getByText(`${alt}, again`)).toHaveCount(0)

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/accessories')
    const shown = page.getByRole('img', { name: alt }).first()
    await shown.scrollIntoViewIfNeeded()
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(
      await shown.evaluate((image: HTMLImageElement) => [
        image.currentSrc.endsWith('.avif'),
        image.style.objectPosition,
      ]),
    ).toEqual([true, '25% 50%'])
    expect(await layoutShifts(page)).toEqual([])
    await noSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/staff/photos')
  await page.getByRole('link', { name: alt, exact: true }).click()
  await expect(page.getByText(/^It leaves \d place/)).toBeVisible()
  await accessible(page, { enlarged: 'page' })
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Photographs' })).toBeVisible()
})
