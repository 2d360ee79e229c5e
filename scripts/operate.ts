// The operator's command: `npm run operate -- <verb> ...`. It uses the database in DATABASE_URL, else the embedded one
// in DATA_DIR, also while the shop is running, and the same store functions as the site.
import { parseEnv } from '#server/env.ts'
import { openOperator } from './operator.ts'
import { usage, verbs } from './operator-verbs.ts'

/** Exits with 0 when done, with 1 when refused, and with 2 for wrong usage. */
process.exitCode = await main(process.argv.slice(2))

async function main([name = '', ...args]: string[]): Promise<number> {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb || !verb.takes(args)) {
    console.error(verb ? `Usage: npm run operate -- ${verb.usage}` : usage())
    return name === '' || name === 'help' ? 0 : 2
  }
  const operator = await open()
  if (!operator) return 1
  try {
    const { isDone, words } = await verb.run(operator, args)
    if (isDone) console.log(words)
    else console.error(words)
    return isDone ? 0 : 1
  } finally {
    await operator.close()
  }
}

/** A wrong setting, an unreachable database or a folder in use is reported in a sentence, without a stack trace. */
async function open() {
  try {
    return await openOperator(parseEnv(process.env))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return undefined
  }
}
