import type { PartStep } from '#app/art/blueprint/build.ts'
import { type Catalog, chosenParts, completedSteps, type Part, partsFor, type Selection } from '../rules.ts'

export type CaliberMix = {
  kind: 'caliber_mix'
  step: PartStep
  part: string
  calibers: string[]
  other: 'upper' | 'barrel'
  otherCalibers: string[]
  fitting: string[]
}

export type Exclusion = { kind: 'excluded'; step: PartStep; part: string; other: string }

export type BuildFault = { kind: 'incomplete'; steps: PartStep[] } | CaliberMix | Exclusion

/** A rifle needs these. Sights, muzzle devices and accessories are the buyer's choice. */
const requiredSteps: readonly PartStep[] = ['lower', 'upper', 'barrel', 'stock', 'handguard']

export function buildFaults(selection: Selection, catalog: Catalog): BuildFault[] {
  const done = completedSteps(selection)
  const steps = requiredSteps.filter(
    (step) => !done.includes(step) && partsFor(catalog, selection.platformId, step).length > 0,
  )
  return [
    ...(steps.length > 0 ? [{ kind: 'incomplete' as const, steps }] : []),
    ...caliberMixes(selection, catalog),
    ...exclusions(selection, catalog),
  ]
}

export function exclusions(selection: Selection, catalog: Catalog): Exclusion[] {
  const chosen = [...new Map(chosenParts(selection, catalog).map((part) => [part.id, part])).values()]
  return chosen.flatMap((part, at) =>
    chosen
      .slice(0, at)
      .filter((other) => part.excludes.includes(other.id) || other.excludes.includes(part.id))
      .map((other) => ({ kind: 'excluded' as const, step: part.step, part: part.name, other: other.name })),
  )
}

/** Chosen parts whose calibers do not match the upper or the barrel. A part without a caliber fits all. */
export function caliberMixes(selection: Selection, catalog: Catalog): CaliberMix[] {
  const chosen = chosenParts(selection, catalog)
  return chosen.flatMap((part) => {
    const other = (['upper', 'barrel'] as const)
      .filter((step) => part.step !== 'upper' && part.step !== step)
      .flatMap((step) => chosen.find((one) => one.step === step) ?? [])
      .find((one) => !sharesCaliber(part, one))
    if (!other) return []
    const fitting = partsFor(catalog, selection.platformId, part.step).filter((one) =>
      sharesCaliber(one, other),
    )
    return {
      kind: 'caliber_mix',
      step: part.step,
      part: part.name,
      calibers: calibersOf(part),
      other: other.step === 'upper' ? 'upper' : 'barrel',
      otherCalibers: calibersOf(other),
      fitting: fitting.map(({ name }) => name),
    }
  })
}

const caliberTag = /^(\.\d+( BLK)?|\d+\.\d+|\d+ mm)$/

function calibersOf({ tags }: Part): string[] {
  return tags.filter((tag) => caliberTag.test(tag))
}

function sharesCaliber(one: Part, other: Part): boolean {
  const [calibers, others] = [calibersOf(one), calibersOf(other)]
  return calibers.length === 0 || others.length === 0 || calibers.some((caliber) => others.includes(caliber))
}
