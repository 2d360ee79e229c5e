// Kills during rushes: web processes, PostgreSQL, and the connections to the mail server and the payment service.
import { setTimeout as sleep } from 'node:timers/promises'
import { openStandIn, type StandIn } from '../../test/authorize-net/stand-in.ts'
import { buy, type Outcome } from './buyer.ts'
import { type Caught, openMailSink } from './mail-sink.ts'
import { openRelay } from './relay.ts'
import { countOf } from './report.ts'
import { type MeasuredShop, startShop } from './shop-process.ts'
import { givenRushDrop, listStockFaults } from './stock.ts'

/**
 * An attempt that never reached the processor is abandoned after two minutes; then emails and jobs have to follow. A mail
 * that failed often waits up to 15 minutes for its next try.
 */
const settleLimitMs = 20 * 60_000
const [lanes, unitsPerDrop, cutMs, recoverLimitMs] = [12, 40, 1_500, 40_000]

const targets = [
  'a web process',
  'the payment service',
  'PostgreSQL',
  'the mail server',
  'the first process',
] as const

/** Kills this many times, prints the results, and returns whether all was well. */
export async function killDuringRushes(kills: number): Promise<boolean> {
  const [standIn, sink] = [await openStandIn(() => new Date()), await openMailSink()]
  const [processor, mail] = await Promise.all([openRelay(portOf(standIn)), openRelay(sink.port)])
  const { account } = standIn
  const shop = await startShop({
    env: {
      WEB_PROCESSES: '2',
      RATE_LIMITS: 'off',
      PAYMENTS: 'authorize-net',
      AUTHNET_ENVIRONMENT: 'sandbox',
      AUTHNET_ENDPOINT: `http://127.0.0.1:${processor.port}/xml/v1/request.api`,
      AUTHNET_API_LOGIN_ID: account.apiLoginId,
      AUTHNET_TRANSACTION_KEY: account.transactionKey,
      AUTHNET_CLIENT_KEY: account.clientKey,
      AUTHNET_SIGNATURE_KEY: account.signatureKey,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      GATEWAY_TIMEOUT_MS: '3000',
    },
  })
  try {
    const crowd = startCrowd(shop, () => standIn.books.issueToken('approve'))
    const recoveries: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const target = targets[kill % targets.length] ?? 'PostgreSQL'
      await crowd.morePaid(3)
      await killOne(target)
      const begun = Date.now()
      await crowd.morePaid(1, recoverLimitMs)
      recoveries.push(Date.now() - begun)
      if ((kill + 1) % 10 === 0) console.log(`${kill + 1} kills, ${crowd.paid().length} confirmed paid`)
    }
    await crowd.end()
    return await report(shop, standIn, sink.caught, crowd.outcomes, { kills, recoveries })
  } finally {
    await shop.stop()
    for (const each of [processor, mail, sink]) each.close()
    await standIn.close()
  }

  async function killOne(target: (typeof targets)[number]) {
    const cutFor = async (relay: typeof mail) => {
      relay.cut()
      await sleep(cutMs)
      await relay.mend()
    }
    if (target === 'the payment service') return cutFor(processor)
    if (target === 'the mail server') return cutFor(mail)
    if (target === 'the first process') return shop.killAndRestart()
    const pid = target === 'PostgreSQL' ? await shop.postmaster() : shop.webProcesses()[1]
    if (pid) process.kill(pid, 'SIGKILL')
  }
}

function portOf({ account }: StandIn): number {
  return Number(new URL(account.endpoint).port)
}

/** An endless stream of buyers, on one drop after the other, until stopped. */
function startCrowd(shop: MeasuredShop, paymentToken: () => string) {
  const outcomes: Outcome[] = []
  const state = { isOver: false, buyer: 0, drop: 0 }
  let opening: Promise<unknown> = givenRushDrop(shop, 'chaos-0', unitsPerDrop)
  const running = Array.from({ length: lanes }, async () => {
    while (!state.isOver) {
      await opening
      const at = state.drop
      const outcome = await buy(shop.url, `chaos-${at}`, state.buyer++, { isPatient: true, paymentToken })
      outcomes.push(outcome)
      if (outcome.ending === 'no unit left' && at === state.drop) opening = openNext()
    }
  })
  const paid = () => outcomes.filter(({ ending }) => ending === 'paid')

  async function openNext() {
    state.drop += 1
    // The database may be gone at this moment.
    for (;;)
      try {
        return await givenRushDrop(shop, `chaos-${state.drop}`, unitsPerDrop)
      } catch {
        await sleep(300)
      }
  }
  return {
    outcomes,
    paid,
    async morePaid(count: number, limitMs = recoverLimitMs) {
      const [wanted, until] = [paid().length + count, Date.now() + limitMs]
      while (paid().length < wanted && Date.now() < until) await sleep(20)
    },
    async end() {
      state.isOver = true
      await Promise.all(running)
    },
  }
}

type Killed = { kills: number; recoveries: number[] }

async function report(
  shop: MeasuredShop,
  standIn: StandIn,
  caught: Caught[],
  outcomes: Outcome[],
  { kills, recoveries }: Killed,
): Promise<boolean> {
  const stuck = await settled(shop)
  const confirmed = outcomes.filter(({ ending }) => ending === 'paid').map(({ orderId }) => orderId ?? '')
  const lost = await shop.sql(
    `select unnest($1::text[]) as id except select id from orders where state = 'paid'`,
    [confirmed],
  )
  const faults = [
    ...lost.map(({ id }) => `order ${id} was confirmed as paid and is not`),
    ...stuck,
    ...(await listStockFaults(shop)),
    ...(await listChargeFaults(shop, standIn)),
    ...(await listMailFaults(shop, caught)),
  ]
  const times = recoveries.toSorted((a, b) => a - b)
  console.log(`\n${kills} kills of ${targets.join(', ')}, in turn`)
  console.log(`  buyers           ${countOf(outcomes.map(({ ending }) => ending))}`)
  const cutOff = outcomes.flatMap(({ fault = '' }) =>
    fault ? [fault.replaceAll(/\d{2,}/g, '…').slice(0, 60)] : [],
  )
  if (cutOff.length > 0) console.log(`  cut off by       ${countOf(cutOff)}`)
  console.log(`  confirmed paid   ${confirmed.length}, of these lost ${lost.length}`)
  console.log(`  next paid after  p50 ${times[times.length >> 1]} ms, longest ${times.at(-1)} ms`)
  for (const fault of faults) console.log(`  wrong: ${fault}`)
  console.log(
    faults.length === 0 ? '0 lost, 0 oversold, 0 double, 0 stuck.' : `${faults.length} things are wrong.`,
  )
  return faults.length === 0
}

/** Waits until nothing is in progress. Returns what still is after a long time. */
async function settled(shop: MeasuredShop): Promise<string[]> {
  const until = Date.now() + settleLimitMs
  for (;;) {
    const open = await shop.sql<{ what: string }>(
      `select 'order ' || id || ' is still ' || state as what from orders where state in ('paying', 'unknown', 'review', 'paid_unfulfilled')
       union all select 'a mail is not sent: ' || key from sent_mails where state <> 'sent'
       union all select 'a job waits: ' || job from queued_jobs where every is null and due_at < now() + interval '1 hour'
       union all select 'a job was put aside: ' || job from queued_jobs where failed_at is not null`,
    )
    if (open.length === 0) return []
    if (Date.now() > until) return open.map(({ what }) => what)
    await sleep(1_000)
  }
}

/** Every charge at the processor belongs to one paid order, or was refunded. */
async function listChargeFaults(shop: MeasuredShop, { books }: StandIn): Promise<string[]> {
  const attempts = await shop.sql<{ id: string; order_id: string; state: string }>(
    `select payment_attempts.id, order_id, orders.state from payment_attempts join orders on orders.id = order_id`,
  )
  const orderOf = new Map(attempts.map(({ id, order_id, state }) => [id, { id: order_id, state }]))
  const charges = books.transactions.filter(({ status }) => status === 'capturedPendingSettlement')
  const charged = new Map<string, number>()
  const faults = charges.flatMap(({ invoice }) => {
    const order = orderOf.get(invoice)
    if (!order) return [`charge ${invoice} belongs to no order`]
    charged.set(order.id, (charged.get(order.id) ?? 0) + 1)
    return order.state === 'paid' ? [] : [`order ${order.id} was charged and is ${order.state}`]
  })
  const doubled = [...charged].filter(([, times]) => times > 1)
  const paid = [...orderOf.values()].filter(({ state }) => state === 'paid')
  const unpaid = paid.filter(({ id }) => !charged.has(id))
  return [
    ...faults,
    ...doubled.map(([id, times]) => `order ${id} was charged ${times} times`),
    ...unpaid.map(({ id }) => `order ${id} is paid and was not charged`),
  ]
}

/** Every paid order has one confirmation; a duplicate has the same Message-ID, which email programs show once. */
async function listMailFaults(shop: MeasuredShop, caught: Caught[]): Promise<string[]> {
  const paid = await shop.sql<{ id: string; buyer_email: string }>(
    `select id, buyer_email from orders where state = 'paid'`,
  )
  const idsTo = new Map<string, Set<string>>()
  for (const { to, id } of caught) idsTo.set(to, (idsTo.get(to) ?? new Set()).add(id))
  const repeats = caught.length - new Set(caught.map(({ id }) => id)).size
  console.log(`  mails            ${caught.length} taken by the mail server, ${repeats} of them repeats`)
  return paid.flatMap(({ id, buyer_email }) =>
    (idsTo.get(buyer_email)?.size ?? 0) > 0 ? [] : [`the buyer of order ${id} got no mail`],
  )
}
