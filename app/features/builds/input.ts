import { z } from 'zod'
import { reservationInput } from '#app/features/checkout/input.ts'
import { emptySelection, partIdsAt, isPlatformId, type Selection, singleSteps, steps } from './rules.ts'

/** What an address may carry: far more accessories than a rifle has room for, and no more work than that. */
export const maxAccessories = 200

const partId = z.string().regex(/^[\w.-]{1,60}$/)

/** A selection as it is stored and sent: ids only, no price. */
export const selectionInput = z.object({
  platformId: z.string().refine(isPlatformId),
  parts: z.partialRecord(z.enum(singleSteps as readonly [string, ...string[]]), partId),
  accessories: z.array(partId).max(maxAccessories),
  isSuppressorOptimized: z.boolean(),
}) as unknown as z.ZodType<Selection>

/** The search parameters that `parseBuildAddress` reads. */
export const buildParams = ['platform', ...steps, 'suppressor', 'remove', 'step'] as const

/** What an address asks for: a build, and the step whose parts are to be shown beside it. */
export type RequestedBuild = { selection: Selection; openStep: (typeof steps)[number] | undefined }

/**
 * Reads a build from an address: `?platform=ar15&barrel=...&accessories=...&suppressor=yes`. What cannot be an id is
 * left out, and of two parts for one step the last counts. Undefined without a platform that we can draw.
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
  // Without script a press sends the whole build once more, with what is taken off named by its place.
  const removedIndex = Number.parseInt(params.get('remove') ?? '', 10)
  const accessories = ids('accessories')
    .slice(0, maxAccessories)
    .filter((_, index) => index !== removedIndex)
  const openStep = steps.find((step) => step === params.get('step'))
  const isSuppressorOptimized = params.getAll('suppressor').at(-1) === 'yes'
  return { selection: { ...emptySelection(platformId), parts, accessories, isSuppressorOptimized }, openStep }
}

/** Reads a build from a form that carries the fields of its address. */
export function parseBuildForm(form: FormData): RequestedBuild | undefined {
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return parseBuildAddress(new URLSearchParams(fields).toString())
}

/** The codes of saved builds in an address, however they are parted: two or three, no more. */
export function parseCodes(search: string): string[] {
  const codesText = new URLSearchParams(search).getAll('builds').join(' ')
  const codes = codesText
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter((code) => /^[0-9A-Z]{8}$/.test(code))
  return [...new Set(codes)].slice(0, 3)
}

/** The fields of a build's address, in the order of the steps: the same build always has the same address. */
export function addressFields(selection: Selection): [name: string, value: string][] {
  return [
    ['platform', selection.platformId],
    ...steps.flatMap((step) => partIdsAt(selection, step).map((id): [string, string] => [step, id])),
    ...(selection.isSuppressorOptimized ? [['suppressor', 'yes'] as [string, string]] : []),
  ]
}

/** The query of a build's address, without the question mark. */
export function buildQuery(selection: Selection): string {
  return new URLSearchParams(addressFields(selection)).toString()
}

/** The path of a build that has not been saved. */
export function buildPath(selection: Selection): string {
  return `/build?${buildQuery(selection)}`
}

const { formKey, name, email, phone, state } = reservationInput.shape

/** The form that submits a build. The build itself comes as the fields of its address. */
export const submissionInput = z.object({
  formKey,
  name,
  email,
  phone,
  state,
  trust: z.literal('yes').optional(),
  shownCents: z.coerce.number().int(),
})

/** A checked submission form. */
export type SubmissionInput = z.infer<typeof submissionInput>

/** The form that has a saved build's link mailed. */
export const mailLinkInput = z.object({ email })

/** What a saved build keeps of its price. */
export const savedPriceInput = z.object({
  baseCents: z.number().int(),
  lines: z.array(
    z.object({ step: z.enum(steps), id: z.string(), name: z.string(), cents: z.number().int() }),
  ),
  totalCents: z.number().int(),
  itemCount: z.number().int(),
})
