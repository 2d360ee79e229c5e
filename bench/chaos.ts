// npm run bench -- chaos: the process is killed in the middle of a rush, twice, and started again. Nothing may be lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { buy, type Outcome } from './lib/buyer.ts'
import { countOf } from './lib/report.ts'
import { startShop } from './lib/shop-process.ts'
import { givenRushDrop, listFaults } from './lib/stock.ts'

// An attempt that never reached the gateway is given up after two minutes, at the question that follows: up to a minute later.
const [buyers, units, settleLimitMs] = [300, 60, 240_000]

const shop = await startShop()
try {
  await givenRushDrop(shop, 'chaos', units)
  const outcomes: Outcome[] = []
  const rush = Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      await sleep(buyer * 8) // so that every step of a purchase is under way somewhere when the process dies
      outcomes.push(await buy(shop.url, 'chaos', buyer, { isPatient: true }))
    }),
  )
  for (const soFar of [8, 30]) {
    while (outcomes.filter(({ ending }) => ending === 'paid').length < soFar) await sleep(5)
    await shop.killAndRestart()
    console.log(`Killed with ${soFar} paid, and started again`)
  }
  await rush
  await settled()
  const told = outcomes.filter(({ ending }) => ending === 'paid').map(({ orderId }) => orderId ?? '')
  const lost = await shop.sql(
    `select unnest($1::text[]) as id except select id from orders where state = 'paid'`,
    [told],
  )
  const [stock] = await shop.sql<{ paid: number; held: number; open: number }>(
    `select count(*) filter (where state = 'taken')::int as paid, count(*) filter (where state = 'held')::int as held,
       count(*) filter (where state = 'open')::int as open
     from drop_units join drops on drops.id = drop_id where slug = 'chaos'`,
  )
  const faults = [
    ...(await listFaults(shop, 'chaos')),
    ...lost.map(({ id }) => `order ${id} was told as paid and is not`),
  ]
  console.log(`Buyers: ${countOf(outcomes.map(({ ending }) => ending))}`)
  console.log(
    `Units: ${stock?.paid} paid, ${stock?.held} held by buyers who were cut off, ${stock?.open} open`,
  )
  console.log(`Buyers told "paid": ${told.length}; of their orders lost: ${lost.length}`)
  for (const fault of faults) console.log(`  wrong: ${fault}`)
  console.log(
    faults.length === 0
      ? 'No paid reservation lost, no unit stuck, no second charge.'
      : 'Something was lost.',
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await shop.stop()
}

/** Waits until nothing is being settled any more: the jobs ask the gateway for what the killed process left open. */
async function settled() {
  const until = Date.now() + settleLimitMs
  for (;;) {
    const open = await shop.sql(`select id from orders where state in ('paying', 'unknown')`)
    if (open.length === 0) return
    if (Date.now() > until)
      throw new Error(`${open.length} orders were still open after ${settleLimitMs / 1_000} s`)
    await sleep(500)
  }
}
