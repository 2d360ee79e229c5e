import { z } from 'zod'
import { reservationInput } from '#app/features/checkout/input.ts'
import { finishIds, finishIn, isStandard } from './rules/finishes.ts'
import { emptySelection, partIdsAt, isPlatformId, type Selection, singleSteps, steps } from './rules.ts'

/** Maximum number of accessories in an address: more than a rifle has room for, and a bound on the work. */
export const maxAccessories = 200

const partId = z.string().regex(/^[\w.-]{1,60}$/)

/** A selection as stored and sent: ids only, no prices. */
export const selectionInput = z.object({
  platformId: z.string().refine(isPlatformId),
  parts: z.partialRecord(z.enum(singleSteps as readonly [string, ...string[]]), partId),
  accessories: z.array(partId).max(maxAccessories),
  isSuppressorOptimized: z.boolean(),
  finish: z.enum(finishIds).optional(),
}) as unknown as z.ZodType<Selection>

/** The search parameters that `parseBuildAddress` reads. */
export const buildParams = [
  'platform',
  ...steps,
  'suppressor',
  'finish',
  'remove',
  'step',
  'compare',
] as const

/** A build from an address, the step whose parts drawer is open, and the saved builds that it is made to be compared with. */
export type RequestedBuild = {
  selection: Selection
  openStep: (typeof steps)[number] | undefined
  compared: string[]
}

/**
 * Reads a build from an address: `?platform=ar15&barrel=...&accessories=...&suppressor=yes&finish=cool-gray`. Invalid
 * ids are skipped, and the last of several for one step wins; a finish that the platform does not take is the standard one. Undefined without a platform that we can draw.
 */
export function parseBuildAddress(search: string): RequestedBuild | undefined {
  const params = new URLSearchParams(search)
  const platformId = params.get('platform') ?? ''
  if (!isPlatformId(platformId)) return undefined
  const ids = (name: string) => params.getAll(name).filter((id) => partId.safeParse(id).success)
  const parts = Object.fromEntries(
    singleSteps.flatMap((step) => {
      const id = ids(step).at(-1)
      return id === undefined ? [] : [[step, id]]
    }),
  )
  // Without script, a click submits the whole build again with the index of the accessory to remove.
  const removedIndex = Number.parseInt(params.get('remove') ?? '', 10)
  const accessories = ids('accessories')
    .slice(0, maxAccessories)
    .filter((_, index) => index !== removedIndex)
  const openStep = steps.find((step) => step === params.get('step'))
  const isSuppressorOptimized = params.getAll('suppressor').at(-1) === 'yes'
  const named = finishIds.find((id) => id === params.getAll('finish').at(-1))
  const finish = finishIn({ platformId, ...(named && { finish: named }) })
  // One place is left for the build that is made here.
  const compared = codesIn(params.getAll('compare')).slice(0, maxCompared - 1)
  return {
    selection: {
      ...emptySelection(platformId),
      parts,
      accessories,
      isSuppressorOptimized,
      ...(!isStandard(finish) && { finish: finish.id }),
    },
    openStep,
    compared,
  }
}

/** Reads a build from a form with the same fields as its address. */
export function parseBuildForm(form: FormData): RequestedBuild | undefined {
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return parseBuildAddress(new URLSearchParams(fields).toString())
}

/** How many builds are compared at most: what fits side by side. */
export const maxCompared = 3

/** Codes of saved builds in an address, or the links that end with them, with any separators: at most three. */
export function parseCodes(search: string): string[] {
  return codesIn(new URLSearchParams(search).getAll('builds')).slice(0, maxCompared)
}

function codesIn(texts: readonly string[]): string[] {
  // Of a link only the end is a code.
  const ends = texts.join(' ').replaceAll(/\S*\/builds\//gi, ' ')
  const codes = ends
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter((code) => /^[0-9A-Z]{8}$/.test(code))
  return [...new Set(codes)]
}

/** The path of the page that compares these builds. */
export function comparePath(codes: readonly string[]): string {
  return `/builds/compare?builds=${codes.join(',')}`
}

/**
 * The fields of a build's address, in the order of the steps: the same build always has the same address. Behind it come the saved
 * builds that it is compared with.
 */
export function addressFields(
  selection: Selection,
  compared: readonly string[] = [],
): [name: string, value: string][] {
  return [
    ['platform', selection.platformId],
    ...steps.flatMap((step) => partIdsAt(selection, step).map((id): [string, string] => [step, id])),
    ...(selection.isSuppressorOptimized ? [['suppressor', 'yes'] as [string, string]] : []),
    ...(selection.finish ? [['finish', selection.finish] as [string, string]] : []),
    ...compared.map((code): [string, string] => ['compare', code]),
  ]
}

/** The query of a build's address, without the question mark. */
export function buildQuery(selection: Selection, compared: readonly string[] = []): string {
  return new URLSearchParams(addressFields(selection, compared)).toString()
}

/** The path of a build that has not been saved. */
export function buildPath(selection: Selection, compared: readonly string[] = []): string {
  return `/build?${buildQuery(selection, compared)}`
}

const { formKey, name, email, phone, state } = reservationInput.out.shape

/** The form that submits a build. The build itself comes as its address fields. */
export const submissionInput = z.object({
  formKey,
  name,
  email,
  phone,
  state,
  trust: z.literal('yes').optional(),
  /** Consent to show the finished build. */
  showing: z.literal('yes').optional(),
  shownCents: z.coerce.number().int(),
})

/** A checked submission form. */
export type SubmissionInput = z.infer<typeof submissionInput>

/** The form that emails the link to a saved build. */
export const mailLinkInput = z.object({ email })

/** The price stored with a saved build. */
export const savedPriceInput = z.object({
  baseCents: z.number().int(),
  lines: z.array(
    z.object({ step: z.enum(steps), id: z.string(), name: z.string(), cents: z.number().int() }),
  ),
  totalCents: z.number().int(),
  itemCount: z.number().int(),
})
