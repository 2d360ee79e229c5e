// Pages of the server put into the open one, without losing what has the focus.

type Watcher = (root: ParentNode) => void

const watchers: Watcher[] = []

/** Calls `watch` with the page, and with each part that is put into it later. */
export function onMarkup(watch: Watcher): void {
  watchers.push(watch)
  watch(document)
}

/** A page of the server, read. */
export async function readPage(answer: Response): Promise<Document> {
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/** Whether an answer is a page. */
export function isPage(answer: Response): boolean {
  return answer.headers.get('Content-Type')?.startsWith('text/html') ?? false
}

/** Puts `next` in the place of `old`. A control that has the focus keeps it, with what is typed in it. */
export function swap(old: Element, next: Element): void {
  const focused = document.activeElement
  const held = focused instanceof HTMLElement && old.contains(focused) ? focused : undefined
  const typed = focused instanceof HTMLInputElement && focused.type !== 'radio' ? focused : undefined
  const place = document.adoptNode(next)
  old.replaceWith(place)
  for (const watch of watchers) watch(place)
  const again = held && sameControl(held, place)
  again?.focus({ preventScroll: true })
  if (!typed || !(again instanceof HTMLInputElement) || again.type !== typed.type) return
  if (again.type === 'search' || again.type === 'text') {
    again.value = typed.value
    again.setSelectionRange(typed.selectionStart, typed.selectionEnd)
  }
}

/** The same control in a newer page. Ids that React makes may belong to another one there. */
function sameControl(control: HTMLElement, place: Element): HTMLElement | null {
  const name = control.getAttribute('name')
  const own = control.id ? place.querySelector<HTMLElement>(`#${CSS.escape(control.id)}`) : null
  if (own && own.getAttribute('name') === name) return own
  const value = control.matches('[type=checkbox], [type=radio], button')
    ? control.getAttribute('value')
    : null
  const named = name && `[name="${CSS.escape(name)}"]:not([type=hidden])`
  if (named) return place.querySelector(value === null ? named : `${named}[value="${CSS.escape(value)}"]`)
  const href = control.getAttribute('href')
  return href ? place.querySelector(`a[href="${CSS.escape(href)}"]`) : null
}

/**
 * Puts the main part of `page` into the open one, with its title: a sheet of the console (`[data-sheet]`) with its title
 * block, which is no part of its `<main>`. What was scrolled in it stays so.
 */
export function swapMain(page: Document): HTMLElement | undefined {
  const [old, next] = [mainOf(document), mainOf(page)]
  if (!old || !next) return undefined
  const scrolled = document.querySelector('main')?.scrollTop ?? 0
  document.title = page.title
  swap(old, next)
  document.querySelector('main')?.scrollTo({ top: scrolled, behavior: 'instant' })
  return next
}

function mainOf(page: Document): HTMLElement | null {
  return page.querySelector<HTMLElement>('[data-sheet]') ?? page.querySelector('main')
}

let refreshing: AbortController | undefined

/**
 * Reads the open page anew and shows what it says now: each `[data-live]` part of it, or all of the main part where
 * nobody has begun to type in it.
 */
export async function refresh(): Promise<void> {
  refreshing?.abort()
  const { signal } = (refreshing = new AbortController())
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, signal })
    if (!answer.ok || !isPage(answer)) return
    const page = await readPage(answer)
    if (signal.aborted || document.querySelector('[aria-busy="true"]')) return
    if (!hasTyped()) return void swapMain(page)
    for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
      const next = page.querySelector(`[data-live="${CSS.escape(part.dataset.live ?? '')}"]`)
      if (next && !part.querySelector('form[method="post"]')) swap(part, next)
    }
  } catch {
    // The line is cut: the page stays as it was.
  }
}

/** Whether the visitor has typed or chosen something that the page did not come with. */
function hasTyped(): boolean {
  return [...document.querySelectorAll('main :is(input, textarea, select)')].some((control) => {
    if (control instanceof HTMLSelectElement)
      return [...control.options].some(
        (option) => option.selected !== option.defaultSelected && control.options[0]?.selected !== true,
      )
    if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
    if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false
    if (control.type === 'checkbox' || control.type === 'radio')
      return control.checked !== control.defaultChecked
    return control.value !== control.defaultValue
  })
}
