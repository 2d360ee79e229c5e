// A form that a passkey answers: `data-passkey` is `sign-in` or `new`, `data-challenge` where its challenge comes from. What the
// device answers is sent with the form as `credential`; what went wrong is said in `[data-problem]`.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** What the browser says when its person closed the window, or took too long. */
const wasClosed = new Set(['NotAllowedError', 'AbortError'])

export function watch(place: HTMLElement): void {
  const form = place as HTMLFormElement
  const field = form.elements.namedItem('credential')
  const button = form.querySelector<HTMLButtonElement>('button')
  if (!(field instanceof HTMLInputElement) || !button) return
  // Before `forms.ts`, which listens at the document and sends what has an answer.
  form.addEventListener('submit', (event) => {
    if (field.value !== '') return
    event.preventDefault()
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    say(form, '')
    void answer(form)
      .then((credential) => {
        button.ariaBusy = null
        if (credential === undefined) return
        field.value = JSON.stringify(credential)
        form.requestSubmit(button)
        // A challenge is answered once.
        field.value = ''
      })
      .catch((error: unknown) => {
        button.ariaBusy = null
        say(form, problemOf(error))
      })
  })
}

function say(form: HTMLFormElement, problem: string): void {
  const place = form.querySelector<HTMLElement>('[data-problem]')
  const words = place?.querySelector('span')
  if (!place || !words) return
  place.hidden = problem === ''
  words.textContent = problem
}

async function answer({ dataset }: HTMLFormElement) {
  const response = await fetch(dataset.challenge ?? '', { method: 'POST' })
  if (response.redirected) {
    // The session has ended, or is no longer recent enough: this page follows the same way, and comes back.
    const path = new URL(response.url).pathname
    location.assign(`${path}?next=${encodeURIComponent(location.pathname)}`)
    return undefined
  }
  if (!response.ok) throw new Error(response.status === 429 ? 'too many' : 'no challenge')
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  // Our own server's answer, as the library there made it.
  const options: unknown = await response.json()
  return dataset.passkey === 'new'
    ? startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    : startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

function problemOf(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (wasClosed.has(name)) return 'No passkey was used. Try again, or use another way.'
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.'
  if (name === 'SecurityError')
    return ['127.0.0.1', '[::1]'].includes(location.hostname)
      ? `Passkeys work at a name only, not at a number. Open http://localhost:${location.port}${location.pathname}${location.search} instead, or use another way.`
      : 'Passkeys work at the shop’s own address only. Open the page there, or use another way.'
  return 'The passkey could not be used. Try again, or use another way.'
}
