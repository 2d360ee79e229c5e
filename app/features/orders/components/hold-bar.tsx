import { Form, useFetcher, useRevalidator } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { HoldTimer } from '#app/ui/hold-timer.tsx'
import { holdWords, renewalRefusalWords } from '../words.ts'

type Props = {
  orderId: string
  /** What is held, as a sentence begins with it: `Number 7`. */
  what: string
  expiresAt: Date
  now: Date
  /** Whether a renewal would still gain time. */
  canRenew: boolean
}

/** How long the number is still held, and the two things to do about it: keep it longer, or let it go. */
export function HoldBar({ orderId, what, expiresAt, now, canRenew }: Props) {
  const renewal = useFetcher<{ refusal?: string }>()
  const { revalidate } = useRevalidator()
  return (
    <div className="hold-bar">
      <HoldTimer until={expiresAt} now={now} label={`${what} is held for`} onEnd={() => void revalidate()} />
      {renewal.data?.refusal && (
        <p className="err" role="alert">
          {renewal.data.refusal}
        </p>
      )}
      <div className="hold-acts">
        {canRenew ? (
          // Without script this button would lose what was typed: the form has one of its own then.
          <renewal.Form method="post" action={`/checkout/${orderId}/renewal`} className="needs-script">
            <Button size="sm" busy={renewal.state !== 'idle'}>
              {holdWords.renew}
            </Button>
          </renewal.Form>
        ) : (
          <p className="cap">{renewalRefusalWords.cap_reached}</p>
        )}
        <Form method="post" action={`/checkout/${orderId}/cancellation`}>
          <Button size="sm" variant="text">
            {holdWords.letGo}
          </Button>
        </Form>
      </div>
    </div>
  )
}
