// Runs the operator's commands for one worker of the journeys, as scripts/operate.ts does for one command.
import { parseEnv } from '#server/env.ts'
import { openOperator } from '../scripts/operator.ts'
import type { VerbResult } from '../scripts/operator-verb.ts'
import { verbs } from '../scripts/operator-verbs.ts'
import type { OperatorAnswer } from './shop.ts'

const opened = openOperator(parseEnv(process.env))

type Command = { id: string; args: string[] }

process.on('message', (command: Command) => void carryOut(command))
// The worker is done.
process.once('disconnect', () => void opened.then((operator) => operator.close()))

async function carryOut({ id, args: [name = '', ...args] }: Command) {
  const answer: OperatorAnswer = { id, ...(await result(name, args)) }
  process.send?.(answer)
}

async function result(name: string, args: string[]): Promise<VerbResult> {
  const verb = verbs[name]
  if (!verb?.takes(args)) return { isDone: false, words: `Usage: ${verb?.usage ?? 'unknown verb'}` }
  try {
    return await verb.run(await opened, args)
  } catch (error) {
    return { isDone: false, words: String(error) }
  }
}
