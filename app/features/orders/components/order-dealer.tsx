import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { stateName } from '../../compliance/rules.ts'
import type { DealerAnswer } from '../rules/dealer-answer.ts'
import { dealerAnswerWords, unconfirmedWords } from '../words/dealer.ts'

type Props = {
  orderId: string
  /** The chosen dealer and their answer. */
  dealer: { name: string; city: string | null; state: string | null; answer: DealerAnswer | null } | null
  mayChooseDealer: boolean
  /** The firearm is an NFA item, with forms of its own. */
  isNfa: boolean
}

/** The dealer of an order: who it is, what they answered, and what the buyer can do. */
export function OrderDealer({ orderId, dealer, mayChooseDealer, isNfa }: Props) {
  const answer = dealer?.answer ?? null
  return (
    <section aria-labelledby="dealer">
      <h2 className="h3" id="dealer">
        Your dealer
      </h2>
      {dealer ? (
        <p className="text-sm text-muted wrap-anywhere">
          {dealer.name}
          <br />
          {[dealer.city, dealer.state && stateName(dealer.state)].filter(Boolean).join(', ')}
        </p>
      ) : (
        <p className="text-sm text-muted">
          Not chosen yet. We need to know your dealer before we {isNfa ? 'file the transfer form' : 'ship'}.
        </p>
      )}
      {dealer && (
        <p>
          <LinkedText text={dealerAnswerWords(answer?.is ?? 'not_requested', isNfa)} />
        </p>
      )}
      {answer?.is === 'accepted' && !answer.isConfirmed && (
        <p className="text-sm text-muted">{unconfirmedWords}</p>
      )}
      {answer?.is === 'accepted' && (
        <dl className="facts">
          <div>
            <dt>Their fee</dt>
            <dd>{answer.feeCents ? formatCents(answer.feeCents) : 'None'}</dd>
          </div>
          <div>
            <dt>Their hours</dt>
            <dd>{answer.hours}</dd>
          </div>
        </dl>
      )}
      {mayChooseDealer && (
        <div className="btns">
          {dealer && (!answer || answer.is === 'requested' || answer.is === 'expired') && (
            <ButtonLink to={`/orders/${orderId}/dealer/request`} size="sm">
              {answer ? 'Ask them again' : 'Ask this dealer'}
            </ButtonLink>
          )}
          <ButtonLink to={`/orders/${orderId}/dealer`} size="sm">
            {dealer ? 'Choose another dealer' : 'Choose your dealer'}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
