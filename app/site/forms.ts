// Every POST of the site. Sent once; its button says so at once; an answer that refuses takes the place of the main part,
// with the focus on what is wrong; an answer that leads on is followed; a cut line loses nothing. A form with `data-inside="part"`
// changes nothing but that part of the page, whatever it leads to. `data-failed` has a toast of its own
// for the cut line. One with a `target` is the browser's own.
import { siteHeader, siteHeaders } from '#app/http/site-request.ts'
import { findAll, onMarkup, pageOf } from './markup.ts'
import { sayFailed } from './toasts.ts'

/** How long a form that the browser sends itself looks busy, in milliseconds: a download does not leave the page. */
const nativeWaitMs = 4_000

const notSent = 'Not sent'

let isLeaving = false

export function watchForms(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    const to = sending(form, submitter)
    const { method, isOurs } = to
    if (method !== 'post') return
    if (form.dataset.sent !== undefined) return event.preventDefault()
    mark(form, submitter)
    if (!isOurs) return void setTimeout(() => unmark(form), nativeWaitMs)
    event.preventDefault()
    void submit(form, submitter, to)
  })
  window.addEventListener('pagehide', () => (isLeaving = true))
  // What a page that a form led to has to say, or the place in it: a reload does not go there by itself.
  const place =
    document.querySelector<HTMLElement>('[data-focus]') ?? document.getElementById(location.hash.slice(1))
  if (place?.matches('[data-focus], [tabindex]')) place.focus()
  // Back, from the browser's own cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    isLeaving = false
    if (persisted)
      for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) unmark(form)
  })
  if (isPut(history.state)) put = placeOf(location)
  window.addEventListener('popstate', ({ state }) => {
    if (put ? put !== placeOf(location) : isPut(state)) location.reload()
  })
  // A proof is worked out while its visitor is still choosing.
  onMarkup((root) => {
    for (const form of findAll(root, 'form[data-proof="hold"]'))
      for (const type of ['pointerenter', 'focusin'] as const)
        form.addEventListener(type, () => void prepare(form as HTMLFormElement), { once: true })
  })
}

async function prepare(form: HTMLFormElement): Promise<void> {
  ;(await import('./proof.ts')).prepare(form)
}

/** Back has to load the page before, and forward this one again. A link within the page makes an entry in the history, too, and loads nothing. */
let put = ''

const isPut = (state: unknown) => (state as { isPut?: true } | null)?.isPut === true

function placeOf({ pathname, search }: URL | Location): string {
  return pathname + search
}

/** What a form has of its own: a field may be called `id`, `action` or `target`. */
function sending(form: HTMLFormElement, submitter: HTMLElement | null) {
  const own = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  // Without an action it is the address of the page, and an empty one is that, too.
  const action = new URL(own('action') || placeOf(location), location.href)
  const method = (own('method') ?? 'get').toLowerCase()
  const isOurs = action.origin === location.origin && !own('target')
  return { action, method, isOurs }
}

type Sending = ReturnType<typeof sending>
type Parts = typeof import('./parts.ts')

async function submit(form: HTMLFormElement, submitter: HTMLElement | null, to: Sending): Promise<void> {
  // Loaded while the form is on its way.
  const parts = import('./parts.ts')
  parts.catch(() => {}) // thrown below where it is awaited
  try {
    // Read before the proof: what is typed meanwhile belongs to the next press.
    const fields = new FormData(form, submitter)
    const proven = form.dataset.proof && !submitter?.hasAttribute('formaction')
    const proof = proven ? await import('./proof.ts') : undefined
    await proof?.prove(form, fields)
    let answer = await send(form, to, fields)
    if (proof && answer.headers.has(siteHeaders.needsProof)) {
      await proof.proveHarder(form, fields)
      answer = await send(form, to, fields)
    }
    const next = answer.headers.get(siteHeaders.location)
    if (next === null) return await show(form, to.action, answer, await pageOf(answer), await parts)
    const address = new URL(next, location.href)
    const { inside, dialog } = form.dataset
    if (inside !== undefined) {
      if (!(await (await parts).follow(address, inside))) return leave(address)
    } else if (dialog !== undefined) await (await parts).showInDialog(address)
    else return leave(address)
    unmark(form)
  } catch (thrown) {
    unmark(form)
    if (isLeaving) return
    sayFailed(form, notSent)
    if (!(thrown instanceof TypeError)) throw thrown // `fetch` throws one when the line is cut
  }
}

function send(form: HTMLFormElement, { action }: Sending, fields: FormData): Promise<Response> {
  const headers = { Accept: 'text/html', [siteHeader]: 'form' }
  const isMultipart = form.getAttribute('enctype') === 'multipart/form-data'
  const body = isMultipart ? fields : new URLSearchParams([...fields] as [string, string][])
  return fetch(action, { method: 'POST', body, headers })
}

async function show(
  form: HTMLFormElement,
  action: URL,
  { status }: Response,
  page: Document | undefined,
  parts: Parts,
): Promise<void> {
  unmark(form) // its button may be outside of what changes
  if (status >= 500 || !page)
    return sayFailed(form, notSent, page?.querySelector<HTMLElement>('[data-beside]')?.dataset.beside)
  const shown = await parts.showRefused(form, page)
  if (!shown) return location.assign(action)
  if (shown === 'part') return
  if (placeOf(action) !== placeOf(location)) history.pushState({ isPut: true }, '', action)
  put = placeOf(action)
}

/** Follows a redirect. An address that differs from this one only behind its `#` has to be loaded, too. */
function leave(address: URL): void {
  const isHere = address.origin === location.origin && placeOf(address) === placeOf(location)
  if (!isHere) return location.assign(address)
  if (address.hash) location.hash = address.hash
  location.reload()
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
