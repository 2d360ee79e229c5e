import { type Build, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { type Classification, classify } from '#app/art/blueprint/classify.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { type Catalog, chosenParts, type Part, type Selection } from '../rules.ts'

/** What is drawn for a selection: the platform's starting build with the outlines of the chosen parts. */
export function buildForDrawing(selection: Selection, catalog: Catalog): Build {
  const outlines = chosenParts(selection, catalog).map((part) => part.outline)
  const start: Build = STARTING_BUILDS[selection.platformId]
  return {
    ...outlines.reduce<Build>((build, outline) => ({ ...build, ...outline }), start),
    accessories: [...new Set(outlines.flatMap((outline) => outline.accessories ?? []))],
    suppressor: selection.isSuppressorOptimized,
  }
}

/** The build as it would be with this part in it: what its card in the drawer shows. */
export function withPart(build: Build, { outline }: Part): Build {
  return { ...build, ...outline }
}

/** What the lengths of a build say about its class, in the words of the read-out. Information, never advice. */
export type BuildClass = {
  code: 'SBR' | 'RIFLE' | 'PISTOL'
  /** The class in a few words. */
  label: string
  /** What it follows from. */
  reason: string
  barrel: string
  overall: string
  /** Whether the overall length was taken with a stock or a brace extended. */
  extended: 'stock' | 'brace'
  /** Which of these follow from a part that is drawn but not chosen: no fact of the build yet. */
  asDrawn: { barrel: boolean; overall: boolean; class: boolean }
}

/**
 * Reads a build's class off its outer lengths: under 16 in of barrel, or under 26 in overall, with a shoulder stock.
 * `chosen` are the parts in it; the drawing supplies the others.
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
      code: 'PISTOL',
      label: 'Pistol build, brace',
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

/** The class of a build with a shoulder stock. */
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

/** Marks what the drawing supplies. */
export function markAsDrawn(words: string, isDrawn: boolean): string {
  return isDrawn ? `${words}, as drawn` : words
}

/** The text alternative of the drawing: the platform, the view, both lengths, and what is chosen. */
export function drawingLabel(platformName: string, buildClass: BuildClass, chosen: readonly Part[]): string {
  const names = chosen.map((part) => part.name).join(', ')
  const parts = names === '' ? 'Nothing chosen yet' : `Chosen: ${names}`
  const lengthTexts = `barrel ${buildClass.barrel}, overall ${buildClass.overall} with the ${buildClass.extended} extended`
  return `${platformName}, right side elevation: ${markAsDrawn(lengthTexts, buildClass.asDrawn.overall)}. ${parts}.`
}
