import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useState } from 'react'
import { useFetcher } from 'react-router'

/** What the browser says when its person closed the window, or took too long. */
const wasClosed = new Set(['NotAllowedError', 'AbortError'])

/** Where a ceremony gets its challenge, and where its answer goes. */
type Ceremony = {
  kind: 'sign-in' | 'new'
  challenge: string
  action: string
}

/** Runs a passkey's ceremony in the browser. The answer of the shop is in `data`. */
export function usePasskey<Answer>({ kind, challenge, action }: Ceremony) {
  const fetcher = useFetcher<Answer>()
  const [problem, setProblem] = useState<string>()
  const [isOpen, setOpen] = useState(false)

  async function start(fields: Record<string, string>) {
    setProblem(undefined)
    setOpen(true)
    try {
      const answered = await answer(kind, challenge)
      if (!answered) return
      const credential = JSON.stringify(answered)
      await fetcher.submit({ ...fields, credential }, { method: 'post', action })
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setOpen(false)
    }
  }

  return { start, problem, data: fetcher.data, isBusy: isOpen || fetcher.state !== 'idle' }
}

async function answer(kind: Ceremony['kind'], challenge: string) {
  const response = await fetch(challenge, { method: 'POST' })
  if (response.redirected) {
    // The session has ended, or is no longer recent enough: this page follows the same way, and comes back.
    const path = new URL(response.url).pathname
    window.location.assign(`${path}?next=${encodeURIComponent(window.location.pathname)}`)
    return undefined
  }
  if (!response.ok) throw new Error(response.status === 429 ? 'too many' : 'no challenge')
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  // Our own server's answer, as the library there made it.
  const options: unknown = await response.json()
  return kind === 'new'
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
