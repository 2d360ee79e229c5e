import { useEffect, useRef, useState } from 'react'
import type { HostedFields } from '#app/gateway/gateway.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldNotes, useField } from '#app/ui/field-frame.tsx'
import { cardWords } from '../words.ts'

/** The response of the payment service's form. The last digits are shown and never sent to us. */
type CardResponse = {
  messages: { resultCode: string }
  opaqueData?: { dataValue: string }
  encryptedCardData?: { cardNumber?: string }
}

type Props = { method: HostedFields; error: readonly string[] | undefined; responseKey: string }

/** The global callback that the payment service's script calls with its response. */
const handlerName = 'pacoCardEntered'
declare global {
  interface Window {
    pacoCardEntered?: (responseKey: CardResponse) => void
  }
}

/**
 * The payment service's card form in an iframe. It returns a single-use token that is submitted with this form. A
 * response with an error means that the token was used or rejected.
 */
export function CardForm({ method, error, responseKey }: Props) {
  const [token, setToken] = useState('')
  const [lastFour, setLastFour] = useState('')
  const [refusal, setRefusal] = useState('')
  const state = useCardScript(method.script)
  const { wiring, message } = useField({
    name: 'paymentToken',
    id: 'paymentToken',
    label: '',
    hint: true,
    error: refusal || error,
  })

  const isUsed = error !== undefined
  useEffect(() => {
    if (isUsed) setToken('')
  }, [isUsed, responseKey])
  useEffect(() => {
    window.pacoCardEntered = ({ messages, opaqueData, encryptedCardData }: CardResponse) => {
      const isGood = messages.resultCode === 'Ok' && opaqueData
      setToken(isGood ? opaqueData.dataValue : '')
      setLastFour(encryptedCardData?.cardNumber?.slice(-4) ?? '')
      setRefusal(isGood ? '' : cardWords.refused)
      // Closing their form scrolls the page to the top.
      document.getElementById('paymentToken')?.focus()
    }
    return () => {
      delete window.pacoCardEntered
    }
  }, [])

  return (
    <div className="grid gap-4">
      <noscript>
        <p className="field-error">{cardWords.noScript}</p>
      </noscript>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 noscript:hidden">
        <Button
          type="button"
          id={wiring.id}
          aria-describedby={wiring['aria-describedby']}
          className="AcceptUI"
          data-apiloginid={method.apiLoginId}
          data-clientkey={method.clientKey}
          data-acceptuiformbtntxt={cardWords.submit}
          data-acceptuiformheadertxt="Card"
          data-paymentoptions='{"showCreditCard": true, "showBankAccount": false}'
          data-billingaddressoptions='{"show": true, "required": false}'
          data-responsehandler={handlerName}
          disabled={state !== 'ready'}
        >
          {token ? cardWords.change : cardWords.enter}
        </Button>
        <p role="status">{token ? cardWords.entered(lastFour) : state === 'loading' && cardWords.loading}</p>
      </div>
      <input type="hidden" name="paymentToken" value={token} autoComplete="off" />
      <FieldNotes
        id={wiring.id}
        message={state === 'failed' ? cardWords.failed : token ? undefined : message}
        hint={cardWords.hint}
      />
    </div>
  )
}

/**
 * Loads the payment service's script on this page only. The content policy allows it only in a document loaded as
 * the checkout: a client-side navigation to or from this page reloads the document.
 */
function useCardScript(source: string): 'loading' | 'ready' | 'failed' {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const path = useRef('')
  useEffect(() => {
    const [document] = performance.getEntriesByType('navigation')
    path.current = location.pathname
    if (document && new URL(document.name).pathname !== path.current) return location.reload()
    const script = findOrAddScript(source)
    const ready = () => {
      nameFrame()
      setState('ready')
    }
    const failed = () => setState('failed')
    if (script.dataset.state === 'ready') ready()
    script.addEventListener('load', ready)
    script.addEventListener('error', failed)
    return () => {
      script.removeEventListener('load', ready)
      script.removeEventListener('error', failed)
      if (location.pathname !== path.current) location.reload()
    }
  }, [source])
  return state
}

/** Names their iframe and moves the keyboard focus into it. */
function nameFrame() {
  const frame = document.querySelector<HTMLIFrameElement>('#AcceptUIContainer iframe')
  if (!frame || frame.title) return
  frame.title = cardWords.title
  document.querySelector('.AcceptUI')?.addEventListener('click', () => frame.focus())
}

function findOrAddScript(source: string): HTMLScriptElement {
  const existing = document.querySelector<HTMLScriptElement>(`script[src="${source}"]`)
  if (existing) return existing
  const script = document.createElement('script')
  script.src = source
  script.addEventListener('load', () => {
    script.dataset.state = 'ready'
  })
  document.head.append(script)
  return script
}
