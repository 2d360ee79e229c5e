import { z } from 'zod'
import {
  maxAlt,
  type PhotoRole,
  type ShownPhoto,
  type Subject,
  type SubjectKind,
  subjectKinds,
} from '#app/features/photos/rules.ts'
import { formatCount } from '#app/kit/text.ts'

export const photosPath = '/staff/photos'

export type NamedSubject = Subject & { name: string; path: string }

export type SubjectPhoto = { photo: ShownPhoto; role: PhotoRole }

/** A subject as the value of a form's field: `accessory:pmag`. */
export function formatSubject({ kind, key }: Subject): string {
  return `${kind}:${key}`
}

export function parseSubject(value: string | null | undefined): Subject | undefined {
  const [, kind = '', key = ''] = /^([a-z]+):([\w .,'&-]{1,120})$/.exec(value ?? '') ?? []
  return (subjectKinds as readonly string[]).includes(kind) ? { kind: kind as SubjectKind, key } : undefined
}

/** What can be done with a photograph of a subject. */
export const useVerbs = ['attach', 'detach', 'earlier', 'later', 'cover', 'gallery'] as const
export type UseVerb = (typeof useVerbs)[number]

/** The description of a photograph. Required: not everybody sees it. */
export const altInput = z
  .string('Say what the photograph shows.')
  .trim()
  .min(1, 'Say what the photograph shows, for those who do not see it.')
  .max(maxAlt, `At most ${maxAlt} characters.`)

export const hashInput = z.string().regex(/^[0-9a-f]{32}$/, 'Choose a photograph.')

export const subjectInput = z.string().transform((value, context) => {
  const parsed = parseSubject(value)
  if (parsed) return parsed
  context.issues.push({ code: 'custom', message: 'Choose what it is attached to.', input: value })
  return z.NEVER
})

export const kindWords = {
  drop: 'Drops',
  variant: 'Variants of drops',
  patch: 'Patches',
  accessory: 'Accessories',
  platform: 'Platforms',
  part: 'Parts',
  package: 'Packages',
  course: 'Courses',
  place: 'Places of classes',
  instructor: 'Instructors',
  service: 'Services',
  page: 'Pages',
} satisfies Record<SubjectKind, string>

export const refusalWords = {
  gone: 'This photograph has been deleted.',
  not_attached: 'This photograph is no longer there.',
  at_the_end: 'It is there already.',
} as const

export function countWords(count: number, noun: 'photograph' | 'place'): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** As the options of a field, each kind together. */
export function subjectOptions(subjects: readonly NamedSubject[]): [string, string][] {
  return subjectKinds.flatMap((kind) =>
    subjects
      .filter((subject) => subject.kind === kind)
      .map((each): [string, string] => [formatSubject(each), `${kindWords[kind]}: ${each.name}`]),
  )
}
