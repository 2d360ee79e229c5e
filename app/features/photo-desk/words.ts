import { formatCount } from '#app/kit/count.ts'
import type { SubjectKind } from '#app/features/photos/rules.ts'

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
  changed:
    'Somebody changed this photograph since you opened it. The current words are shown beside yours; save again to keep yours.',
  gone: 'This photograph has been deleted.',
  not_attached: 'This photograph is no longer there.',
  at_the_end: 'It is there already.',
  unknown: 'Choose what to do.',
} as const

export const failedWords =
  'Its files could not be made, so it is not shown. Export the picture again as a JPEG, and upload that.'

export function countWords(count: number, noun: 'photograph' | 'place'): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
