// What one verb of the operator's command is. Verbs of a kind stand together in operator-<kind>.ts.
import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { z } from 'zod'
import type { Refusal } from '#app/kit/refusal.ts'
import type { Operator } from './operator.ts'
import { refusalSentence } from './operator-words.ts'

/** What came of a command, in words for the terminal. */
export type Said = { isDone: boolean; words: string }

/** One thing that the operator can do. */
export type Verb = {
  /** How it is called, after `npm run operate --`. */
  usage: string
  about: string
  takes: (args: string[]) => boolean
  run: (operator: Operator, args: string[]) => Promise<Said>
}

/** It was done, or shown. */
export const done = (words: string): Said => ({ isDone: true, words })

/** It was refused, in a sentence. */
export const refusedBy = ({ why }: Refusal): Said => ({ isDone: false, words: refusalSentence(why) })

/** Writes down that personal data was looked at. Before it is shown: what cannot be written down is not shown. */
export async function recordRead(
  { paymentCtx, record }: Pick<Operator, 'paymentCtx' | 'record'>,
  verb: string,
  subject: string,
): Promise<void> {
  await paymentCtx.db.transaction((tx) =>
    record({ tx, now: paymentCtx.now() }, { verb, subject, data: { isRead: true } }),
  )
}

/** Takes so many words, or from so many to so many. */
export const words =
  (least: number, most = least) =>
  (args: string[]) =>
    args.length >= least && args.length <= most

/** Options of a command, `--name value` or `--name=value`, or undefined where one is not understood. */
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

/** The names of options as they are typed, for the usage of a verb. */
export const optionNames = (options: object): string =>
  Object.keys(options)
    .map((name) => `--${name}`)
    .join(' ')

/** What is wrong with something the operator typed: each fault on a line of its own. */
export const malformed = (error: z.ZodError): Said => ({
  isDone: false,
  words: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
})
