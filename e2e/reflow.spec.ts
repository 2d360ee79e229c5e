// At 320 px, which is a window of 1280 px at 400 %, every page reads without scrolling sideways (WCAG 2.2, 1.4.10).
import { publicPaths } from '#app/features/pages/rules.ts'
import { expect, test } from './fixtures.ts'
import { noLostText, noSidewaysScroll } from './page-checks.ts'

test.use({ viewport: { width: 320, height: 640 } })
test.describe.configure({ timeout: 120_000 })

const paths = [
  ...publicPaths,
  '/drops/guerrilla-vol-1',
  '/drops/guerrilla-vol-1/reserve?number=9',
  '/drops/cyber-vol-1',
  '/drops/noir-vol-1',
  '/drops/outlaw-vol-1',
  '/drops/no-such-drop',
  '/small-batch/guerrilla',
  '/small-batch/outlaw',
  '/small-batch/cyber',
  '/build?platform=ar15&lower=forged-lower&upper=upper-300&barrel=barrel-10-3',
  '/build/submit?platform=ar15&lower=forged-lower',
  '/builds/compare',
  '/cart',
  '/subscriptions',
  '/orders/find',
]

const perTest = 10
for (let first = 0; first < paths.length; first += perTest) {
  const some = paths.slice(first, first + perTest)
  test(`nothing is lost at 320 px, from ${some[0]} to ${some.at(-1)}`, async ({
    verified: page,
    browserErrors,
  }) => {
    browserErrors.allow(/404/)
    for (const path of some)
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByRole('contentinfo')).toBeVisible()
        await noSidewaysScroll(page)
        await noLostText(page)
      })
  })
}
