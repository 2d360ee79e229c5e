// What a machine or an emergency needs of the shop without its console: `npm run operate -- <verb> ...`. It uses the database in
// DATABASE_URL, else the embedded one in DATA_DIR, also while the shop is running. Everything else is done behind the counter.
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename } from 'node:path'
import { pino } from 'pino'
import { verifyAuditLog } from '#app/access/audit.server.ts'
import { awaitDatabase } from '#app/db/await-database.server.ts'
import { startDatabaseClock, openShopKeys } from '#app/db/clock-and-keys.server.ts'
import { type AppContext, openDb } from '#app/db/db.server.ts'
import { migrateDb } from '#app/db/migrate.server.ts'
import { keyedHashOf } from '#app/kit/ids.ts'
import { listLists } from '#app/features/dealers/store/list.server.ts'
import { takeList } from '#app/features/transfers/store.server.ts'
import { enqueueIn, listFailedJobs, retryFailedJobs } from '#app/jobs/jobs.server.ts'
import { createLiveHub } from '#app/live/hub.server.ts'
import { parseEnv } from '#server/env.ts'
import { firstOwnerPath } from '#server/first-owner.ts'
import { openLog } from '#server/log.ts'
import { joinDatabase } from './database.ts'
import { TaskFailed } from './steps.ts'

/** Standard output is for what is said to the operator. */
const log = openLog('warn', pino.destination(2))

type Operator = {
  ctx: AppContext
  actor: string
  publicUrl: string
}

type Verb = {
  usage: string
  about: string
  takes: (args: string[]) => boolean
  /** What was done, in words. @throws TaskFailed where it is refused. */
  run: (operator: Operator, args: string[]) => Promise<string>
}

export const verbs: Record<string, Verb> = {
  'owner-link': {
    usage: 'owner-link',
    about: 'a one-time link that makes the first owner of the console, while no owner can sign in',
    takes: (args) => args.length === 0,
    run: showOwnerLink,
  },
  jobs: {
    usage: 'jobs [retry <id> | <job> | all]',
    about: 'failed jobs; retry queues one, those of one name, or all again',
    takes: (args) => args.length === 0 || (args.length === 2 && args[0] === 'retry'),
    run: showJobs,
  },
  'import-dealers': {
    usage: 'import-dealers <file>',
    about: 'imports the federal list of licensees: comma, tab or pipe separated, as published',
    takes: (args) => args.length === 1,
    run: importDealers,
  },
  audit: {
    usage: 'audit verify [<row> <hash>]',
    about: 'checks the whole chain of the audit log, up to a recorded head',
    takes: ([verify, ...noted]) =>
      verify === 'verify' && (noted.length === 0 || (noted.length === 2 && isNumber(noted[0]))),
    run: verifyAudit,
  },
}

async function main([name = '', ...args]: string[]): Promise<number> {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (!verb?.takes(args)) {
    console.error(verb ? `Usage: npm run operate -- ${verb.usage}` : usage())
    return name === '' || name === 'help' ? 0 : 2
  }
  const opened = await open().catch((error: unknown) => {
    // A wrong setting, an unreachable database or a folder in use is said in a sentence, without a stack trace.
    console.error(error instanceof Error ? error.message : String(error))
    return undefined
  })
  if (!opened) return 1
  try {
    console.log(await verb.run(opened.operator, args))
    return 0
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    console.error(error.message)
    return 1
  } finally {
    await opened.close()
  }
}

function usage(): string {
  const widest = Math.max(...Object.values(verbs).map((verb) => verb.usage.length))
  const lines = Object.values(verbs).map((verb) => `  ${verb.usage.padEnd(widest)}  ${verb.about}`)
  return ['Usage: npm run operate -- <verb>', '', ...lines].join('\n')
}

async function open(): Promise<{ operator: Operator; close: () => Promise<void> }> {
  const settings = parseEnv(process.env)
  const { url: databaseUrl, stop } = await joinDatabase(settings)
  await awaitDatabase(databaseUrl, () => migrateDb(databaseUrl), { say: console.error, limitMs: 10_000 })
  const { db, pool } = openDb(databaseUrl, 4)
  const clock = await startDatabaseClock(pool)
  const { now } = clock
  const live = createLiveHub({ pool, snapshot: async () => undefined, log })
  const keys = await openShopKeys(db, now)
  // The account cannot be chosen; the name beside it is the person's own claim.
  const account = userInfo().username
  const actor = settings.OPERATOR_NAME ? `${settings.OPERATOR_NAME} (${account})` : account
  const announce = (topics: Iterable<string>) => live.announce(topics)
  const ctx = { db, now, enqueueIn, announce, sign: keyedHashOf(keys['private-links']) }
  return {
    operator: { ctx, actor, publicUrl: settings.PUBLIC_URL },
    async close() {
      await live.close()
      await clock.stop()
      await pool.end()
      await stop()
    },
  }
}

async function showOwnerLink({ ctx, actor, publicUrl }: Operator): Promise<string> {
  const path = await firstOwnerPath(ctx, actor)
  if (path === null)
    throw new TaskFailed('An owner can sign in already: they invite everybody else under People.')
  return `It works once, for a day, and ends all earlier ones: ${publicUrl}${path}`
}

async function showJobs({ ctx: { db } }: Operator, [retry, which = '']: string[]): Promise<string> {
  if (retry) {
    const isId = /^\d{1,15}$/.test(which)
    const moved = await retryFailedJobs(
      db,
      which === 'all' ? which : isId ? { id: Number(which) } : { job: which },
    )
    if (moved === 0) throw new TaskFailed('No failed job has that id or name. See: jobs.')
    return moved === 1 ? '1 job is queued again.' : `${moved} jobs are queued again.`
  }
  const failed = await listFailedJobs(db)
  if (failed.length === 0) return 'There are no failed jobs.'
  const lines = failed.map(
    ({ id, job, failedAt, runs, fault }) =>
      `${id}  ${job}, failed ${failedAt.toISOString()}, after ${runs} runs: ${fault}`,
  )
  return lines.join('\n')
}

const maxListed = 20

const importRefusals: Record<string, string> = {
  list_unknown: 'The first line is not the header of the federal list of licensees.',
  list_empty: 'The list contains no dealers.',
  list_too_short:
    'The list has fewer than half of the dealers we know, so it is broken or incomplete. Nothing was changed.',
}

async function importDealers({ ctx, actor }: Operator, [path = '']: string[]): Promise<string> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new TaskFailed('There is no such file.')
  const taken = await takeList(ctx, readFileSync(path, 'utf8'), { name: basename(path), actor })
  if (!taken.ok) throw new TaskFailed(importRefusals[taken.why] ?? `Refused: ${taken.why}.`)
  const [{ difference } = {}] = await listLists(ctx.db, 1)
  if (!difference) throw new Error('The list was not recorded')
  const { read, listed, added, changed, unlisted, otherTypes, otherStates, bad } = difference
  return [
    `${read} rows read. ${listed} dealers listed: ${added} new, ${changed} changed; ${unlisted} no longer listed.`,
    `Left out: ${otherTypes} with licenses of other types, ${otherStates} outside the states we serve, ${bad.length} bad rows.`,
    ...bad.slice(0, maxListed).map(({ line, why }) => `  line ${line}: ${why}`),
    ...(bad.length > maxListed ? [`  and ${bad.length - maxListed} more`] : []),
  ].join('\n')
}

async function verifyAudit({ ctx }: Operator, [, row, hash]: string[]): Promise<string> {
  const verdict = await verifyAuditLog(ctx.db, row && hash ? { id: Number(row), hash } : undefined)
  if (!verdict.ok)
    throw new TaskFailed(`The log was changed: row ${verdict.brokenAt} does not match its hash.`)
  const { head } = verdict
  return head ? `The log is intact. Its head: row ${head.id}, hash ${head.hash}` : 'The log is empty.'
}

function isNumber(text = ''): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}

// Exits with 0 when done, with 1 when refused, and with 2 for wrong usage.
if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
