import type { BuildPrice, Selection } from '../rules.ts'
import { finishIn } from '../rules/finishes.ts'
import { configuratorWords, priceWords, stepWords } from '../words.ts'
import { finishPriceWords, finishWords } from './finish.ts'

type Listed = { platformName: string; price: BuildPrice; selection: Selection }

/** One line of a build: what it is, by which name, and its price in words. */
export type BuildLine = { term: string; name: string; price: string }

/**
 * Everything that was chosen for a build, as every page, mail and document lists it: the platform, the parts, the finish and
 * the preparation for a suppressor. Its amounts add up to the price. The same accessory more than once is one line.
 */
export function buildLines({ platformName, price, selection }: Listed): BuildLine[] {
  const finish = finishIn(selection)
  return [
    { term: 'Platform', name: platformName, price: priceWords(price.baseCents) },
    ...groupSame(price.lines).map(({ step, name, cents }) => ({
      term: stepWords[step].short,
      name,
      price: priceWords(cents),
    })),
    { term: finishWords.title, name: finish.name, price: finishPriceWords(finish) },
    ...(selection.isSuppressorOptimized
      ? [
          {
            term: configuratorWords.suppressor,
            name: configuratorWords.suppressorBadges.join(', '),
            price: finishWords.included,
          },
        ]
      : []),
  ]
}

/** The lines of a submitted build as label and value. Its platform is named as it was then. */
export function submittedFacts(
  { firearm }: { firearm: { model: string } },
  saved: Pick<Listed, 'price' | 'selection'>,
): { label: string; value: string }[] {
  return buildLines({ platformName: firearm.model, ...saved }).map(({ term, name, price }) => ({
    label: `${term}, ${name}`,
    value: price,
  }))
}

function groupSame(lines: BuildPrice['lines']) {
  const ids = [...new Set(lines.map(({ id }) => id))]
  return ids.flatMap((id) => {
    const same = lines.filter((line) => line.id === id)
    const [first] = same
    if (!first) return []
    const name = same.length > 1 ? `${first.name} × ${same.length}` : first.name
    return [{ ...first, name, cents: same.reduce((sum, { cents }) => sum + cents, 0) }]
  })
}
