// The type of the operator's verbs. Verbs are grouped in operator-<topic>.ts.
import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { z } from 'zod'
import type { Refusal } from '#app/kit/refusal.ts'
import type { Operator } from './operator.ts'
import { refusalSentence } from './operator-words.ts'

/** The result of a command, in words for the terminal. */
export type VerbResult = { isDone: boolean; words: string }

/** One verb of the operator's command. */
export type Verb = {
  /** How it is called, after `npm run operate --`. */
  usage: string
  about: string
  takes: (args: string[]) => boolean
  run: (operator: Operator, args: string[]) => Promise<VerbResult>
}

/** The command succeeded. */
export const done = (words: string): VerbResult => ({ isDone: true, words })

/** The command was refused. */
export const refusedBy = ({ why }: Refusal): VerbResult => ({ isDone: false, words: refusalSentence(why) })

/** Records access to personal data. Called before the data is shown, so that unrecorded access is impossible. */
export async function recordRead(
  { paymentCtx, record }: Pick<Operator, 'paymentCtx' | 'record'>,
  verb: string,
  subject: string,
): Promise<void> {
  await paymentCtx.db.transaction((tx) =>
    record({ tx, now: paymentCtx.now() }, { verb, subject, data: { isRead: true } }),
  )
}

/** Accepts a fixed number of arguments, or a range. */
export const words =
  (min: number, max = min) =>
  (args: string[]) =>
    args.length >= min && args.length <= max

/** Whether an argument is a number as lists show them: of a line, a unit, an alert. A longer one fits no column. */
export const isNumber = (text = '') => /^[1-9]\d{0,8}$/.test(text)

/** Parses options, `--name value` or `--name=value`; undefined if one is unknown or malformed. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch {
    return undefined
  }
}

/** The option names as they are typed, for the usage text. */
export const optionNames = (options: object): string =>
  Object.keys(options)
    .map((name) => `--${name}`)
    .join(' ')

/** The errors in the operator's input, one per line. */
export const malformed = (error: z.ZodError): VerbResult => ({
  isDone: false,
  words: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
})
