import { formatCount } from '#app/kit/count.ts'
import type { SubjectKind } from '#app/features/photos/rules.ts'

/** Kinds of subjects, as headings of a list. */
export const kindWords = {
  drop: 'Drops',
  variant: 'Variants of drops',
  patch: 'Patches',
  accessory: 'Accessories',
  platform: 'Platforms',
  part: 'Parts',
  package: 'Packages',
  release: 'Small-batch lines',
  course: 'Courses',
  place: 'Places of classes',
  instructor: 'Instructors',
  service: 'Services',
  page: 'Pages',
} satisfies Record<SubjectKind, string>

/** Why a change was refused. */
export const refusalWords = {
  changed:
    'Somebody changed this photograph since you opened it. The current words are shown beside yours; save again to keep yours.',
  gone: 'This photograph has been deleted.',
  not_attached: 'This photograph is no longer there.',
  at_the_end: 'It is there already.',
  unknown: 'Choose what to do.',
} as const

/** What the desk says of an upload that was given up. */
export const failedWords =
  'Its files could not be made, so it is not shown. Export the picture again as a JPEG, and upload that.'

/** `1 photograph`, `2,400 places`. */
export function countWords(count: number, noun: 'photograph' | 'place'): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
