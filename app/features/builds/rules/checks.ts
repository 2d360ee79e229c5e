import { type Build, type PlatformId, STARTING_BUILDS, type PartStep } from '#app/art/blueprint/build.ts'
import { classify, measure } from '#app/art/blueprint/measure.ts'
import type { Sheet } from '#app/art/blueprint/blueprint.ts'
import { renderPart } from '#app/art/blueprint/part-sheet.ts'
import type { ItemClass } from '../../compliance/rules.ts'
import type { FirearmDescription } from '#app/features/orders/goods.ts'
import {
  type Catalog,
  chosenParts,
  findConfigurablePlatform,
  type Part,
  partsFor,
  type Platform,
  type Selection,
  completedSteps,
  choosePart,
  partIdsAt,
  priceBuild,
} from '../rules.ts'
import { stepWords } from '../words.ts'

export function buildForDrawing(selection: Selection, catalog: Catalog): Build {
  const outlines = chosenParts(selection, catalog).map((part) => part.outline)
  const start: Build = STARTING_BUILDS[selection.platformId]
  return {
    ...outlines.reduce<Build>((build, outline) => ({ ...build, ...outline }), start),
    accessories: [...new Set(outlines.flatMap((outline) => outline.accessories ?? []))],
    suppressor: selection.isSuppressorOptimized,
  }
}

export function sheetOf({ step, outline }: Part, build: Build): Sheet | undefined {
  if (step !== 'accessories') return renderPart({ ...build, ...outline }, { step })
  const [accessory] = outline.accessories ?? []
  return accessory && renderPart(build, { step, accessory })
}

/** The class of a build by its lengths, with display texts. Information, never advice. */
export type BuildClass = ReturnType<typeof classifyBuild>

/** With a shoulder stock, a barrel under 16 in or an overall length under 26 in makes it an SBR (26 U.S.C. 5845(a)). */
export function classifyBuild(build: Build, chosen: readonly Part[]) {
  const lengths = measure(build)
  const [barrel, overall] = [`${lengths.barrelIn.toFixed(1)} in`, `${lengths.overallIn.toFixed(1)} in`]
  const unchosen = (['barrel', 'stock'] as const).filter((step) => chosen.every((part) => part.step !== step))
  const asDrawn = { barrel: unchosen.includes('barrel'), overall: unchosen.length > 0 }
  if (build.stock === 'brace' || build.stock === 'folding-brace') {
    const isDrawn = unchosen.includes('stock')
    return {
      code: 'HANDGUN' as const,
      label: 'Handgun, with a brace',
      reason: `Brace ${isDrawn ? 'as drawn' : 'fitted'}, no shoulder stock`,
      barrel,
      overall,
      extended: 'brace',
      asDrawn: { ...asDrawn, class: isDrawn },
    }
  }
  const { barrelUnderLimit, overallUnderLimit, shortBarreled } = classify(lengths)
  const limit = barrelUnderLimit
    ? `barrel ${barrel} is under 16 in`
    : overallUnderLimit
      ? `overall ${overall} is under 26 in`
      : 'barrel 16 in or over, overall 26 in or over'
  const reason = asDrawn.overall ? `${unchosen.join(' and ')} as drawn: ${limit}` : limit
  return {
    code: shortBarreled ? ('SBR' as const) : ('RIFLE' as const),
    label: shortBarreled ? 'SBR, Form 4' : 'Rifle',
    reason: reason.charAt(0).toUpperCase() + reason.slice(1),
    barrel,
    overall,
    extended: 'stock',
    asDrawn: { ...asDrawn, class: asDrawn.overall },
  }
}

export function platformClasses(platformId: PlatformId, catalog: Catalog): BuildClass['code'][] {
  const offered = (step: 'stock' | 'barrel') => {
    const outlines = partsFor(catalog, platformId, step).map(({ outline }) => outline)
    return outlines.length > 0 ? outlines : [{}]
  }
  const codes = offered('stock').flatMap((stock) =>
    offered('barrel').map(
      (barrel) => classifyBuild({ ...STARTING_BUILDS[platformId], ...stock, ...barrel }, []).code,
    ),
  )
  return classCodes.filter((code) => codes.includes(code))
}

const classCodes = ['SBR', 'RIFLE', 'HANDGUN'] as const satisfies readonly BuildClass['code'][]

const classInLaw = { SBR: 'sbr', RIFLE: 'rifle', HANDGUN: 'handgun' } as const satisfies Record<
  BuildClass['code'],
  ItemClass
>

/** All that is told of a selection with the parts of a catalog. `drawn` has the starting part where none is chosen. */
export function readBuild(selection: Selection, catalog: Catalog) {
  const chosen = chosenParts(selection, catalog)
  const drawn = buildForDrawing(selection, catalog)
  const platform = findConfigurablePlatform(catalog, selection.platformId)
  const platformName = platform?.name ?? selection.platformId
  const buildClass = classifyBuild(drawn, chosen)
  return {
    selection,
    chosen,
    drawn,
    platform,
    platformName,
    buildClass,
    /** What it is in law, by the server's own read-out of its parts. A braced pistol is a handgun. */
    itemClass: classInLaw[buildClass.code],
    price: priceBuild(selection, catalog),
    faults: buildFaults(selection, catalog),
    label: drawingLabel(platformName, buildClass, chosen),
  }
}

export type ReadBuild = ReturnType<typeof readBuild>

/** As its dealer reads it. */
export function describeFirearm({ platform, chosen, buildClass }: ReadBuild): FirearmDescription {
  return {
    model: platform?.name ?? '',
    caliber: platform ? caliberOf(platform, chosen) : '',
    barrel: buildClass.barrel,
    overall: buildClass.overall,
  }
}

export function caliberOf({ calibers }: Platform, chosen: readonly Part[]): string {
  const upper = chosen.find((part) => part.step === 'upper')
  const decided = calibers.filter((caliber) =>
    upper?.tags.some((tag) => caliber === tag || caliber.startsWith(`${tag} `)),
  )
  return (decided.length > 0 ? decided : calibers).join(' / ')
}

export function markAsDrawn(words: string, isDrawn: boolean): string {
  return isDrawn ? `${words}, as drawn` : words
}

function drawingLabel(platformName: string, buildClass: BuildClass, chosen: readonly Part[]): string {
  const names = chosen.map((part) => part.name).join(', ')
  const parts = names === '' ? 'Nothing chosen yet' : `Chosen: ${names}`
  const lengthTexts = `barrel ${buildClass.barrel}, overall ${buildClass.overall} with the ${buildClass.extended} extended`
  return `${platformName}, right side elevation: ${markAsDrawn(lengthTexts, buildClass.asDrawn.overall)}. ${parts}.`
}

/** What blocks submission, in words; `step` where it is a part that cannot be built with another one. */
export type BuildFault = { step?: PartStep; text: string }

/** A rifle needs these. Sights, muzzle devices and accessories are the buyer's choice. */
const requiredSteps: readonly PartStep[] = ['lower', 'upper', 'barrel', 'stock', 'handguard']

export function buildFaults(selection: Selection, catalog: Catalog): BuildFault[] {
  const done = completedSteps(selection)
  const missing = requiredSteps.filter(
    (step) => !done.includes(step) && partsFor(catalog, selection.platformId, step).length > 0,
  )
  const toChoose = `Still to choose: ${missing.map((step) => stepWords[step].label).join(', ')}.`
  return [...(missing.length > 0 ? [{ text: toChoose }] : []), ...clashes(selection, catalog)]
}

/** Parts for different calibers, and those that exclude each other. */
function clashes(selection: Selection, catalog: Catalog): Advisory[] {
  const chosen = chosenParts(selection, catalog)
  const mixes = chosen.flatMap((part) => {
    const other = (['upper', 'barrel'] as const)
      .filter((step) => part.step !== 'upper' && part.step !== step)
      .flatMap((step) => chosen.find((one) => one.step === step) ?? [])
      .find((one) => !sharesCaliber(part, one))
    if (!other) return []
    const fitting = partsFor(catalog, selection.platformId, part.step)
      .filter((one) => sharesCaliber(one, other))
      .map(({ name }) => name)
    const wayOut = fitting.length > 0 ? `Choose ${fitting.join(' or ')}, or another` : 'Choose another'
    const [own, others] = [part, other].map((each) => calibersOf(each).join(' and '))
    const text = `${part.name} is for ${own}; the ${other.step} is for ${others}. ${wayOut} ${other.step}.`
    return { step: part.step, text }
  })
  const each = [...new Map(chosen.map((part) => [part.id, part])).values()]
  const exclusions = each.flatMap((part, at) =>
    each
      .slice(0, at)
      .filter((other) => part.excludes.includes(other.id) || other.excludes.includes(part.id))
      .map(({ name }) => ({
        step: part.step,
        text: `${part.name} cannot be built with ${name}. Choose another of the two.`,
      })),
  )
  return [...mixes, ...exclusions]
}

const caliberTag = /^(\.\d+( BLK)?|\d+\.\d+|\d+ mm)$/

function calibersOf({ tags }: Part): string[] {
  return tags.filter((tag) => caliberTag.test(tag))
}

function sharesCaliber(one: Part, other: Part): boolean {
  const [calibers, others] = [calibersOf(one), calibersOf(other)]
  return calibers.length === 0 || others.length === 0 || calibers.some((caliber) => others.includes(caliber))
}

/** A compatibility note. Only mixed calibers and parts that exclude each other block submission. */
export type Advisory = { step: PartStep; text: string }

const suppressorReady = 'Suppressor-ready'

export function findAdvisories(selection: Selection, catalog: Catalog): Advisory[] {
  const chosen = chosenParts(selection, catalog)
  const isFitted = (step: PartStep) => chosen.some((part) => part.step === step)
  const build = buildForDrawing(selection, catalog)
  const classification = classifyBuild(build, chosen)
  const found = clashes(selection, catalog)
  const texts = new Map<string, PartStep>()
  for (const part of chosen) {
    const notes = [
      isFitted('stock') && classNote(part, classification),
      isFitted('barrel') && lengthNote(part, build),
      ...found.filter(({ step }) => step === part.step).map(({ text }) => text),
      selection.isSuppressorOptimized &&
        suppressorNote(part, partsFor(catalog, selection.platformId, 'muzzle')),
    ]
    for (const text of notes) if (text && !texts.has(text)) texts.set(text, part.step)
  }
  return [...texts].map(([text, step]) => ({ step, text }))
}

function classNote({ name, tags }: Part, { code, label }: BuildClass) {
  const tag = tags.find(
    (one) =>
      (/\bSBR only$/.test(one) && code !== 'SBR') || (/^Pistol builds$/.test(one) && code !== 'HANDGUN'),
  )
  return tag && `${name} is marked “${tag}”, and this build reads “${label}”.`
}

/** `10.3 in and up` is the shortest compatible barrel. */
function lengthNote({ name, tags, step }: Part, build: Build) {
  const minBarrelIn = tags.flatMap((tag) => /^([\d.]+) in and up$/.exec(tag)?.[1] ?? []).map(Number)[0]
  const { muzzleX, handguardEndX } = measure(build)
  const misfit =
    minBarrelIn !== undefined && build.barrelIn < minBarrelIn
      ? `is for barrels of ${minBarrelIn} in and up; this one has ${build.barrelIn} in.`
      : step === 'handguard' && muzzleX < handguardEndX && 'reaches past the muzzle.'
  return misfit && `${name} ${misfit} We confirm the fit before we build.`
}

function suppressorNote({ name, tags, step }: Part, offered: readonly Part[]) {
  if (step !== 'muzzle' || tags.includes(suppressorReady)) return undefined
  const alternative = offered.find((part) => part.tags.includes(suppressorReady))
  return alternative && `${name} takes no suppressor mount; ${alternative.name} does.`
}

export function addedCents(chosen: readonly Part[], part: Part): number {
  const replaced = part.step === 'accessories' ? undefined : chosen.find(({ step }) => step === part.step)
  return part.priceCents - (replaced?.priceCents ?? 0)
}

export function notesWith(part: Part, selection: Selection, catalog: Catalog): string[] {
  const textsOf = (of: Selection) => findAdvisories(of, catalog).map(({ text }) => text)
  const known = textsOf(without(part, selection))
  // One accessory more of a kind changes nothing but the price.
  const isIn = part.step !== 'accessories' && partIdsAt(selection, part.step).includes(part.id)
  const chosen = isIn ? selection : choosePart(selection, part)
  return textsOf(chosen).filter((text) => !known.includes(text))
}

function without({ id, step }: Part, selection: Selection): Selection {
  if (step === 'accessories')
    return { ...selection, accessories: selection.accessories.filter((each) => each !== id) }
  const { [step]: _, ...parts } = selection.parts
  return { ...selection, parts }
}
