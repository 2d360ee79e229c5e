import { z } from 'zod'
import { states } from '../compliance/rules/states.ts'

export type Question = {
  name: string
  label: string
  of?: string
  max: number
  /** Its part of a printed line. */
  share: number
  kind?: 'state' | 'date' | 'choice'
  choices?: readonly { value: string; label: string; hint: string }[]
  placeholder?: string
  autoComplete?: string
}

export type Part = {
  title: string
  text: string
  questions: readonly Question[]
  many?: string
}

export type Answers = Readonly<Partial<Record<string, string>>>

export const maxPeople = { trustees: 5, successors: 3, beneficiaries: 6 } as const

const fullName = { key: 'Name', label: 'Full name', max: 80, share: 0.5 }
const place = { key: 'Place', label: 'City and state', max: 80, share: 0.5, placeholder: 'Austin, Texas' }
const nameOfShare = { ...fullName, share: 0.7 }
const share = { key: 'Share', label: 'Share', max: 40, share: 0.3, placeholder: '50%' }

/** Documents print an answer on one line. */
export const worksheet: readonly Part[] = [
  {
    title: 'Name of the trust',
    text: 'It goes on every form and, if the trust makes a firearm, on its metal, so shorter is better. Many people use a street or family name and the word Trust.',
    questions: [{ name: 'trustName', label: 'Name', max: 90, share: 1, placeholder: 'Elm Street Trust' }],
  },
  {
    title: 'Settlor',
    text: 'The person who creates the trust and may change it. Forms also call this person the grantor.',
    questions: [
      { ...fullName, name: 'settlorName', autoComplete: 'name' },
      { ...place, name: 'settlorPlace' },
    ],
  },
  {
    title: 'Trustees',
    text: 'The people who may possess the trust’s firearms and sign for it. The settlor is usually the first. Each trustee is a responsible person: fingerprints, photo and questionnaire. Nobody may serve who is prohibited from possessing firearms.',
    many: 'trustees',
    questions: [
      ...people('trustee', maxPeople.trustees, [fullName, place]),
      {
        name: 'acting',
        label: 'Trustees act',
        max: 8,
        share: 1,
        kind: 'choice',
        choices: [
          { value: 'alone', label: 'Each alone', hint: 'Any one of them may sign and decide.' },
          { value: 'together', label: 'Only together', hint: 'All of them sign, every time.' },
        ],
      },
    ],
  },
  {
    title: 'Successor trustees, in this order',
    text: 'The people who take over, in this order, when no trustee is left. They are not responsible persons until then.',
    many: 'successors',
    questions: people('successor', maxPeople.successors, [fullName, place]),
  },
  {
    title: 'Beneficiaries',
    text: 'The people who receive the property after the settlor’s death, and their share: 50%, or “in equal parts”. Nobody receives a firearm before the law permits it.',
    many: 'beneficiaries',
    questions: people('beneficiary', maxPeople.beneficiaries, [nameOfShare, share]),
  },
  {
    title: 'State and signing',
    text: 'The state whose law governs decides which version you get. You can leave county and date for the notary.',
    questions: [
      { name: 'state', label: 'State whose law governs', max: 2, share: 0.34, kind: 'state' },
      { name: 'county', label: 'County (or parish, district) of signing', max: 60, share: 0.4 },
      { name: 'signedOn', label: 'Date of signing', max: 10, share: 0.26, kind: 'date' },
    ],
  },
]

type Asked = Omit<Question, 'name'> & { key: string }

function people(one: string, max: number, asked: readonly [Asked, Asked]): Question[] {
  return Array.from({ length: max }, (_, at) =>
    asked.map(({ key, ...question }) => ({
      ...question,
      name: `${one}${at + 1}${key}`,
      of: `${one.charAt(0).toUpperCase()}${one.slice(1)} ${at + 1}`,
    })),
  ).flat()
}

const questions = worksheet.flatMap((part) => part.questions)

export function rowsOf(part: Part): Question[][] {
  return [...Map.groupBy(part.questions, ({ of }) => of).values()]
}

const stateCodes = new Set(states.map(({ code }) => code))

function answerTo({ kind, choices, max }: Question) {
  const answer = z
    .string('Enter this once or leave it empty')
    .overwrite((typed) => typed.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim())
  const ifTyped = (isGood: (typed: string) => boolean, error: string) =>
    answer.refine((typed) => typed === '' || isGood(typed), { error })
  if (kind === 'state') return ifTyped((code) => stateCodes.has(code), 'Choose a state from the list')
  if (kind === 'date')
    return ifTyped((day) => z.iso.date().safeParse(day).success, 'Enter a date as year, month and day')
  if (choices)
    return ifTyped((typed) => choices.some(({ value }) => value === typed), 'Choose one of the two')
  return answer.max(max, `Keep this under ${max} characters`)
}

const answerSchemas = Object.fromEntries(questions.map((question) => [question.name, answerTo(question)]))

/** Nothing has to be answered. Rows of nobody are closed up. */
export const worksheetInput = z.object(answerSchemas).partial().transform(closedUp)

const storedAnswers = z.record(z.string(), z.string())

/** Stored answers, or undefined for what is none. Questions that this version does not know are left out. */
export function readAnswers(stored: unknown): Answers | undefined {
  const answers = storedAnswers.safeParse(stored).data
  const known = Object.entries(answerSchemas).flatMap(([name, schema]) => {
    const answer = schema.safeParse(answers?.[name])
    return answer.success ? [[name, answer.data]] : []
  })
  return answers && (Object.fromEntries(known) as Answers)
}

function closedUp(answers: Answers): Answers {
  const closed = worksheet.flatMap((part) => {
    const rows = rowsOf(part).filter(([first]) => first?.of)
    const said = rows.map((row) => row.map(({ name }) => answers[name])).filter((row) => row.some(Boolean))
    const alone = part.questions.filter(({ of }) => !of).map(({ name }) => [name, answers[name]])
    return [...said.flatMap((row, at) => row.map((answer, n) => [rows[at]?.[n]?.name, answer])), ...alone]
  })
  return Object.fromEntries(closed.filter(([, answer]) => answer)) as Answers
}

export function sharesInPercent(answers: Answers): number | null {
  const shares = Array.from({ length: maxPeople.beneficiaries }, (_, at) => `beneficiary${at + 1}`)
    .filter((one) => answers[`${one}Name`] ?? answers[`${one}Share`])
    .map((one) => /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(answers[`${one}Share`] ?? '')?.[1])
  if (shares.length === 0 || shares.some((each) => each === undefined)) return null
  return shares.reduce((sum, each) => sum + Math.round(Number(each) * 100), 0) / 100
}
