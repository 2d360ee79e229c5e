import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { priceWords, submissionRefusalWords, submittedWords, submitWords } from '../words.ts'

type Props = {
  id: string
  buildCode: string
  totalCents: number
  hasTrustPack: boolean
  itemCount: number
  verdict: 'allowed' | 'review'
  slotCents: number
  trustCents: number | null
  slot: 'open' | 'held' | 'taken'
  startKey: string
  refusal: string | undefined
}

/** The build is in: its reference, what happens next, and the slot that may be reserved for it now, later or never. */
export function SubmittedPage(props: Props) {
  const { id, buildCode, totalCents, hasTrustPack, itemCount, verdict } = props
  return (
    <div className="wrap submitted">
      <div>
        <h1 className="h1">{submittedWords.title}</h1>
        <p className="lead">{submittedWords.lead}</p>
        {verdict === 'review' && <p className="sheet-note">{submittedWords.review}</p>}
        <DefinitionList
          items={[
            { term: 'Reference', value: id },
            {
              term: 'Build',
              value: (
                <Link className="lnk" to={`/builds/${buildCode}`}>
                  {buildCode}
                </Link>
              ),
            },
            { term: 'Parts', value: String(itemCount) },
            { term: hasTrustPack ? 'Total with trust pack' : 'Total', value: priceWords(totalCents) },
          ]}
        />
      </div>
      <Slot {...props} />
    </div>
  )
}

function Slot({ slot, slotCents, trustCents, startKey, refusal }: Props) {
  const { state } = useNavigation()
  if (slot === 'taken')
    return (
      <section className="plate-c pad" aria-labelledby="slot">
        <h2 className="h3" id="slot">
          {submitWords.slotTitle}
        </h2>
        <p className="text-ok">{submitWords.slotTaken}</p>
      </section>
    )
  const trouble = refusal ?? (slot === 'held' ? submissionRefusalWords.slot_held : undefined)
  return (
    <section className="plate-c pad" aria-labelledby="slot">
      <h2 className="h3" id="slot">
        {submitWords.slotTitle}
      </h2>
      <p className="small">{submitWords.slotText(priceWords(slotCents))}</p>
      {trustCents !== null && <p className="small">{submitWords.slotTrust(priceWords(trustCents))}</p>}
      {trouble && (
        <p role="alert" className="sheet-note">
          {trouble}
        </p>
      )}
      {slot === 'open' && (
        <Form method="post">
          <input type="hidden" name="key" value={startKey} autoComplete="off" />
          <Button variant="primary" block busy={state !== 'idle'} busyLabel="Holding">
            {submitWords.slotGo(priceWords(slotCents + (trustCents ?? 0)))}
          </Button>
        </Form>
      )}
      <p className="cap">{submitWords.slotSkip}</p>
    </section>
  )
}
