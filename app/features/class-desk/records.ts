import { z } from 'zod'
import type { Asked, Choices } from '#app/features/console/components/fields.tsx'
import { dayMethods, type License, methodWords } from '#app/features/courses/roster.ts'
import { maxStudents, maxWeeks } from '#app/features/courses/rules.ts'
import { requiredText } from '#app/features/orders/input.ts'
import { formKey } from '#app/kit/form-key.ts'
import { dollars, isTicked } from '#app/kit/typed-input.ts'

const whole = (message: string, min: number, max: number) =>
  z.coerce.number(message).int(message).min(min, message).max(max, message)

const shortText = (message: string, min: number, max: number) =>
  requiredText(message, min).max(max, `Keep this under ${max} characters`)

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

const revision = z.coerce.number().int().positive()
const optionalId = z.union([z.uuid(), z.literal('').transform(() => undefined)]).optional()

const addedOrChanged = { key: formKey, id: optionalId, revision: revision.optional(), isRetired: isTicked }

const courseInput = {
  name: shortText('Write the name', 3, 80),
  summary: shortText('Write one or two sentences', 10, 400),
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
  priceCents: dollars('Enter the price, such as 150'),
  depositCents: dollars('Enter the deposit, such as 75').refine((cents) => cents >= 100, {
    error: 'The deposit is at least $1.',
  }),
}

const coversDeposit = ({ priceCents, depositCents }: { priceCents: number; depositCents: number }) =>
  priceCents >= depositCents
const belowDeposit = { path: ['priceCents'], error: 'The price is at least the deposit.' }

export const newCourseInput = z
  .object({
    ...courseInput,
    key: formKey,
    slug: z
      .string()
      .trim()
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Small letters, digits and hyphens, such as basic-pistol')
      .max(60, 'Keep the address under 60 characters'),
  })
  .refine(coversDeposit, belowDeposit)

export const changedCourseInput = z
  .object({ ...courseInput, revision, isRetired: isTicked })
  .refine(coversDeposit, belowDeposit)

const number = (name: string, label: string, min: number, max: number, hint?: string): Asked => ({
  name,
  label,
  min,
  max,
  type: 'number',
  ...(hint !== undefined && { hint }),
})

export function courseFields(isNew: boolean): (Asked | Asked[])[] {
  return [
    { name: 'name', label: 'Name', required: true },
    ...(isNew ? [slugField] : []),
    { name: 'summary', label: 'Summary', rows: 3 },
    [
      number('hours', 'Hours', 1, 24),
      number('minimumAge', 'Minimum age', 18, 99),
      number('liveFireRounds', 'Live-fire rounds', 0, 2_000, '0: no live fire, no certificate'),
    ],
    [
      { name: 'priceCents', label: 'Price, USD', inputMode: 'decimal' },
      {
        name: 'depositCents',
        label: 'Deposit, USD',
        inputMode: 'decimal',
        hint: 'Paid when a seat is booked; the rest on the day. A booked seat keeps its price',
      },
    ],
    {
      name: 'announcedFor',
      label: 'Announced for',
      hint: 'On the home page until there are dates, such as Dec 15',
    },
    { name: 'topics', label: 'Topics, one per line', rows: 4 },
    { name: 'bring', label: 'Bring, one per line', rows: 3 },
    {
      name: 'requirements',
      label: 'Requirements, one per line',
      hint: 'What a student has to meet besides the age',
      rows: 3,
    },
    ...(isNew ? [] : [{ name: 'isRetired', label: notTaught, type: 'checkbox' }]),
  ]
}

const slugField = {
  name: 'slug',
  label: 'Address',
  hint: 'Part of links and calendars: it stays. Such as basic-pistol',
  autoComplete: 'off',
  required: true,
}

const notTaught = 'Not taught any more: public pages leave it out, booked classes stay'

/** `closes`: how many hours before, the roster closes. */
const dateInput = {
  day: z.iso.date('Choose a day'),
  time: z.string('Choose a time').regex(/^\d{2}:\d{2}$/, 'Choose a time'),
  place: shortText('Write the place, with its address', 3, 240),
  instructor: optionalId,
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
export const changedDateInput = z.object({ ...dateInput, revision, confirm: z.string().optional() })

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

export const instructorInput = z.object({
  ...addedOrChanged,
  name: shortText('Write the name as it is printed on certificates', 3, 120),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.literal('').or(z.email('Enter an email address, such as name@example.com.')))
    .optional()
    .transform((email) => email || null),
  licenses: lines.transform((rows, context) => {
    const read = rows.map((row) => ({ row, license: readLicense(row) }))
    const wrong = read.filter(({ license }) => !license).map(({ row }) => `“${row}”`)
    if (wrong.length > 0)
      context.addIssue({
        code: 'custom',
        message: `Write name; number; last day, as in ${sampleLicense}. To correct: ${wrong.join(', ')}.`,
      })
    return read.flatMap(({ license }) => license ?? [])
  }),
})

function readLicense(row: string): License | undefined {
  const [name, number, expiresOn, ...more] = row.split(';').map((part) => part.trim())
  const isDay = z.iso.date().safeParse(expiresOn).success
  return name && number && expiresOn && isDay && more.length === 0 ? { name, number, expiresOn } : undefined
}

const sampleLicense = 'NRA certified pistol instructor; 1234; 2027-05-31'

export const instructorFields: readonly Asked[] = [
  {
    name: 'name',
    label: 'Name, as on certificates',
    autoComplete: 'off',
    hint: 'Also on the site, with the licenses but not their numbers',
  },
  {
    name: 'email',
    label: 'Email with which they sign in here, if they do',
    type: 'email',
    autoComplete: 'off',
    hint: 'It opens the rosters of the classes that they teach, and of no others.',
  },
  {
    name: 'licenses',
    label: 'Licenses, one per line: name; number; last day',
    rows: 3,
    placeholder: sampleLicense,
  },
]
