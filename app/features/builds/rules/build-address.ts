import {
  finishIds,
  finishIn,
  isStandard,
  emptySelection,
  choosePart,
  isPlatformId,
  type Part,
  partIdsAt,
  type Selection,
  singleSteps,
  steps,
} from '../rules.ts'

/** Maximum number of accessories in an address: more than a rifle has room for, and a bound on the work. */
export const maxAccessories = 200

export const partIdPattern = /^[\w.-]{1,60}$/

export const buildParams = ['platform', ...steps, 'suppressor', 'finish'] as const

/** Invalid ids are skipped, and the last of several for one step wins. Undefined without a platform that we can draw. */
export function parseBuildAddress(search: string): Selection | undefined {
  const params = new URLSearchParams(search)
  const platformId = params.get('platform') ?? ''
  if (!isPlatformId(platformId)) return undefined
  const ids = (name: string) => params.getAll(name).filter((id) => partIdPattern.test(id))
  const parts = Object.fromEntries(
    singleSteps.flatMap((step) => {
      const id = ids(step).at(-1)
      return id === undefined ? [] : [[step, id]]
    }),
  )
  const accessories = ids('accessories').slice(0, maxAccessories)
  const isSuppressorOptimized = params.getAll('suppressor').at(-1) === 'yes'
  const named = finishIds.find((id) => id === params.getAll('finish').at(-1))
  const finish = finishIn({ platformId, ...(named && { finish: named }) })
  return {
    ...emptySelection(platformId),
    parts,
    accessories,
    isSuppressorOptimized,
    ...(!isStandard(finish) && { finish: finish.id }),
  }
}

export function parseBuildForm(form: FormData): Selection | undefined {
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return parseBuildAddress(new URLSearchParams(fields).toString())
}

export const maxCompared = 3

export function parseCodes(search: string): string[] {
  // Of a link only the end is a code.
  const ends = new URLSearchParams(search)
    .getAll('builds')
    .join(' ')
    .replaceAll(/\S*\/builds\//gi, ' ')
  const codes = ends
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter((code) => /^[0-9A-Z]{8}$/.test(code))
  return [...new Set(codes)].slice(0, maxCompared)
}

export function comparePath(codes: readonly string[]): string {
  return `/builds/compare?builds=${codes.join(',')}`
}

/** In the order of the steps: the same build always has the same address. */
export function addressFields(selection: Selection): [name: string, value: string][] {
  return [
    ['platform', selection.platformId],
    ...steps.flatMap((step) => partIdsAt(selection, step).map((id): [string, string] => [step, id])),
    ...(selection.isSuppressorOptimized ? [['suppressor', 'yes'] as [string, string]] : []),
    ...(selection.finish ? [['finish', selection.finish] as [string, string]] : []),
  ]
}

export function buildQuery(selection: Selection): string {
  return new URLSearchParams(addressFields(selection)).toString()
}

export function buildPath(selection: Selection): string {
  return `/build?${buildQuery(selection)}`
}

/** Where a platform is chosen, or waited for. */
export function platformPath(id: string): string {
  return isPlatformId(id) ? `/build?platform=${encodeURIComponent(id)}#configurator` : '/build#coming'
}

/** The builder with this part chosen. */
export function partPath({ id, step, platformId }: Pick<Part, 'id' | 'step' | 'platformId'>): string {
  return `${buildPath(choosePart(emptySelection(platformId ?? 'ar15'), { id, step }))}#step-${step}`
}
