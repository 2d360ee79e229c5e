// Parts of other pages, or of newer ones, in the open page. Loaded when the first is needed.
import { announce, fetchPage, isChanged } from './markup.ts'

/** A focused control keeps what is typed in it, what was unfolded stays so, and an island with the same props stays as it is. */
export function swap(old: Element, next: Element): void {
  const focused = document.activeElement
  const key = focused instanceof HTMLElement && old.contains(focused) ? focusKey(focused) : ''
  const index = key ? [...old.querySelectorAll(key)].indexOf(focused as Element) : -1
  const place = document.adoptNode(next)
  unfold(old, place)
  keepIslands(old, place)
  old.replaceWith(place)
  announce(place)
  if (!key) return
  const same = [...place.querySelectorAll<HTMLElement>(key)]
  // A page for small screens has some controls twice.
  const again = same[index]?.checkVisibility() ? same[index] : same.find((each) => each.checkVisibility())
  again?.focus({ preventScroll: true })
  if (
    !(focused instanceof HTMLInputElement && again instanceof HTMLInputElement) ||
    again.type !== focused.type
  )
    return
  if (again.type === 'search' || again.type === 'text') {
    again.value = focused.value
    again.setSelectionRange(focused.selectionStart, focused.selectionEnd)
  }
}

const references = ['for', 'form', 'commandfor', 'aria-labelledby', 'aria-describedby', 'aria-controls']

/** Each page counts its ids from the beginning, so those that this page has too are changed. */
function withOwnIds(part: HTMLElement, old?: Element): HTMLElement {
  const all = [part, ...part.querySelectorAll('*')]
  const isTaken = (id: string) => {
    const here = document.getElementById(id)
    return here !== null && !old?.contains(here)
  }
  const taken = new Set(all.map((element) => element.getAttribute('id') ?? '').filter(isTaken))
  const rename = (id: string) => (taken.has(id) ? `part-${id}` : id)
  for (const element of all)
    for (const name of ['id', ...references]) {
      const ids = element.getAttribute(name)
      if (ids) element.setAttribute(name, ids.split(' ').map(rename).join(' '))
    }
  return part
}

/** How to find the same control in a newer page: by its id, or its place among those that match this. Ids that React makes are others there. */
function focusKey(control: HTMLElement): string {
  const id = control.getAttribute('id')
  if (id && !/^(part-)?_/.test(id)) return `#${CSS.escape(id)}`
  const hasOwnValue = control.matches('[type=checkbox], [type=radio], button')
  const marks = ['name', 'href', ...(hasOwnValue ? ['value'] : [])].filter((mark) =>
    control.hasAttribute(mark),
  )
  if (marks.length === 0 && control.getAttribute('id')) marks.push('id')
  return (
    control.localName +
    marks.map((mark) => `[${mark}="${CSS.escape(control.getAttribute(mark) ?? '')}"]`).join('')
  )
}

function unfold(old: Element, next: Element): void {
  const now = next.querySelectorAll('details')
  for (const [index, was] of [...old.querySelectorAll('details')].entries()) {
    const same = now[index]
    if (was.open && same && summaryOf(same) === summaryOf(was)) same.open = true
  }
}

function keepIslands(old: Element, next: Element): void {
  for (const island of old.querySelectorAll<HTMLElement>('[data-island]')) {
    const { island: name = '', props } = island.dataset
    const same = [...next.querySelectorAll<HTMLElement>(`[data-island="${CSS.escape(name)}"]`)]
    same.find(({ dataset }) => dataset.props === props)?.replaceWith(island)
  }
}

const summaryOf = (details: Element) => details.querySelector('summary')?.textContent

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

/** The part of this name: of an open dialog, if one has it, or of the main part. */
function partOf(page: Document, name = ''): HTMLElement | null {
  const part = `[data-part="${CSS.escape(name)}"]`
  return (
    page.querySelector(`dialog[open] ${part}`) ??
    page.querySelector(`main ${part}`) ??
    page.querySelector(part)
  )
}

export async function refreshPart(name: string, address: URL | string): Promise<HTMLElement | undefined> {
  const { page } = await fetchPage(address)
  return page && swapPart(page, name)
}

export function swapPart(page: Document, name: string): HTMLElement | undefined {
  const [old, next] = [partOf(document, name), partOf(page, name)]
  if (!old || !next) return undefined
  swap(old, next)
  return next
}

let isReading = false
let isAwaited = false

/** Only its `[data-live]` parts where its visitor is in the middle of something. */
export async function refresh(): Promise<void> {
  isAwaited = isReading
  if (isReading) return
  isReading = true
  try {
    await readAnew()
  } catch {
    // The line is cut: the page stays as it was.
  }
  isReading = false
  if (isAwaited) void refresh()
}

async function readAnew(): Promise<void> {
  const address = location.href
  const { answer, page } = await fetchPage(address)
  if (!answer.ok || !page) return
  // Being sent, or another page by now.
  if (document.querySelector('[data-sent], [aria-busy="true"]') || location.href !== address) return
  if (!isInUse(page)) return answer.redirected ? location.replace(answer.url) : void swapMain(page)
  if (answer.redirected) return
  for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const next = page.querySelector(`[data-live="${CSS.escape(part.dataset.live ?? '')}"]`)
    if (next && !part.querySelector('form[method="post"]')) swap(part, next)
  }
}

function isInUse(page: Document): boolean {
  if (document.querySelector('[data-answer], main :is(dialog[open], :popover-open)')) return true
  return [...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea, select)')].some(
    (control) => {
      const form = control.form?.getAttribute('id')
      return isChanged(control) && !(form && !page.getElementById(form))
    },
  )
}

export async function showInDialog(address: URL): Promise<void> {
  const read = await fetchPage(address).catch(() => undefined)
  const part = read?.page?.querySelector<HTMLElement>('main [data-part]')
  const frame = document.querySelector<HTMLTemplateElement>('template#dialog')
  if (!part || !frame) return location.assign(address)
  const dialog = (frame.content.cloneNode(true) as DocumentFragment).querySelector('dialog')
  const body = dialog?.querySelector('.dialog-body')
  if (!dialog || !body) return location.assign(address)
  dialog.setAttribute('aria-label', part.dataset.title ?? read?.page?.title ?? '')
  body.append(document.adoptNode(withOwnIds(part)))
  const opener = document.activeElement
  dialog.addEventListener('close', () => {
    dialog.remove()
    // What opened it may be another element by now, as the page beside it was read anew.
    if (opener instanceof HTMLElement && !opener.isConnected)
      document.querySelector<HTMLElement>(focusKey(opener))?.focus()
  })
  document.body.append(dialog)
  announce(dialog)
  dialog.showModal()
}

/** Shows a page that refuses a form: its part, where the form stands in one, or all of it. Nothing where it has neither. */
export async function showRefused(
  form: HTMLFormElement,
  page: Document,
): Promise<'part' | 'page' | undefined> {
  const { inside } = form.dataset
  const part = inside === undefined ? form.closest<HTMLElement>('[data-part]') : partOf(document, inside)
  const nextPart = part && partOf(page, part.dataset.part)
  if (part && nextPart) {
    const dialog = part.closest('dialog')
    swap(part, dialog ? withOwnIds(nextPart, part) : nextPart)
    if (dialog && nextPart.querySelector('[data-done]')) dialog.close()
    else focusOn(nextPart)
    return 'part'
  }
  form.closest('dialog')?.close()
  await addSheets(page)
  const main = swapMain(page)
  if (!main) return undefined
  main.dataset.answer = ''
  focusOn(main)
  return 'page'
}

async function addSheets(page: Document): Promise<void> {
  const sheets = [...page.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const hrefs = sheets.map((sheet) => sheet.getAttribute('href') ?? '')
  const missing = hrefs.filter((href) => !document.querySelector(`link[href="${CSS.escape(href)}"]`))
  await Promise.all(
    missing.map((href) => {
      const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
      document.head.append(sheet)
      return new Promise((done) => {
        sheet.addEventListener('load', done)
        sheet.addEventListener('error', done)
      })
    }),
  )
}

export async function follow(address: URL, name: string): Promise<boolean> {
  const had = partOf(document, name)?.contains(document.activeElement)
  const next = await refreshPart(name, address)
  if (next && had && !next.contains(document.activeElement)) focusOn(next)
  return next !== undefined
}

function focusOn(part: Element): void {
  const first =
    part.querySelector<HTMLElement>('[data-focus]') ??
    part.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    part.querySelector<HTMLElement>('[role="alert"]:not(:empty), h1')
  if (!first) return
  if (!first.matches('input, select, textarea, [tabindex]')) first.tabIndex = -1
  first.focus()
}
