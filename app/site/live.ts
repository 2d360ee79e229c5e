// Live values. `[data-live="drop:slug"]` is the part of a page that shows a topic: how many units are open, and each number's
// state. Its small figures follow at once; where the page itself has to change, it is read anew. A page with `data-refresh` waits
// for something: it is read anew, less and less often, at last after that many seconds.
import { eventsPath, isTopic, type LiveEvent, maxTopics } from '#app/live/topic.ts'
import { onMarkup, refresh } from './markup.ts'

/** `EventSource` gives up for good on an error status; then we come back ourselves, not all pages at once. */
const reconnectMs = () => 10_000 + Math.random() * 10_000

type Show = (part: HTMLElement, state: object) => boolean | Promise<boolean>

const firstWaitMs = 2_000

let waiting = 0
let source: EventSource | undefined
let connectedTo = ''

export function watchLive(): void {
  onMarkup(() => {
    connect()
    wait(firstWaitMs)
  })
  document.addEventListener('visibilitychange', connect)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && document.querySelector('[data-live]')) void refresh()
  })
}

function connect(): void {
  const topics = [
    ...new Set(
      Array.from(document.querySelectorAll<HTMLElement>('[data-live]'), ({ dataset }) => dataset.live ?? ''),
    ),
  ]
  const wanted = document.hidden ? [] : topics.filter(isTopic).toSorted().slice(0, maxTopics)
  const address = wanted.length > 0 ? eventsPath(wanted) : ''
  if (address === connectedTo) return
  source?.close()
  connectedTo = address
  if (!address) return
  const opened = (source = new EventSource(address))
  opened.addEventListener(
    'state',
    ({ data }: MessageEvent<string>) => void hear(JSON.parse(data) as LiveEvent),
  )
  opened.addEventListener('error', () => {
    if (opened !== source || opened.readyState !== EventSource.CLOSED) return
    connectedTo = ''
    setTimeout(connect, reconnectMs())
  })
}

/** One wait at a time, however often the page changes meanwhile. */
function wait(ms: number): void {
  const part = document.querySelector<HTMLElement>('[data-refresh]')
  if (!part || waiting) return
  const thisMs = Math.min(ms, Number(part.dataset.refresh) * 1_000)
  const again = () => {
    waiting = 0
    wait(document.hidden ? thisMs : thisMs * 1.3)
  }
  waiting = window.setTimeout(() => void (document.hidden ? again() : refresh().then(again)), thisMs)
}

const kinds: Record<string, () => Promise<{ show: Show }>> = {
  drop: () => import('./drop.ts'),
  seats: () => import('./live-seats.ts'),
}

async function hear({ topic, state }: LiveEvent): Promise<void> {
  const kind = await kinds[topic.split(':')[0] ?? '']?.()
  let isStale = false
  for (const part of document.querySelectorAll<HTMLElement>(`[data-live="${CSS.escape(topic)}"]`))
    if (kind && !(await kind.show(part, state))) isStale = true
  if (isStale && refreshTimer === 0)
    refreshTimer = window.setTimeout(() => {
      refreshTimer = 0
      void refresh()
    }, Math.random() * 1_000)
}

let refreshTimer = 0
