// Every POST of the site. Sent once; its button says so at once; an answer that refuses takes the place of the main part,
// with the focus on what is wrong; an answer that leads on is followed; a cut line loses nothing.
import { networkFailureWords } from '#app/http/network-failure.ts'
import { siteHeader, siteHeaders } from '#app/http/site-request.ts'
import { isPage, onMarkup, readPage, swap, swapMain, withOwnIds } from './markup.ts'
import { showInDialog } from './dialogs.ts'
import { showToast } from './toasts.ts'
import type { Toast } from '#app/ui/toast-rules.ts'

/** How long a form that the browser sends itself looks busy, in milliseconds: a download does not leave the page. */
const nativeWaitMs = 4_000

export function watchForms(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    const send = sending(form, submitter)
    if (form.dataset.sent !== undefined) return event.preventDefault()
    if (send.method !== 'post') return
    mark(form, submitter)
    if (!send.isOurs) return void setTimeout(() => unmark(form), nativeWaitMs)
    event.preventDefault()
    void post(form, submitter, send.action)
  })
  // Back, from the browser's own cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted)
      for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) unmark(form)
  })
  // A page that is put in its place by a refused form has an address of its own.
  window.addEventListener('popstate', () => location.reload())
  // A proof is worked out while its visitor is still choosing.
  onMarkup((root) => {
    for (const form of root.querySelectorAll<HTMLFormElement>('form[data-proof="hold"]'))
      for (const type of ['pointerenter', 'focusin'] as const)
        form.addEventListener(type, () => void import('./proof.ts').then(({ prepare }) => prepare(form)), {
          once: true,
        })
  })
}

function sending(form: HTMLFormElement, submitter: HTMLElement | null) {
  const action = new URL(
    submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? location.href,
    location.href,
  )
  const method = (submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get').toLowerCase()
  const isOurs = action.origin === location.origin && !form.target && form.dataset.native === undefined
  return { action, method, isOurs }
}

async function post(form: HTMLFormElement, submitter: HTMLElement | null, action: URL): Promise<void> {
  try {
    // Read before the proof: what is typed meanwhile belongs to the next press.
    const fields = new FormData(form, submitter)
    const proven = form.dataset.proof && !submitter?.hasAttribute('formaction')
    if (proven) await (await import('./proof.ts')).prove(form, fields)
    let answer = await send(form, action, fields)
    const wanted = proven ? answer.headers.get(siteHeaders.needsProof) : null
    if (wanted) {
      await (await import('./proof.ts')).proveHarder(form, fields)
      answer = await send(form, action, fields)
    }
    await show(form, action, answer)
  } catch (thrown) {
    unmark(form)
    if (!(thrown instanceof TypeError)) throw thrown // `fetch` says so when the line is cut
    sayNotSent(form, networkFailureWords)
  }
}

async function send(form: HTMLFormElement, action: URL, fields: FormData): Promise<Response> {
  const body =
    form.enctype === 'multipart/form-data' ? fields : new URLSearchParams([...fields] as [string, string][])
  return fetch(action, { method: 'POST', body, headers: { Accept: 'text/html', [siteHeader]: 'form' } })
}

async function show(form: HTMLFormElement, action: URL, answer: Response): Promise<void> {
  const next = answer.headers.get(siteHeaders.location)
  if (next !== null) {
    const address = new URL(next, location.href)
    if (form.dataset.dialog === undefined) return leave(address)
    await showInDialog(address)
    return unmark(form)
  }
  if (answer.status >= 500 || !isPage(answer)) {
    unmark(form)
    const beside = isPage(answer)
      ? (await readPage(answer)).querySelector<HTMLElement>('[data-beside]')?.dataset.beside
      : undefined
    return sayNotSent(form, beside ?? networkFailureWords)
  }
  const page = await readPage(answer)
  // In a dialog only the dialog's own part changes.
  const part = form.closest<HTMLElement>('[data-part]')
  const nextPart =
    part && page.querySelector<HTMLElement>(`[data-part="${CSS.escape(part.dataset.part ?? '')}"]`)
  if (part && nextPart) {
    swap(part, withOwnIds(nextPart, part))
    return focusOn(nextPart)
  }
  const main = swapMain(page)
  if (!main) return location.assign(action)
  if (action.pathname !== location.pathname) history.pushState(null, '', action)
  focusOn(main)
}

/** A form can have words of its own for it, as a toast in `data-failed`. */
function sayNotSent(form: HTMLFormElement, description: string): void {
  const own = form.dataset.failed
  showToast(own ? (JSON.parse(own) as Toast) : { title: 'Not sent', description, kind: 'destructive' })
}

/** Follows a redirect. An address that differs from this one only behind its `#` has to be loaded, too. */
function leave(address: URL): void {
  const isHere = address.pathname + address.search === location.pathname + location.search
  if (!isHere || address.origin !== location.origin) return location.assign(address)
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

export function unmark(form: HTMLFormElement): void {
  delete form.dataset.sent
  for (const button of form.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
  for (const button of document.querySelectorAll(`[form="${CSS.escape(form.id)}"][aria-busy]`))
    button.removeAttribute('aria-busy')
}
