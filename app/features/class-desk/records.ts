import { z } from 'zod'
import type { Asked, Choices } from '#app/features/console/components/fields.tsx'
import { dayMethods, methodWords } from '#app/features/courses/roster.ts'
import { maxStudents, maxWeeks } from '#app/features/courses/rules.ts'
import { requiredText } from '#app/features/orders/input.ts'
import { formKey } from '#app/kit/fields.ts'

const whole = (message: string, min: number, max: number) =>
  z.coerce.number(message).int(message).min(min, message).max(max, message)

const number = (name: string, label: string, min: number, max: number, hint?: string): Asked => ({
  name,
  label,
  min,
  max,
  type: 'number',
  ...(hint !== undefined && { hint }),
})

/** `closes`: how many hours before, the roster closes. */
const dateInput = {
  day: z.iso.date('Choose a day'),
  time: z.string('Choose a time').regex(/^\d{2}:\d{2}$/, 'Choose a time'),
  place: requiredText('Write the place, with its address', 3).max(240, 'Keep this under 240 characters'),
  instructor: z.union([z.uuid(), z.literal('').transform(() => undefined)]).optional(),
  capacity: whole(`Between 1 and ${maxStudents} seats`, 1, maxStudents),
  closes: whole('Between 0 and 720 hours', 0, 720),
}

export const newDatesInput = z.object({
  ...dateInput,
  key: formKey,
  course: requiredText('Choose a course'),
  weeks: whole(`Between 1 and ${maxWeeks} weeks`, 1, maxWeeks),
})

/** `confirm`: the move whose mail to the booked was read. */
export const changedDateInput = z.object({
  ...dateInput,
  revision: z.coerce.number().int().positive(),
  confirm: z.string().optional(),
})

/** When and where a class would be: a mail that was read for one move does not go out for another. */
export function moveOf({ day, time, place }: { day: string; time: string; place: string }): string {
  return [day, time, place].join(' ')
}

type DateChoices = { courses?: Choices; instructors: Choices }

export function dateFields({ courses, instructors }: DateChoices): (Asked | Asked[])[] {
  return [
    ...(courses ? [{ name: 'course', label: 'Course', options: courses }] : []),
    [
      { name: 'day', label: 'Day', type: 'date', required: true },
      {
        name: 'time',
        label: 'Begins',
        type: 'time',
        hint: 'By the shop’s clock, also when clocks change',
        required: true,
      },
    ],
    ...(courses ? [number('weeks', 'Weeks in a row', 1, maxWeeks, '1 adds this day alone')] : []),
    [number('capacity', 'Seats', 1, maxStudents), number('closes', 'Roster closes, hours before', 0, 720)],
    { name: 'place', label: 'Place', hint: 'In the words that students are mailed', required: true },
    {
      name: 'instructor',
      label: 'Instructor',
      options: instructors,
      hint: 'Named on the certificates, with the licenses that are good on the day',
    },
  ]
}

export const receivedInput = {
  key: z.string().min(10).max(40),
  amount: z.coerce.number().int().positive(),
  method: z.enum(dayMethods, 'Choose how it was paid'),
  reference: z.string().trim().max(60, 'Keep the number under 60 characters').default(''),
}

export const paidByFields: readonly Asked[] = [
  {
    name: 'method',
    label: 'Paid by',
    options: dayMethods.map((method) => [method, methodWords[method]]),
  },
  { name: 'reference', label: 'Number of slip or check', maxLength: 60, autoComplete: 'off' },
]
