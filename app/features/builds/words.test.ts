import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleParts, samplePlatforms } from '#db/sample/data/builds.ts'
import { letterText } from '#app/mail/letter.ts'
import { buildToStaffLetter, submittedLetter } from './jobs.server.ts'
import {
  finishesFor,
  type Catalog,
  emptySelection,
  type Part,
  partsFor,
  priceBuild,
  type Selection,
  singleSteps,
} from './rules.ts'
import { submittedFacts } from './words.ts'

const catalog: Catalog = {
  platforms: samplePlatforms.map((platform) => ({ ...platform, expected: null, hypeText: null })),
  parts: sampleParts as Part[],
}

const builds = fc.constantFrom('ar15' as const, 'ar9' as const, 'scorpion' as const).chain((platformId) => {
  const idsOf = (step: Parameters<typeof partsFor>[2]) =>
    partsFor(catalog, platformId, step).map(({ id }) => id)
  return fc.record({
    platformId: fc.constant(platformId),
    parts: fc.record(Object.fromEntries(singleSteps.map((step) => [step, fc.constantFrom(...idsOf(step))])), {
      requiredKeys: [],
    }),
    accessories: fc.array(fc.constantFrom(...idsOf('accessories')), { maxLength: 5 }),
    isSuppressorOptimized: fc.boolean(),
    finish: fc.constantFrom(...finishesFor(platformId).map(({ id }) => id)),
  })
})

function mailsOf(selection: Selection) {
  const price = priceBuild(selection, catalog)
  const submission = {
    id: 'SUBMISSION',
    buildCode: 'BUILD123',
    totalCents: price.totalCents,
    verdict: 'allowed' as const,
    firearm: { model: 'AR-15' },
    name: 'Jordan Buyer',
    email: 'buyer@example.com',
    phone: null,
    state: 'FL',
  }
  const lines = submittedFacts(submission, { price, selection })
  const mailed = { submission, lines, itemCount: price.itemCount } as unknown as Parameters<
    typeof submittedLetter
  >[0]
  const shop = 'https://shop.example'
  return {
    totalCents: submission.totalCents,
    texts: [letterText(submittedLetter(mailed, shop)), letterText(buildToStaffLetter(mailed, shop))],
  }
}

function amountsIn(text: string) {
  return [...text.matchAll(/^(.+): \$([\d,]+(?:\.\d\d)?)$/gm)].map(([, label, amount]) => ({
    label,
    cents: Math.round(Number(amount?.replaceAll(',', '')) * 100),
  }))
}

test('the lines of a build’s mails, to its sender and to staff, add up to its total', () => {
  fc.assert(
    fc.property(builds, (build) => {
      const { totalCents, texts } = mailsOf(build)
      for (const text of texts) {
        const amounts = amountsIn(text)
        const lines = amounts.filter(({ label }) => label !== 'Total')
        expect(amounts.find(({ label }) => label === 'Total')?.cents).toBe(totalCents)
        expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(totalCents)
      }
    }),
  )
})

test('both mails say whether a build is prepared for a suppressor', () => {
  for (const isSuppressorOptimized of [true, false]) {
    const selection = { ...emptySelection('ar15'), finish: 'standard' as const, isSuppressorOptimized }
    for (const text of mailsOf(selection).texts)
      expect(text.includes('Suppressor-optimized')).toBe(isSuppressorOptimized)
  }
})
