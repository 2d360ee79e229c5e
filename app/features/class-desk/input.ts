import { z } from 'zod'
import { contactFields, requiredText } from '#app/features/orders/input.ts'
import { maxStudents } from '#app/features/courses/rules.ts'
import { maxWeeks } from '#app/features/courses/rules/dates.ts'
import { rosterMarks } from '#app/features/courses/rules/roster.ts'
import { formKey } from '#app/kit/form-key.ts'
import { parseDollars } from '#app/kit/money.ts'
import { dayMethods } from './rules.ts'

const whole = (message: string, min: number, max: number) =>
  z.coerce.number(message).int(message).min(min, message).max(max, message)

const dollars = (message: string) =>
  z.string(message).transform((typed, context) => {
    const cents = parseDollars(typed)
    if (cents !== undefined) return cents
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const lines = z
  .string()
  .max(2_000, 'Keep this under 2,000 characters')
  .optional()
  .default('')
  .transform((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )

const isTicked = z
  .string()
  .optional()
  .transform((value) => value === 'yes')

const revision = z.coerce.number().int().positive()
const optionalId = z.union([z.uuid(), z.literal('').transform(() => undefined)]).optional()

const when = {
  day: z.iso.date('Choose a day'),
  time: z.string('Choose a time').regex(/^\d{2}:\d{2}$/, 'Choose a time'),
  place: optionalId,
  instructor: optionalId,
  capacity: whole(`Between 1 and ${maxStudents} seats`, 1, maxStudents),
  closes: whole('Between 0 and 720 hours', 0, 720),
}

/** The form that adds dates of a course. */
export const addDatesInput = z.object({
  ...when,
  key: formKey,
  course: requiredText('Choose a course'),
  weeks: whole(`Between 1 and ${maxWeeks} weeks`, 1, maxWeeks),
})

/** The form that changes a date. `confirm`: the move whose mail to the booked was read, as `moveOf` writes it. */
export const changeDateInput = z.object({ ...when, revision, confirm: z.string().optional() })

/** The form that cancels a date: its day, typed. */
export const cancelDateInput = z.object({ day: z.string('Type the day').trim() })

/** Marks of one or more students. `one` is a single button: `ORDER:mark:to`. */
export const marksInput = z.object({
  one: z
    .string()
    .regex(/^[0-9A-Z]{6,20}:[a-zA-Z]+:(set|unset)$/)
    .optional(),
  mark: z.enum(rosterMarks).optional(),
  to: z.enum(['set', 'unset']).optional(),
  score: z
    .union([z.literal('').transform(() => undefined), whole('Between 0 and 2,000 hits', 0, 2_000)])
    .optional(),
})

const received = {
  key: z.string().min(10).max(40),
  amount: z.coerce.number().int().positive(),
  method: z.enum(dayMethods, 'Choose how it was paid'),
  reference: z.string().trim().max(60, 'Keep the number under 60 characters').default(''),
}

/** Money for the balance of a student. */
export const balanceInput = z.object({
  order: z.string().regex(/^[0-9A-Z]{6,20}$/),
  ...received,
})

/** A student who comes without a booking. */
export const walkInInput = z.object({
  ...contactFields,
  ...received,
  age: z.literal('yes', 'Look at a government photo ID first'),
})

const courseFields = {
  name: requiredText('Write the name', 3).max(80, 'Keep the name under 80 characters'),
  summary: requiredText('Write one or two sentences', 10).max(400, 'Keep this under 400 characters'),
  hours: whole('Between 1 and 24 hours', 1, 24),
  minimumAge: whole('Between 18 and 99', 18, 99),
  liveFireRounds: whole('Between 0 and 2,000 rounds', 0, 2_000),
  announcedFor: z
    .string()
    .trim()
    .max(20, 'Keep this under 20 characters')
    .default('')
    .transform((text) => text || null),
  topics: lines,
  bring: lines,
  requirements: lines,
  isRetired: isTicked,
}

const prices = {
  price: dollars('Enter the price, such as 150'),
  deposit: dollars('Enter the deposit, such as 75'),
}

/** The form of a new course. */
export const newCourseInput = z.object({
  ...courseFields,
  ...prices,
  key: formKey,
  slug: z
    .string()
    .trim()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and hyphens, such as basic-pistol')
    .max(60, 'Keep the address under 60 characters'),
})

/** The form of a known course. */
export const courseInput = z.object({ ...courseFields, revision })

/** A price from a day on; without a day from now on. */
export const priceInput = z.object({
  ...prices,
  key: formKey,
  from: z.union([z.iso.date('Choose a day'), z.literal('').transform(() => undefined)]).optional(),
})

/** Removes a price that has not begun. */
export const priceEndInput = z.object({ remove: z.iso.datetime() })

const known = { key: formKey, id: optionalId, revision: revision.optional() }

/** The form of an instructor: licenses one per line, as `name; number; last day`. */
export const instructorInput = z.object({
  ...known,
  name: requiredText('Write the name as it is printed on certificates', 3).max(
    120,
    'Keep the name under 120 characters',
  ),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(
      z.union([
        z.literal('').transform(() => null),
        z.email('Enter an email address, such as name@example.com.'),
      ]),
    )
    .optional(),
  licenses: lines.transform((rows, context) => {
    const wrong: string[] = []
    const licenses = rows.flatMap((row) => {
      const [name = '', number = '', expiresOn = '', ...more] = row.split(';').map((part) => part.trim())
      if (name && number && more.length === 0 && z.iso.date().safeParse(expiresOn).success)
        return [{ name, number, expiresOn }]
      wrong.push(row)
      return []
    })
    if (wrong.length > 0)
      context.addIssue({
        code: 'custom',
        message: `Write name; number; last day, as in NRA certified pistol instructor; 1234; 2027-05-31. To correct: ${wrong.map((row) => `“${row}”`).join(', ')}.`,
      })
    return licenses
  }),
  isRetired: isTicked,
})

/** The form of a place. */
export const placeInput = z.object({
  ...known,
  name: requiredText('Write the name', 2).max(80, 'Keep the name under 80 characters'),
  address: requiredText('Write street, city, state and ZIP code', 8).max(
    160,
    'Keep the address under 160 characters',
  ),
  isRetired: isTicked,
})
