// The live board of a drop behind the counter. `[data-board]` has the address of its stream, which says when the board has
// changed; then the page is read anew. `[data-board-stale]` is shown while the line is broken, and `[data-board-words]` has the
// counts, which are spoken at most once a minute.
import { fetchPage } from './markup.ts'
import { swap } from './parts.ts'

const restMs = 500
const spokenEveryMs = 60_000

let source: EventSource | undefined
let due = 0
let reading: AbortController | undefined

export function watch(board: HTMLElement): void {
  if (source) return
  source = new EventSource(board.dataset.board ?? '')
  source.addEventListener('open', () => setStale(false))
  source.addEventListener('error', () => setStale(true))
  source.addEventListener('state', () => (due ||= window.setTimeout(() => void read(), restMs)))
  speak()
}

async function read(): Promise<void> {
  due = 0
  reading?.abort()
  const { signal } = (reading = new AbortController())
  const read = await fetchPage(location.href, signal).catch(() => undefined)
  if (signal.aborted) return
  if (!read?.answer.ok || !read.page) return setStale(true)
  const { page } = read
  for (const part of ['[data-board]', '.con-block']) {
    const [old, next] = [document.querySelector(part), page.querySelector(part)]
    if (old && next) patch(old, next)
  }
}

function setStale(isStale: boolean): void {
  document.querySelector('[data-board-stale]')?.toggleAttribute('hidden', !isStale)
}

function speak(): void {
  const place = document.querySelector<HTMLElement>('[data-board-words]')
  if (place) place.textContent = place.dataset.boardWords ?? ''
  setTimeout(speak, spokenEveryMs)
}

/** Changes only what differs, so that a press on a cell that stays is not lost. A clock goes on. */
function patch(old: Element, next: Element): void {
  if (old.isEqualNode(next) || isSameClock(old, next)) return
  if (old.matches('[data-board-words]')) return copyAttributes(old, next)
  const isLike = old.tagName === next.tagName && old.children.length === next.children.length
  if (!isLike || old.children.length === 0 || ownText(old) !== ownText(next)) return swap(old, next)
  copyAttributes(old, next)
  const children = [...next.children]
  for (const [at, child] of [...old.children].entries()) patch(child, children[at] as Element)
}

function isSameClock(old: Element, next: Element): boolean {
  const until = old.getAttribute('data-until')
  return (
    until !== null &&
    until === next.getAttribute('data-until') &&
    old.querySelector('a')?.href === next.querySelector('a')?.href
  )
}

function ownText(element: Element): string {
  return Array.from(element.childNodes, (node) => (node instanceof Text ? node.data : '')).join('|')
}

function copyAttributes(old: Element, next: Element): void {
  for (const name of old.getAttributeNames()) if (!next.hasAttribute(name)) old.removeAttribute(name)
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value)
}
