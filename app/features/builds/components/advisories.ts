import type { Build, PartStep } from '#app/art/blueprint/build.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { type Catalog, chosenParts, type Part, partsFor, type Selection } from '../rules.ts'
import { type ReadOut, readOut } from './drawn-build.ts'

/** Something about a build that its buyer should know before submitting it. Never a reason to refuse it. */
export type Advisory = { step: PartStep; text: string }

const suppressorReady = 'Suppressor-ready'

/** What the tags of the chosen parts say against each other and against the build, in the order of the steps. */
export function advisoriesOf(selection: Selection, catalog: Catalog, build: Build): Advisory[] {
  const chosen = chosenParts(selection, catalog)
  const isFitted = (step: PartStep) => chosen.some((part) => part.step === step)
  const read = readOut(build, chosen)
  const found = chosen.flatMap((part) => [
    ...(isFitted('stock') ? classAdvisory(part, read) : []),
    ...lengthAdvisory(part, build, isFitted('barrel')),
    ...caliberAdvisory(part, chosen),
    ...suppressorAdvisory(part, selection, catalog),
  ])
  // The same accessory twice has one thing to say.
  return found.filter(({ text }, at) => found.findIndex((other) => other.text === text) === at)
}

/** Some parts are for one class of build only; the class is the one that the read-out shows. */
function classAdvisory({ name, tags, step }: Part, { code, label }: ReadOut): Advisory[] {
  const tag = tags.find(
    (one) =>
      (/\bSBR only$/.test(one) && code !== 'SBR') || (/^Pistol builds$/.test(one) && code !== 'PISTOL'),
  )
  return tag ? [{ step, text: `${name} is marked “${tag}”, and this build reads “${label}”.` }] : []
}

/** `10.3 in and up` names the shortest barrel a part goes with. */
function lengthAdvisory({ name, tags, step }: Part, build: Build, hasBarrel: boolean): Advisory[] {
  if (!hasBarrel) return []
  const from = tags.flatMap((tag) => /^([\d.]+) in and up$/.exec(tag)?.[1] ?? []).map(Number)[0]
  if (from !== undefined && build.barrelIn < from)
    return [
      {
        step,
        text: `${name} is for barrels of ${from} in and up; this one has ${build.barrelIn} in. ${confirmed}`,
      },
    ]
  const { muzzleX, handguardEndX } = measure(build)
  if (step === 'handguard' && muzzleX < handguardEndX)
    return [{ step, text: `${name} reaches past the muzzle. ${confirmed}` }]
  return []
}

const confirmed = 'We confirm the fit before we build.'

const caliberTag = /^(\.\d+( BLK)?|\d+\.\d+|\d+ mm)$/

/** A part that names calibers, none of which the upper receiver has. */
function caliberAdvisory({ name, tags, step }: Part, chosen: readonly Part[]): Advisory[] {
  const upper = chosen.find((part) => part.step === 'upper')
  const own = tags.filter((tag) => caliberTag.test(tag))
  const wanted = upper?.tags.filter((tag) => caliberTag.test(tag)) ?? []
  if (own.length === 0 || wanted.length === 0 || own.some((tag) => wanted.includes(tag))) return []
  return [{ step, text: `${name} is for ${own.join(' and ')}; the upper is for ${wanted.join(' and ')}.` }]
}

/** A muzzle device that takes no suppressor on a build that is set up for one, where the platform has one that does. */
function suppressorAdvisory({ name, tags, step }: Part, selection: Selection, catalog: Catalog): Advisory[] {
  if (step !== 'muzzle' || !selection.isSuppressorOptimized || tags.includes(suppressorReady)) return []
  const offered = partsFor(catalog, selection.platformId, 'muzzle')
  const better = offered.find((part) => part.tags.includes(suppressorReady))
  return better ? [{ step, text: `${name} takes no suppressor mount; ${better.name} does.` }] : []
}
