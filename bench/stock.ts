// npm run bench -- stock: two hundred concurrent buyers for the last five pieces of an accessory.
import { buyPiece } from './lib/cart-buyer.ts'
import { countOf } from './lib/report.ts'
import { type MeasuredShop, startShop } from './lib/shop-process.ts'

const [buyers, quantity, accessory] = [200, 5, 'bench-piece']

const shop = await startShop()
try {
  await givenPieces(shop)
  const begun = performance.now()
  const outcomes = await Promise.all(
    Array.from({ length: buyers }, (_, buyer) => buyPiece(shop.url, accessory, buyer)),
  )
  const wallMs = performance.now() - begun
  console.log(`${buyers} buyers at the same moment on ${quantity} pieces`)
  console.log(`  buyers   ${countOf(outcomes.map(({ ending }) => ending))}`)
  console.log(`  answers  ${countOf(outcomes.flatMap(({ answers }) => answers))}`)
  console.log(`  wall     ${(wallMs / 1_000).toFixed(2)} s`)
  const faults = await listFaults(shop)
  for (const fault of faults) console.log(`  wrong: ${fault}`)
  for (const { fault } of outcomes.filter(({ ending }) => ending === 'broken').slice(0, 3))
    console.log(`  broken: ${fault}`)
  const paid = outcomes.filter(({ ending }) => ending === 'paid').length
  const isSound =
    paid === quantity && faults.length === 0 && !outcomes.some(({ ending }) => ending === 'broken')
  console.log(isSound ? `Exactly ${quantity} sold.` : `Not sound: ${paid} paid.`)
  process.exitCode = isSound ? 0 : 1
} finally {
  await shop.stop()
}

async function givenPieces({ sql }: MeasuredShop) {
  await sql(
    `insert into accessories (id, name, price_cents, description, category, image, specs, stock, featured, position)
     values ($1, 'Bench piece', 1999, '', 'gear', 'sling', array[]::text[], $2, false, 1000)`,
    [accessory, quantity],
  )
}

/** All faults in what was sold. */
async function listFaults({ sql }: MeasuredShop): Promise<string[]> {
  const rows = await sql<{ fault: string }>(
    `select 'sold ' || sum(quantity) || ' pieces' as fault from held_pieces
       where kind = 'accessory' and item = $1 and state = 'sold' having sum(quantity) <> $2
     union all select 'order ' || orders.id || ' is paid and has no piece' from orders
       join order_lines on order_id = orders.id and ref ->> 'accessory' = $1
       where state = 'paid' and not exists (select 1 from held_pieces held where held.kind = 'accessory' and held.order_id = orders.id and held.state = 'sold')
     union all select 'order ' || orders.id || ' was charged ' || count(*) || ' times' from orders
       join sandbox_charges on order_id = orders.id where status = 'captured' group by orders.id having count(*) > 1
     union all select 'order ' || orders.id || ' was charged and is ' || state from orders
       join sandbox_charges on order_id = orders.id where status = 'captured' and state <> 'paid'`,
    [accessory, quantity],
  )
  return rows.map(({ fault }) => fault)
}
