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
  const id = focused instanceof HTMLElement && old.contains(focused) ? focusKey(focused) : ''
  const typed = focused instanceof HTMLInputElement && focused.type !== 'radio' ? focused : undefined
  const place = document.adoptNode(next)
  old.replaceWith(place)
  for (const watch of watchers) watch(place)
  if (!id) return
  const again = place.querySelector<HTMLElement>(id)
  again?.focus({ preventScroll: true })
  if (!typed || !(again instanceof HTMLInputElement) || again.type !== typed.type) return
  if (again.type === 'search' || again.type === 'text') {
    again.value = typed.value
    again.setSelectionRange(typed.selectionStart, typed.selectionEnd)
  }
}

const references = ['for', 'form', 'commandfor', 'aria-labelledby', 'aria-describedby', 'aria-controls']

/**
 * A part of another page, ready to stand in this one in the place of `old`: each page counts its ids from the beginning, so
 * those that this page has too are changed.
 */
export function withOwnIds(part: HTMLElement, old?: Element): HTMLElement {
  const all = [part, ...part.querySelectorAll('*')]
  const taken = new Set(
    all.flatMap(({ id }) => {
      const here = id ? document.getElementById(id) : null
      return here && !old?.contains(here) ? [id] : []
    }),
  )
  const rename = (id: string) => (taken.has(id) ? `part-${id}` : id)
  for (const element of all) {
    if (element.id) element.id = rename(element.id)
    for (const name of references) {
      const ids = element.getAttribute(name)
      if (ids) element.setAttribute(name, ids.split(' ').map(rename).join(' '))
    }
  }
  return part
}

/** How to find the same control in a newer page. */
function focusKey(control: HTMLElement): string {
  if (control.id) return `#${CSS.escape(control.id)}`
  const name = control.getAttribute('name')
  const value = control.getAttribute('value')
  if (name && value !== null && !(control instanceof HTMLInputElement && control.type === 'search'))
    return `[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`
  if (name) return `[name="${CSS.escape(name)}"]`
  const href = control.getAttribute('href')
  return href ? `a[href="${CSS.escape(href)}"]` : ''
}

/** Puts the main part of `page` into the open one, with its title. */
export function swapMain(page: Document): HTMLElement | undefined {
  const [old, next] = [document.querySelector('main'), page.querySelector('main')]
  if (!old || !next) return undefined
  document.title = page.title
  swap(old, next)
  return next
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
