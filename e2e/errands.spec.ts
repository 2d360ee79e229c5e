// Ten errands on a phone with script and on a laptop without, in at most the presses of a good shop. What each took is a note
// of the test; seconds are measured by `npm run bench -- errands`.
import { countEffort } from './errand-person.ts'
import { errands, maxPressesOf } from './errand-list.ts'
import { buyFirst } from './errand-steps.ts'
import { expect, passAgeGate, test } from './fixtures.ts'

test.describe.configure({ timeout: 360_000 })

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const laptop = { viewport: { width: 1366, height: 768 }, isMobile: false, hasTouch: false }
const ways = [
  { way: 'on a phone', screen: phone, hasScript: true },
  { way: 'on a laptop without script', screen: laptop, hasScript: false },
]

for (const { way, screen, hasScript } of ways)
  test(`ten errands ${way}`, async ({ browser, baseURL, browserErrors, verified, contextOptions }, info) => {
    browserErrors.allow(/ 4\d\d /) // a refusal is an answer
    const bought = await buyFirst(verified)
    const context = await browser.newContext({
      ...contextOptions,
      ...screen,
      baseURL: baseURL ?? '',
      javaScriptEnabled: hasScript,
    })
    browserErrors.watch(context)
    await passAgeGate(context, baseURL ?? '')
    const page = await context.newPage()
    for (const errand of errands)
      await test.step(errand.name, async () => {
        const { hasTouch } = screen
        const { presses, fields, pages } = await countEffort(page, { hasScript, hasTouch }, (person) =>
          errand.run(person, bought),
        )
        info.annotations.push({
          type: 'errand',
          description: `${way}: ${errand.name}, ${presses} presses, ${fields} fields, ${pages} pages`,
        })
        expect(presses, `presses to ${errand.name}`).toBeLessThanOrEqual(maxPressesOf(errand, hasScript))
      })
    await context.close()
  })
