// npm run bench -- chaos: a hundred kills of every part of the shop during rushes, and ten half-minute outages of the
// database. Nothing may be lost, sold twice, charged twice or stuck.
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '#db/embedded.ts'
import { openStandIn, type StandIn } from '../test/authorize-net/stand-in.ts'
import { buy, type Outcome } from './lib/buyer.ts'
import { areNone, countOf, endedIn, quantile, startCrowd } from './lib/crowd.ts'
import { type Caught, openMailSink } from './lib/mail-sink.ts'
import { openRelay } from './lib/relay.ts'
import { type MeasuredShop, newFolder, startShop } from './lib/shop-process.ts'
import { givenRushDrop, listFaults } from './lib/stock.ts'

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

const [buyers, awayMs, backLimitMs] = [50, 30_000, 3_000]
/** A payment without an answer is looked up after half a minute, by a job that runs each minute. */
const lookUpLimitMs = 120_000
const cachedPages = ['/', '/faq', '/drops', '/drops/away']

const [kills = 100, outages = 10] = process.argv.slice(2).map(Number)
const isSound = (await killDuringRushes()) && (await takeDatabaseAway())
// Said outright: after ten outages it once went on at half a processor, for a reason that was not found.
process.exit(isSound ? 0 : 1)

/** Kills web processes, PostgreSQL, and the connections to the mail server and the payment service. */
async function killDuringRushes(): Promise<boolean> {
  const [standIn, sink] = [await openStandIn(() => new Date()), await openMailSink()]
  const { account } = standIn
  const [processor, mail] = await Promise.all([
    openRelay(Number(new URL(account.endpoint).port)),
    openRelay(sink.port),
  ])
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
    const crowd = startRushes(shop, () => standIn.books.issueToken('approve'))
    const paid = () => endedIn('paid', crowd.outcomes).length
    const morePaid = async (count: number) => {
      const [wanted, limit] = [paid() + count, Date.now() + recoverLimitMs]
      while (paid() < wanted && Date.now() < limit) await sleep(20)
    }
    const recoveries: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      await morePaid(3)
      await killOne(targets[kill % targets.length] ?? 'PostgreSQL')
      const begun = Date.now()
      await morePaid(1)
      recoveries.push(Date.now() - begun)
      if ((kill + 1) % 10 === 0) console.log(`${kill + 1} kills, ${paid()} confirmed paid`)
    }
    await crowd.end()
    return await reportKills(shop, standIn, sink.caught, crowd.outcomes, recoveries)
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

/** An endless stream of buyers, on one drop after the other. */
function startRushes(shop: MeasuredShop, paymentToken: () => string) {
  let drop = 0
  const state = { isOver: false }
  let opening = open()
  const crowd = startCrowd(lanes, async (buyer) => {
    await opening
    const at = drop
    const outcome = await buy(shop.url, `chaos-${at}`, buyer, { isPatient: true, paymentToken })
    if (outcome.ending === 'no unit left' && at === drop) {
      drop++
      opening = open()
    }
    return outcome
  })
  return {
    ...crowd,
    async end() {
      state.isOver = true
      await crowd.end()
    },
  }

  async function open() {
    // The database may be gone at this moment.
    while (!state.isOver)
      try {
        return await givenRushDrop(shop, `chaos-${drop}`, unitsPerDrop)
      } catch {
        await sleep(300)
      }
  }
}

async function reportKills(
  shop: MeasuredShop,
  standIn: StandIn,
  caught: Caught[],
  outcomes: Outcome[],
  recoveries: number[],
): Promise<boolean> {
  const stuck = await settled(shop)
  const confirmed = endedIn('paid', outcomes).map(({ orderId }) => orderId ?? '')
  const lost = await shop.sql(
    `select unnest($1::text[]) as id except select id from orders where state = 'paid'`,
    [confirmed],
  )
  const faults = [
    ...lost.map(({ id }) => `order ${id} was confirmed as paid and is not`),
    ...stuck,
    ...(await listFaults(shop, 'chaos-')),
    ...(await listChargeFaults(shop, standIn)),
    ...(await listMailFaults(shop, caught)),
  ]
  console.log(`\n${kills} kills of ${targets.join(', ')}, in turn`)
  console.log(`  buyers           ${countOf(outcomes.map(({ ending }) => ending))}`)
  const cutOff = outcomes.flatMap(({ fault = '' }) =>
    fault ? [fault.replaceAll(/\d{2,}/g, '…').slice(0, 60)] : [],
  )
  if (cutOff.length > 0) console.log(`  cut off by       ${countOf(cutOff)}`)
  console.log(`  confirmed paid   ${confirmed.length}, of these lost ${lost.length}`)
  console.log(`  next paid after  p50 ${quantile(recoveries, 0.5)} ms, longest ${quantile(recoveries, 1)} ms`)
  const isSound = areNone(faults)
  console.log(isSound ? '0 lost, 0 oversold, 0 double, 0 stuck.' : `${faults.length} things are wrong.`)
  return isSound
}

/** Waits until nothing is in progress. Returns what still is after a long time. */
async function settled(shop: MeasuredShop): Promise<string[]> {
  for (const until = Date.now() + settleLimitMs; ; await sleep(1_000)) {
    const open = await shop.sql<{ what: string }>(
      `select 'order ' || id || ' is still ' || state as what from orders where state in ('paying', 'unknown', 'review', 'paid_unfulfilled')
       union all select 'a mail is not sent: ' || key from sent_mails where state <> 'sent'
       union all select 'a job waits: ' || job from queued_jobs where every is null and due_at < now() + interval '1 hour'
       union all select 'a job was put aside: ' || job from queued_jobs where failed_at is not null`,
    )
    if (open.length === 0 || Date.now() > until) return open.map(({ what }) => what)
  }
}

/** Every charge at the processor belongs to one paid order, or was refunded. */
async function listChargeFaults(shop: MeasuredShop, { books }: StandIn): Promise<string[]> {
  const attempts = await shop.sql<{ id: string; order_id: string; state: string }>(
    `select payment_attempts.id, order_id, orders.state from payment_attempts join orders on orders.id = order_id`,
  )
  const orderOf = new Map(attempts.map(({ id, order_id, state }) => [id, { id: order_id, state }]))
  const charges = books.transactions.filter(({ status }) => status === 'capturedPendingSettlement')
  const charged = Map.groupBy(charges, ({ invoice }) => orderOf.get(invoice)?.id)
  const states = new Map([...orderOf.values()].map(({ id, state }) => [id, state]))
  return [
    ...(charged.get(undefined) ?? []).map(({ invoice }) => `charge ${invoice} belongs to no order`),
    ...[...states].flatMap(([id, state]) => {
      const times = charged.get(id)?.length ?? 0
      if (times > 1) return [`order ${id} was charged ${times} times`]
      if (times === 1 && state !== 'paid') return [`order ${id} was charged and is ${state}`]
      return times === 0 && state === 'paid' ? [`order ${id} is paid and was not charged`] : []
    }),
  ]
}

/** Every paid order has one confirmation; a duplicate has the same Message-ID, which email programs show once. */
async function listMailFaults(shop: MeasuredShop, caught: Caught[]): Promise<string[]> {
  const paid = await shop.sql<{ id: string; buyer_email: string }>(
    `select id, buyer_email from orders where state = 'paid'`,
  )
  const told = new Set(caught.map(({ to }) => to))
  const repeats = caught.length - new Set(caught.map(({ id }) => id)).size
  console.log(`  mails            ${caught.length} taken by the mail server, ${repeats} of them repeats`)
  return paid.flatMap(({ id, buyer_email }) =>
    told.has(buyer_email) ? [] : [`the buyer of order ${id} got no mail`],
  )
}

/** Stops PostgreSQL for half a minute under fifty buyers, again and again. */
async function takeDatabaseAway(): Promise<boolean> {
  const folder = newFolder()
  let server = await startPostgres(folder.path)
  const url = new URL(server.url)
  url.search = '' // through the relay, past its socket file
  const relay = await openRelay(Number(url.port))
  url.port = String(relay.port)
  const shop = await startShop({
    env: { WEB_PROCESSES: '2', RATE_LIMITS: 'off', SAMPLE_CATALOG: 'yes' },
    databaseUrl: url.href,
  })
  try {
    await givenRushDrop(shop, 'away', 100)
    const crowd = startCrowd(buyers, async (buyer) => {
      const outcome = await buy(shop.url, 'away', buyer, { isPatient: true })
      await sleep(2_000 + Math.random() * 2_000)
      return outcome
    })
    const before = shop.webProcesses().join(' ')
    const faults: string[] = []
    const backAfter: number[] = []
    for (let time = 1; time <= outages; time++) {
      await sleep(3_000)
      // Makes every process cache the pages: each answers some of the requests.
      for (let n = 0; n < 12; n++) await Promise.all(cachedPages.map((path) => statusOf(shop, path)))
      relay.cut()
      await server.stop()
      faults.push(...(await readWhileAway(shop, Date.now() + awayMs)))
      server = await startPostgres(folder.path)
      await relay.mend(Number(new URL(server.url).port))
      const ms = await backAgain(shop)
      backAfter.push(ms)
      if (ms > backLimitMs) faults.push(`it took ${ms} ms to be back`)
      if (shop.webProcesses().join(' ') !== before) faults.push(`a process ended in outage ${time}`)
      console.log(`Outage ${time} of ${outages}: back after ${ms} ms`)
    }
    await crowd.end()
    faults.push(...(await faultsOnceLookedUp(shop)))
    console.log(`\nPostgreSQL stopped for ${awayMs / 1_000} s under ${buyers} buyers, ${outages} times`)
    console.log(`  buyers          ${countOf(crowd.outcomes.map(({ ending }) => ending))}`)
    console.log(`  back after      ${backAfter.join(', ')} ms`)
    const isSound = areNone(faults)
    console.log(isSound ? 'No process ended, cached pages stayed, nothing was lost.' : 'Not all was well.')
    return isSound
  } finally {
    await shop.stop()
    relay.close()
    await server.stop()
    folder.remove()
  }
}

/** What is wrong once every payment that was cut off had its time to be looked up. */
async function faultsOnceLookedUp(shop: MeasuredShop): Promise<string[]> {
  for (const until = Date.now() + lookUpLimitMs; ; await sleep(1_000)) {
    const faults = await listFaults(shop, 'away')
    if (faults.length === 0 || Date.now() > until) return faults
  }
}

async function statusOf(shop: MeasuredShop, path: string): Promise<number> {
  const headers = { Cookie: `paco-age=${encodeURIComponent(new Date().toISOString())}` }
  const answer = await fetch(shop.url + path, { headers, signal: AbortSignal.timeout(10_000) }).catch(
    () => undefined,
  )
  await answer?.arrayBuffer()
  return answer?.status ?? 0
}

async function readWhileAway(shop: MeasuredShop, until: number): Promise<string[]> {
  const faults: string[] = []
  for (; Date.now() < until; await sleep(500)) {
    const statuses = await Promise.all(cachedPages.map((path) => statusOf(shop, path)))
    for (const [at, path] of cachedPages.entries())
      if (statuses[at] !== 200) faults.push(`${path} answered ${statuses[at]}`)
  }
  return faults
}

/** How long after its return an uncached page is answered again. */
async function backAgain(shop: MeasuredShop): Promise<number> {
  const begun = Date.now()
  while ((await statusOf(shop, '/readyz')) !== 200 || (await statusOf(shop, '/cart')) !== 200) {
    if (Date.now() - begun > 60_000) return Number.POSITIVE_INFINITY
    await sleep(50)
  }
  return Date.now() - begun
}
