// npm run bench -- edge: buyers pay at the very end of their hold while others press for the same number, on two
// processes. Nobody may be charged for a number that went to someone else.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { details, formKeyIn, openBrowser } from './lib/buyer.ts'
import { areNone, countOf, inLanes, numbers } from './lib/crowd.ts'
import { startShop } from './lib/shop-process.ts'
import { givenRushDrop, listFaults } from './lib/stock.ts'

const presses = Number(process.argv[2] ?? 2_000)
const [perDrop, lanes, rivals] = [100, 10, 2]
/** The distances from the end of the hold, or of the grace period, at which buyers press. */
const edgeMs = 20
const graceMs = 2_000
/** The hold time here: its end is moved instead of waiting. */
const holdMs = 1_500
/**
 * One press in this many is delayed by a lock until others have taken the number: the worst case of a slow
 * machine.
 */
const heldUpEvery = 20

type Press = { ending: string; isHeldUp: boolean }

const shop = await startShop({ env: { WEB_PROCESSES: '2', RATE_LIMITS: 'off' } })
try {
  const results: Press[] = []
  const begun = performance.now()
  const drops = Math.ceil(presses / perDrop)
  for (let n = 0; n < drops; n++) await givenRushDrop(shop, `edge-${n}`, perDrop)
  await inLanes(numbers(presses), lanes, async (press) => {
    results.push(await pressAtTheEnd(press))
    if (results.length % 200 === 0) console.log(`${results.length} presses`)
  })
  await sleep(3_000)
  await report(results, performance.now() - begun)
} finally {
  await shop.stop()
}

/** One hold, paid at its last moment, while rivals press for its number around its release. */
async function pressAtTheEnd(press: number): Promise<Press> {
  const [slug, number] = [`edge-${Math.floor(press / perDrop)}`, (press % perDrop) + 1]
  const isHeldUp = press % heldUpEvery === 0
  const holder = browserOf(press, 0)
  const others = Array.from({ length: rivals }, (_, rival) => browserOf(press, rival + 1))
  try {
    const hold = await holder.submit(`/drops/${slug}/reserve`, { number: String(number), key: randomUUID() })
    const checkout = hold.location ?? ''
    const orderId = checkout.split('/').at(-1) ?? ''
    const formKey = formKeyIn((await holder.get(checkout)).body())
    if (!formKey) return { ending: `no checkout (${hold.status})`, isHeldUp }
    const endsAt = Date.now() + holdMs
    await endHoldAt(orderId, endsAt)
    const pay = async () => {
      await until(endsAt + jitter())
      const answer = await holder.submit(checkout, {
        formKey,
        paymentToken: 'sandbox_approve',
        ...details(press),
      })
      return answer.location?.startsWith('/orders/') ? 'paid' : `turned away (${answer.status})`
    }
    const claim = async (rival: (typeof others)[number]) => {
      await until(endsAt + graceMs + jitter())
      return rival.submit(`/drops/${slug}/reserve`, { number: String(number), key: randomUUID() })
    }
    const delay = isHeldUp ? holdUp(orderId, endsAt - 100, endsAt + graceMs + 400) : undefined
    const [ending] = await Promise.all([pay(), ...others.map(claim), delay])
    return { ending, isHeldUp }
  } catch (error) {
    return { ending: `broken: ${String(error)}`, isHeldUp }
  } finally {
    for (const browser of [holder, ...others]) browser.close()
  }
}

function browserOf(press: number, who: number) {
  const address = `127.${10 + who}.${(press >> 8) & 255}.${1 + (press & 253)}`
  return openBrowser({ isPatient: false }, shop.url, address)
}

/** Moves the end of a hold to an instant of this machine's clock, which is also the database's. */
async function endHoldAt(orderId: string, endsAt: number) {
  await shop.sql(
    `with ended as (update orders set expires_at = to_timestamp($2 / 1000.0) where id = $1)
     update drop_units set held_until = to_timestamp(($2 + $3) / 1000.0) where order_id = $1`,
    [orderId, endsAt, graceMs],
  )
}

/** Locks an order from before a press until after its number was released. */
async function holdUp(orderId: string, from: number, to: number) {
  await until(from)
  const seconds = Math.max(0, to - Date.now()) / 1_000
  await shop.sql(
    `with held as (select id from orders where id = $1 for update) select pg_sleep($2) from held`,
    [orderId, seconds],
  )
}

async function until(instant: number) {
  await sleep(Math.max(0, instant - Date.now()))
}

function jitter(): number {
  return (Math.random() * 2 - 1) * edgeMs
}

async function report(results: Press[], wallMs: number) {
  const [money] = await shop.sql<Record<'charged' | 'paid' | 'unfulfilled' | 'lost' | 'other', number>>(
    `select (select count(*)::int from sandbox_charges where status = 'captured') as charged,
       (select count(*)::int from orders where state = 'paid') as paid,
       (select count(*)::int from order_events where kind = 'unfulfilled') as unfulfilled,
       (select count(*)::int from order_events where kind = 'hold_lost') as lost,
       (select count(*)::int from orders where state in ('paying', 'unknown', 'review', 'paid_unfulfilled')) as other`,
  )
  const faults = await listFaults(shop, 'edge-')
  const endingsOf = (isHeldUp: boolean) =>
    countOf(results.filter((press) => press.isHeldUp === isHeldUp).map(({ ending }) => ending))
  console.log(`\nPressed ${results.length} times within ${edgeMs} ms of the end of a hold, on two processes`)
  console.log(`  in time or late  ${endingsOf(false)}`)
  console.log(`  held up          ${endingsOf(true)}`)
  console.log(`  wall             ${(wallMs / 1_000).toFixed(0)} s`)
  console.log(
    `  charged ${money?.charged}, paid ${money?.paid}, refused because the hold was lost ${money?.lost}`,
  )
  console.log(`  charged without stock ${money?.unfulfilled}, still open ${money?.other}`)
  const isSound =
    areNone(faults) && money?.unfulfilled === 0 && money.charged === money.paid && money.other === 0
  const isBroken = results.some(({ ending }) => ending.startsWith('broken') || ending.includes('(5'))
  console.log(isSound && !isBroken ? 'Nobody was charged without stock.' : 'Something is wrong.')
  process.exitCode = isSound && !isBroken ? 0 : 1
}
