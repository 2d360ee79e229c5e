import { type Build, type PartStep, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { classify } from '#app/art/blueprint/classify.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { type Catalogue, chosenParts, type Part, type Selection } from '../rules.ts'

/** What is drawn for a selection: the platform's starting build with the outlines of the chosen parts. */
export function drawnBuild(selection: Selection, catalogue: Catalogue): Build {
  const outlines = chosenParts(selection, catalogue).map((part) => part.outline)
  const start: Build = STARTING_BUILDS[selection.platformId]
  return {
    ...outlines.reduce<Build>((build, outline) => ({ ...build, ...outline }), start),
    accessories: [...new Set(outlines.flatMap((outline) => outline.accessories ?? []))],
    suppressor: selection.isSuppressorOptimized,
  }
}

/** The build as it would be with this part in it: what its card in the drawer shows. */
export function buildWith(build: Build, { outline }: Part): Build {
  return { ...build, ...outline }
}

/** What the lengths of a build say about its class, in the words of the read-out. Information, never advice. */
export type ReadOut = {
  code: 'SBR' | 'RIFLE' | 'PISTOL'
  /** The class in a few words. */
  label: string
  /** What it follows from. */
  because: string
  barrel: string
  overall: string
  /** Whether the overall length was taken with a stock or a brace extended. */
  extended: 'stock' | 'brace'
}

/** Reads a build's class off its outer lengths: under 16 in of barrel, or under 26 in overall, with a shoulder stock. */
export function readOut(build: Build): ReadOut {
  const { barrelIn, overallIn } = measure(build)
  const { barrelUnderLimit, overallUnderLimit } = classify({ barrelIn, overallIn })
  const lengths = { barrel: `${barrelIn.toFixed(1)} in`, overall: `${overallIn.toFixed(1)} in` }
  if (build.stock === 'brace' || build.stock === 'folding-brace') {
    const because = 'Brace fitted, no shoulder stock'
    return { code: 'PISTOL', label: 'Pistol build, brace', because, ...lengths, extended: 'brace' }
  }
  const stocked = { ...lengths, extended: 'stock' } as const
  if (barrelUnderLimit)
    return {
      code: 'SBR',
      label: 'SBR, Form 4',
      because: `Barrel ${lengths.barrel} is under 16 in`,
      ...stocked,
    }
  if (overallUnderLimit)
    return {
      code: 'SBR',
      label: 'SBR, Form 4',
      because: `Overall ${lengths.overall} is under 26 in`,
      ...stocked,
    }
  return { code: 'RIFLE', label: 'Rifle', because: 'Barrel 16 in or over, overall 26 in or over', ...stocked }
}

/** The text alternative of the drawing: the platform, the view, both lengths, and what is chosen. */
export function drawingLabel(platformName: string, read: ReadOut, chosen: readonly Part[]): string {
  const names = chosen.map((part) => part.name).join(', ')
  const parts = names === '' ? 'Nothing chosen yet' : `Chosen: ${names}`
  return `${platformName}, right side elevation: barrel ${read.barrel}, overall ${read.overall} with the ${read.extended} extended. ${parts}.`
}

/** A step's number on its balloon, counted from one. */
export function balloonNumber(steps: readonly PartStep[], step: PartStep): number {
  return steps.indexOf(step) + 1
}
