import type { Build, PartStep } from '#app/art/blueprint/build.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import {
  type Catalog,
  choosePart,
  chosenParts,
  type Part,
  partIdsAt,
  partsFor,
  type Selection,
} from '../rules.ts'
import { type BuildFault, caliberMixes, exclusions } from './buildable.ts'
import { type BuildClass, buildForDrawing, classifyBuild } from './build-class.ts'

/** A compatibility note. Only mixed calibers and parts that exclude each other block submission. */
export type Advisory = { step: PartStep; text: string }

const suppressorReady = 'Suppressor-ready'

export function findAdvisories(
  selection: Selection,
  catalog: Catalog,
  build: Build,
  say: (fault: BuildFault) => string,
): Advisory[] {
  const chosen = chosenParts(selection, catalog)
  const isFitted = (step: PartStep) => chosen.some((part) => part.step === step)
  const classification = classifyBuild(build, chosen)
  const mixes = [...caliberMixes(selection, catalog), ...exclusions(selection, catalog)]
  const found = chosen.flatMap((part) => [
    ...(isFitted('stock') ? classAdvisory(part, classification) : []),
    ...lengthAdvisory(part, build, isFitted('barrel')),
    ...mixes.filter(({ step }) => step === part.step).map((mix) => ({ step: part.step, text: say(mix) })),
    ...suppressorAdvisory(part, selection, catalog),
  ])
  return found.filter(({ text }, index) => found.findIndex((other) => other.text === text) === index)
}

function classAdvisory({ name, tags, step }: Part, { code, label }: BuildClass): Advisory[] {
  const tag = tags.find(
    (one) =>
      (/\bSBR only$/.test(one) && code !== 'SBR') || (/^Pistol builds$/.test(one) && code !== 'HANDGUN'),
  )
  return tag ? [{ step, text: `${name} is marked “${tag}”, and this build reads “${label}”.` }] : []
}

/** `10.3 in and up` is the shortest compatible barrel. */
function lengthAdvisory({ name, tags, step }: Part, build: Build, hasBarrel: boolean): Advisory[] {
  if (!hasBarrel) return []
  const minBarrelIn = tags.flatMap((tag) => /^([\d.]+) in and up$/.exec(tag)?.[1] ?? []).map(Number)[0]
  if (minBarrelIn !== undefined && build.barrelIn < minBarrelIn)
    return [
      {
        step,
        text: `${name} is for barrels of ${minBarrelIn} in and up; this one has ${build.barrelIn} in. ${fitConfirmed}`,
      },
    ]
  const { muzzleX, handguardEndX } = measure(build)
  if (step === 'handguard' && muzzleX < handguardEndX)
    return [{ step, text: `${name} reaches past the muzzle. ${fitConfirmed}` }]
  return []
}

const fitConfirmed = 'We confirm the fit before we build.'

function suppressorAdvisory({ name, tags, step }: Part, selection: Selection, catalog: Catalog): Advisory[] {
  if (step !== 'muzzle' || !selection.isSuppressorOptimized || tags.includes(suppressorReady)) return []
  const offered = partsFor(catalog, selection.platformId, 'muzzle')
  const alternative = offered.find((part) => part.tags.includes(suppressorReady))
  return alternative ? [{ step, text: `${name} takes no suppressor mount; ${alternative.name} does.` }] : []
}

/** What a part costs more or less than the chosen one in its place; undefined where it would take nothing's place. */
export function differenceTo(chosen: readonly Part[], part: Part): number | undefined {
  const replaced = chosen.find(({ step }) => step === part.step)
  if (!replaced || part.step === 'accessories' || replaced.id === part.id) return undefined
  return part.priceCents - replaced.priceCents
}

export function notesWith(
  part: Part,
  selection: Selection,
  catalog: Catalog,
  say: (fault: BuildFault) => string,
): string[] {
  const textsOf = (of: Selection) =>
    findAdvisories(of, catalog, buildForDrawing(of, catalog), say).map(({ text }) => text)
  const known = textsOf(without(part, selection))
  // One accessory more of a kind changes nothing but the price.
  const isIn = part.step !== 'accessories' && partIdsAt(selection, part.step).includes(part.id)
  const chosen = isIn ? selection : choosePart({ selection, step: part.step }, part).selection
  return textsOf(chosen).filter((text) => !known.includes(text))
}

function without({ id, step }: Part, selection: Selection): Selection {
  if (step === 'accessories')
    return { ...selection, accessories: selection.accessories.filter((each) => each !== id) }
  const { [step]: _, ...parts } = selection.parts
  return { ...selection, parts }
}
