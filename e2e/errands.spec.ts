// Ten errands on a phone, in at most the presses of a good shop. What each took is a note of the test; seconds are measured by
// `npm run bench -- errands`. Without script they are walked by server/errands.test.ts.
import { errands, maxPressesOf } from '#bench/lib/errands.ts'
import { countEffort } from '#bench/lib/errand-person.ts'
import { openErrandShop } from '#bench/lib/errand-shop.ts'
import { expect, test } from './fixtures.ts'

test.describe.configure({ timeout: 360_000 })

test('ten errands on a phone', async ({ newVisitor, browserErrors, verified }, info) => {
  browserErrors.allow(/ 4\d\d /) // a refusal is an answer
  const shop = await openErrandShop(verified)
  const page = await newVisitor({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  for (const errand of errands)
    await test.step(errand.name, async () => {
      const means = { hasScript: true, hasTouch: true }
      const { presses, fields, pages } = await countEffort(page, means, (person) => errand.run(person, shop))
      info.annotations.push({
        type: 'errand',
        description: `${errand.name}, ${presses} presses, ${fields} fields, ${pages} pages`,
      })
      expect(presses, `presses to ${errand.name}`).toBeLessThanOrEqual(maxPressesOf(errand, true))
    })
})
