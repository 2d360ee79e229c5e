// npm run bench -- mailing: a drop with ten thousand subscribers opens; the process is killed twice during the
// mailing.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MeasuredShop, startShop } from './lib/shop-process.ts'

const people = 10_000
/** The process is killed after about this many emails. */
const kills = [2_500, 6_000]
const settleLimitMs = 30 * 60_000

const shop = await startShop()
try {
  await givenWaitlist(shop)
  const begun = performance.now()
  await shop.sql(`update drops set launch_date = now() where slug = 'mailing'`)
  for (const soFar of kills) {
    await until(() => countMails() >= soFar)
    await shop.killAndRestart()
    console.log(`Killed with ${countMails()} mails out, and started again after ${secondsSince(begun)} s`)
  }
  await until(isDone)
  console.log(`Done after ${secondsSince(begun)} s`)

  const copies = countCopies()
  const [noted] = await shop.sql<{ sent: number; sending: number }>(
    `select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state <> 'sent')::int as sending
       from sent_mails where key like 'announcement:%'`,
  )
  const missing = people - copies.size
  const doubled = [...copies.values()].filter((count) => count > 1).length
  console.log(
    `Addresses with a mail: ${copies.size} of ${people}; missing ${missing}; with two or more ${doubled}`,
  )
  console.log(`Noted as sent: ${noted?.sent}; left in between: ${noted?.sending}`)
  const isSound = missing === 0 && doubled === 0 && noted?.sent === people
  console.log(isSound ? 'Everybody has exactly one mail.' : 'Somebody has none, or more than one.')
  process.exitCode = isSound ? 0 : 1
} finally {
  await shop.stop()
}

/** An upcoming drop with a confirmed waitlist. */
async function givenWaitlist({ sql }: MeasuredShop) {
  await sql(
    `with made as (
       insert into drops (slug, name, status, category, theme, drop_number, total_units, base_price, launch_date)
       select 'mailing', 'Mailing', 'coming_soon', 'hype', 'cyber', max(drop_number) + 1, 50, 249900, now() + interval '1 day'
       from drops returning id)
     insert into drop_units (drop_id, number) select id, number from made, generate_series(1, 50) number`,
  )
  await sql(
    `with reader as (
       insert into subscribers (email, created_at)
       select 'reader' || number || '@example.com', now() from generate_series(1, $1::int) number returning id)
     insert into subscriptions (subscriber_id, topic, consent_version, consent_words, joined_at, requested_at, confirmed_at)
     select id, 'drop:mailing', '2026-11', 'One mail when this drop opens.', now(), now(), now() from reader`,
    [people],
  )
}

async function isDone(): Promise<boolean> {
  const [open] = await shop.sql<{ jobs: number }>(
    `select count(*)::int as jobs from queued_jobs where job like 'mail-announcement%' and failed_at is null`,
  )
  const [announced] = await shop.sql(`select 1 from announcements where done_at is not null`)
  return announced !== undefined && open?.jobs === 0
}

async function until(holds: () => boolean | Promise<boolean>) {
  const limit = Date.now() + settleLimitMs
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error(`Not settled after ${settleLimitMs / 60_000} minutes`)
    await sleep(1_000)
  }
}

/** The number of emails per address in the mailbox. */
function countCopies(): Map<string, number> {
  const copies = new Map<string, number>()
  for (const file of mailFiles()) {
    const { to } = JSON.parse(readFileSync(join(shop.dataDir, 'mailbox', file), 'utf8')) as { to: string }
    copies.set(to, (copies.get(to) ?? 0) + 1)
  }
  return copies
}

function countMails(): number {
  return mailFiles().length
}

function mailFiles(): string[] {
  try {
    return readdirSync(join(shop.dataDir, 'mailbox')).filter((file) => file.endsWith('.json'))
  } catch {
    return [] // no mail yet, no folder
  }
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1_000).toFixed(0)
}
