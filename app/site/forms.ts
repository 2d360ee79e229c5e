// Every POST of the site. Sent once; its button says so at once; an answer that refuses takes the place of the main part,
// with the focus on what is wrong; an answer that leads on is followed; a cut line loses nothing.
import { networkFailureWords } from '#app/http/network-failure.ts'
import { siteHeader, siteHeaders } from '#app/http/site-request.ts'
import { findAll, isPage, onMarkup, readPage, swap, swapMain } from './markup.ts'
import { showInDialog } from './dialogs.ts'
import { showToast } from './toasts.ts'

/** How long a form that the browser sends itself looks busy, in milliseconds: a download does not leave the page. */
const nativeWaitMs = 4_000

/** Whether the browser is on its way to another page, which cuts off what is still being sent. */
let isLeaving = false

export function watchForms(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    const { method, action, isOurs } = sending(form, submitter)
    if (method !== 'post') return
    if (form.dataset.sent !== undefined) return event.preventDefault()
    mark(form, submitter)
    if (!isOurs) return void setTimeout(() => unmark(form), nativeWaitMs)
    event.preventDefault()
    void post(form, submitter, action)
  })
  window.addEventListener('pagehide', () => (isLeaving = true))
  // Back, from the browser's own cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    isLeaving = false
    if (persisted)
      for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) unmark(form)
  })
  window.addEventListener('popstate', () => {
    if (shown && shown !== placeOf(location)) location.reload()
  })
  // A proof is worked out while its visitor is still choosing.
  onMarkup((root) => {
    for (const form of findAll(root, 'form[data-proof="hold"]'))
      for (const type of ['pointerenter', 'focusin'] as const)
        form.addEventListener(
          type,
          () => void import('./proof.ts').then(({ prepare }) => prepare(form as HTMLFormElement)),
          {
            once: true,
          },
        )
  })
}

/** The address of the page that a refused form has put here: Back, and forward again, have to load theirs. */
let shown = ''

/** A link to a place within the page makes an entry of its own in the history, and leaves the page. */
function placeOf({ pathname, search }: URL | Location): string {
  return pathname + search
}

/** What a form has of its own: a field may be called `id`, `action` or `target`. */
function sending(form: HTMLFormElement, submitter: HTMLElement | null) {
  const own = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  // Without an action it is the address of the page, and an empty one is that, too.
  const action = new URL(own('action') || placeOf(location), location.href)
  const method = (own('method') ?? 'get').toLowerCase()
  const isOurs = action.origin === location.origin && !own('target') && form.dataset.native === undefined
  return { action, method, isOurs }
}

async function post(form: HTMLFormElement, submitter: HTMLElement | null, action: URL): Promise<void> {
  try {
    // Read before the proof: what is typed meanwhile belongs to the next press.
    const fields = new FormData(form, submitter)
    const proven = form.dataset.proof && !submitter?.hasAttribute('formaction')
    const proof = proven ? await import('./proof.ts') : undefined
    await proof?.prove(form, fields)
    let answer = await send(form, action, fields)
    if (proof && answer.headers.has(siteHeaders.needsProof)) {
      await proof.proveHarder(form, fields)
      answer = await send(form, action, fields)
    }
    const next = answer.headers.get(siteHeaders.location)
    if (next === null) return show(form, action, answer, isPage(answer) ? await readPage(answer) : undefined)
    const address = new URL(next, location.href)
    if (form.dataset.dialog === undefined) return leave(address)
    await showInDialog(address)
    unmark(form)
  } catch (thrown) {
    unmark(form)
    if (isLeaving) return
    showToast(notSent)
    if (!(thrown instanceof TypeError)) throw thrown // `fetch` throws one when the line is cut
  }
}

const notSent = { title: 'Not sent', description: networkFailureWords, kind: 'destructive' } as const

function send(form: HTMLFormElement, action: URL, fields: FormData): Promise<Response> {
  const isMultipart = form.getAttribute('enctype') === 'multipart/form-data'
  const body = isMultipart ? fields : new URLSearchParams([...fields] as [string, string][])
  return fetch(action, { method: 'POST', body, headers: { Accept: 'text/html', [siteHeader]: 'form' } })
}

/** Shows an answer that leads nowhere. */
function show(form: HTMLFormElement, action: URL, { status }: Response, page: Document | undefined): void {
  if (status >= 500 || !page) {
    unmark(form)
    const beside = page?.querySelector<HTMLElement>('[data-beside]')?.dataset.beside
    return void showToast({ ...notSent, description: beside ?? notSent.description })
  }
  unmark(form) // its button may be outside of what changes
  // In a dialog only the dialog's own part changes.
  const part = form.closest<HTMLElement>('[data-part]')
  const nextPart = part && page.querySelector(`[data-part="${CSS.escape(part.dataset.part ?? '')}"]`)
  if (part && nextPart) {
    swap(part, nextPart)
    return focusOn(nextPart)
  }
  form.closest('dialog')?.close()
  const main = swapMain(page)
  if (!main) return location.assign(action)
  main.dataset.answer = ''
  if (placeOf(action) !== placeOf(location)) history.pushState(null, '', action)
  shown = placeOf(action)
  focusOn(main)
}

/** Follows a redirect. An address that differs from this one only behind its `#` has to be loaded, too. */
function leave(address: URL): void {
  const isHere = address.origin === location.origin && placeOf(address) === placeOf(location)
  if (!isHere) return location.assign(address)
  if (address.hash) location.hash = address.hash
  location.reload()
}

/** What a refused form shows first: the summary of its errors, the message, or the first wrong field. */
function focusOn(part: Element): void {
  const first =
    part.querySelector<HTMLElement>('[data-focus], #error-summary') ??
    part.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    part.querySelector<HTMLElement>('[role="alert"]:not(:empty), h1')
  if (!first) return
  if (!first.matches('input, select, textarea, [tabindex]')) first.tabIndex = -1
  first.focus()
}

function mark(form: HTMLFormElement, submitter: HTMLElement | null): void {
  form.dataset.sent = ''
  submitter?.setAttribute('aria-busy', 'true')
}

function unmark(form: HTMLFormElement): void {
  delete form.dataset.sent
  // Also those that stand elsewhere and name the form.
  for (const control of form.elements) control.removeAttribute('aria-busy')
}
