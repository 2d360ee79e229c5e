// A drop made, published and launched by the forms of the console, and its live board while it is sold.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MeasuredShop } from './shop-process.ts'
import { signInStaff } from './staff-session.ts'

type DeskBrowser = Awaited<ReturnType<typeof openDesk>>

/** Signs a manager in, past the sign-in page: sends the forms of the console, follows nothing. */
export async function openDesk(shop: MeasuredShop) {
  const { cookie } = await signInStaff(shop, 'manager')
  return {
    cookie,
    async post(path: string, fields: Record<string, string>): Promise<string> {
      const answer = await fetch(`${shop.url}${path}`, {
        method: 'POST',
        headers: { Cookie: cookie, Origin: shop.url, Accept: 'text/html' },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
      const location = answer.headers.get('Location')
      if (answer.status !== 303 || !location || location.startsWith('/staff/again'))
        throw new Error(
          `${path} answered ${answer.status} ${location ?? ''}: ${(await answer.text()).slice(0, 300)}`,
        )
      return location
    },
  }
}

/** Makes a drop of `units` by the console's forms, and launches it. Returns its slug. */
export async function launchFromConsole(desk: DeskBrowser, units: number): Promise<string> {
  const name = `Bench ${units} Vol. 1`
  const sheet = await desk.post('/staff/drops/new', { key: randomUUID(), name, from: '' })
  const variant = randomUUID()
  await desk.post(sheet, {
    revision: '1',
    name,
    slug: sheet.split('/').at(-1) ?? '',
    dropNumber: '998',
    category: 'hype',
    itemClass: 'sbr',
    tagline: 'A hundred.',
    story: 'A story.',
    theme: 'cyber',
    totalUnits: String(units),
    house: '1, 7',
    depositPrice: '100',
    maxPerBuyer: '',
    unpaidPerNetwork: '',
    [`variants.${variant}.name`]: 'Field',
    [`variants.${variant}.caliber`]: '9 mm',
    [`variants.${variant}.barrel`]: '6.9 in',
    [`variants.${variant}.finish`]: 'Gray',
    [`variants.${variant}.price`]: '2,499',
  })
  await desk.post(`${sheet}/publication`, { revision: '2' })
  await desk.post(`${sheet}/launch`, { revision: '3' })
  return sheet.split('/').at(-1) ?? ''
}

type Frame = {
  at: string
  units: string
  counts: { open: number; held: number; taken: number; house: number }
  sales: { takenCents: number }
}

type OpenBoard = ReturnType<typeof watchBoard>

/** Reads the live board of a drop as its page does. `latest` is the newest state that came. */
export function watchBoard(shop: MeasuredShop, desk: DeskBrowser, slug: string) {
  const gone = new AbortController()
  let [latest, frames]: [Frame | undefined, number] = [undefined, 0]
  const read = async () => {
    const answer = await fetch(`${shop.url}/staff/drops/${slug}/live/events`, {
      headers: { Cookie: desk.cookie },
      signal: gone.signal,
    })
    if (!answer.ok || !answer.body) throw new Error(`The live board answered ${answer.status}`)
    let rest = ''
    for await (const bytes of answer.body.pipeThrough(new TextDecoderStream())) {
      rest += bytes
      const events = rest.split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1]
        if (data === undefined) continue
        latest = JSON.parse(data) as Frame
        frames++
      }
    }
  }
  // A stream ends after minutes, so that its reader is identified anew, or breaks off: browsers come back, and so does this.
  const readOn = async () => {
    while (!gone.signal.aborted)
      await read().catch((error: unknown) => {
        if (!gone.signal.aborted && !(error instanceof TypeError)) throw error
      })
  }
  void readOn()
  return { latest: () => latest, frames: () => frames, close: () => gone.abort() }
}

/**
 * Compares the newest board with the database: what was sold before the board was read is on it, and what is on it is sold
 * after. Returns what is wrong, and how many boards were compared.
 */
export async function compareBoard(
  shop: MeasuredShop,
  slug: string,
  board: OpenBoard,
  until: () => boolean,
): Promise<{ compared: number; faults: string[] }> {
  const faults: string[] = []
  let compared = 0
  const sold = async () => {
    const [row] = await shop.sql<{ numbers: number[]; at: string }>(
      `select coalesce(array_agg(number) filter (where state = 'taken' and not is_house), '{}') as numbers, clock_timestamp() as at
       from drop_units join drops on drops.id = drop_id where slug = $1`,
      [slug],
    )
    return { numbers: new Set(row?.numbers), at: new Date(row?.at ?? 0).getTime() }
  }
  while (!until()) {
    const before = await sold()
    const frame = await nextFrame(board, before.at)
    if (!frame) continue
    const later = await sold()
    const taken = Array.from(frame.units).flatMap((letter, at) => (letter === 't' ? [at + 1] : []))
    const missing = [...before.numbers].filter((number) => frame.units[number - 1] !== 't')
    const invented = taken.filter((number) => !later.numbers.has(number))
    const { open, held, house } = frame.counts
    if (missing.length > 0) faults.push(`sold and not on the board: ${missing.join(' ')}`)
    if (invented.length > 0) faults.push(`on the board and not sold: ${invented.join(' ')}`)
    if (taken.length !== frame.counts.taken)
      faults.push(`${taken.length} cells, ${frame.counts.taken} counted`)
    if (open + held + house + taken.length !== frame.units.length)
      faults.push('a unit is counted twice or not at all')
    if (frame.sales.takenCents !== taken.length * 10_000)
      faults.push(`${taken.length} sold for ${frame.sales.takenCents} cents`)
    compared++
  }
  return { compared, faults }
}

/** The first state that was read after a moment of the database, if one comes soon. */
async function nextFrame(board: OpenBoard, after: number): Promise<Frame | undefined> {
  for (let tries = 0; tries < 200; tries++) {
    const frame = board.latest()
    if (frame && new Date(frame.at).getTime() > after) return frame
    await sleep(25)
  }
  return undefined
}
