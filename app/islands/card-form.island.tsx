import { useEffect, useState } from 'react'
import { cardWords } from '#app/features/payments/words.ts'
import type { HostedFields } from '#app/gateway/gateway.ts'

/** The response of the payment service's form. The last digits are shown and never sent to us. */
type CardResponse = {
  messages: { resultCode: string }
  opaqueData?: { dataValue: string }
  encryptedCardData?: { cardNumber?: string }
}

const handlerName = 'pacoCardEntered'
declare global {
  interface Window {
    pacoCardEntered?: (response: CardResponse) => void
  }
}

/** Its single-use token is submitted with the form around it. A used one is gone with its page: a declined payment leads to a new one. */
export default function CardForm({ script, apiLoginId, clientKey }: HostedFields) {
  const [card, setCard] = useState({ token: '', lastFour: '' })
  const [refusal, setRefusal] = useState('')
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    window.pacoCardEntered = ({ messages, opaqueData, encryptedCardData }) => {
      const token = messages.resultCode === 'Ok' ? (opaqueData?.dataValue ?? '') : ''
      setCard({ token, lastFour: encryptedCardData?.cardNumber?.slice(-4) ?? '' })
      setRefusal(token ? '' : cardWords.refused)
      // Closing their form scrolls the page to the top.
      document.getElementById('paymentToken')?.focus()
    }
    // The content policy allows it on this page only.
    const element = document.createElement('script')
    element.src = script
    // Their script makes its frame once the page is complete.
    const ready = () => {
      nameFrame()
      setState('ready')
    }
    element.addEventListener('load', () => {
      if (document.readyState === 'complete') ready()
      else window.addEventListener('load', ready)
    })
    element.addEventListener('error', () => setState('failed'))
    document.head.append(element)
  }, [script])

  const problem = state === 'failed' ? cardWords.failed : refusal
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <button
          type="button"
          id="paymentToken"
          aria-describedby="card-problem paymentToken-error paymentToken-hint"
          className="btn btn-secondary AcceptUI"
          data-apiloginid={apiLoginId}
          data-clientkey={clientKey}
          data-acceptuiformbtntxt={cardWords.submit}
          data-acceptuiformheadertxt="Card"
          data-paymentoptions='{"showCreditCard": true, "showBankAccount": false}'
          data-billingaddressoptions='{"show": true, "required": false}'
          data-responsehandler={handlerName}
          disabled={state !== 'ready'}
        >
          {card.token ? cardWords.change : cardWords.enter}
        </button>
        <p role="status">
          {card.token ? cardWords.entered(card.lastFour) : state === 'loading' && cardWords.loading}
        </p>
      </div>
      <input type="hidden" name="paymentToken" value={card.token} autoComplete="off" />
      <p className="field-error empty:hidden" id="card-problem" role="alert">
        {problem}
      </p>
    </div>
  )
}

function nameFrame() {
  const frame = document.querySelector<HTMLIFrameElement>('#AcceptUIContainer iframe')
  if (!frame || frame.title) return
  frame.title = cardWords.title
  document.querySelector('.AcceptUI')?.addEventListener('click', () => frame.focus())
}
