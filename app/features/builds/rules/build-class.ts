import { type Build, type PlatformId, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { type Classification, classify } from '#app/art/blueprint/classify.ts'
import type { Sheet } from '#app/art/blueprint/blueprint.ts'
import { measure } from '#app/art/blueprint/measure.ts'
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
} from '../rules.ts'

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
export type BuildClass = {
  code: 'SBR' | 'RIFLE' | 'HANDGUN'
  label: string
  reason: string
  barrel: string
  overall: string
  extended: 'stock' | 'brace'
  asDrawn: { barrel: boolean; overall: boolean; class: boolean }
}

/**
 * Classifies a build by its outer lengths: with a shoulder stock, a barrel under 16 in or an overall length under 26 in
 * makes it an SBR (26 U.S.C. 5845(a)). `chosen` are its parts; the drawing supplies the others.
 */
export function classifyBuild(build: Build, chosen: readonly Part[]): BuildClass {
  const { barrelIn, overallIn } = measure(build)
  const lengthTexts = { barrel: `${barrelIn.toFixed(1)} in`, overall: `${overallIn.toFixed(1)} in` }
  const unchosen = (['barrel', 'stock'] as const).filter((step) => chosen.every((part) => part.step !== step))
  const asDrawn = { barrel: unchosen.includes('barrel'), overall: unchosen.length > 0 }
  if (build.stock === 'brace' || build.stock === 'folding-brace') {
    const isDrawn = unchosen.includes('stock')
    const reason = `Brace ${isDrawn ? 'as drawn' : 'fitted'}, no shoulder stock`
    return {
      code: 'HANDGUN',
      label: 'Handgun, with a brace',
      reason,
      ...lengthTexts,
      extended: 'brace',
      asDrawn: {
        ...asDrawn,
        class: isDrawn,
      },
    }
  }
  const { limit, ...verdict } = stockedClass(classify({ barrelIn, overallIn }), lengthTexts)
  const reason = capitalized(asDrawn.overall ? `${unchosen.join(' and ')} as drawn: ${limit}` : limit)
  return {
    ...verdict,
    reason,
    ...lengthTexts,
    extended: 'stock',
    asDrawn: { ...asDrawn, class: asDrawn.overall },
  }
}

function stockedClass(
  { barrelUnderLimit, overallUnderLimit }: Classification,
  { barrel, overall }: Pick<BuildClass, 'barrel' | 'overall'>,
): Pick<BuildClass, 'code' | 'label'> & { limit: string } {
  const short = { code: 'SBR', label: 'SBR, Form 4' } as const
  if (barrelUnderLimit) return { ...short, limit: `barrel ${barrel} is under 16 in` }
  if (overallUnderLimit) return { ...short, limit: `overall ${overall} is under 26 in` }
  return { code: 'RIFLE', label: 'Rifle', limit: 'barrel 16 in or over, overall 26 in or over' }
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
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

/** What a selection is in law, by the server's own read-out of its parts. A braced pistol is a handgun. */
export function itemClassOf(selection: Selection, catalog: Catalog): ItemClass {
  const buildClass = classifyBuild(buildForDrawing(selection, catalog), chosenParts(selection, catalog))
  return classInLaw[buildClass.code]
}

export function describeFirearm(selection: Selection, catalog: Catalog): FirearmDescription {
  const chosen = chosenParts(selection, catalog)
  const platform = findConfigurablePlatform(catalog, selection.platformId)
  const { barrel, overall } = classifyBuild(buildForDrawing(selection, catalog), chosen)
  return {
    model: platform?.name ?? '',
    caliber: platform ? caliberOf(platform, chosen) : '',
    barrel,
    overall,
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

export function drawingLabel(platformName: string, buildClass: BuildClass, chosen: readonly Part[]): string {
  const names = chosen.map((part) => part.name).join(', ')
  const parts = names === '' ? 'Nothing chosen yet' : `Chosen: ${names}`
  const lengthTexts = `barrel ${buildClass.barrel}, overall ${buildClass.overall} with the ${buildClass.extended} extended`
  return `${platformName}, right side elevation: ${markAsDrawn(lengthTexts, buildClass.asDrawn.overall)}. ${parts}.`
}
