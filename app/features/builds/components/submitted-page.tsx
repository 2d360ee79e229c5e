import { Form, Link } from 'react-router'
import { heldProof } from '#app/http/proof-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { slotProof } from '../rules/decision.ts'
import type { ShowingState } from '../rules/showing.ts'
import type { Finish } from '../rules/finishes.ts'
import { configuratorWords, priceWords } from '../words.ts'
import { showingWords } from '../words/showing.ts'
import { submissionRefusalWords, submittedWords, submitWords } from '../words/submission.ts'
import { finishWords } from '../words/finish.ts'

type Props = {
  id: string
  buildCode: string
  totalCents: number
  earnsPack: boolean
  itemCount: number
  finish: Finish
  isSuppressorOptimized: boolean
  verdict: 'allowed' | 'review'
  slotCents: number
  slot: 'open' | 'held' | 'taken'
  showing: ShowingState
  startKey: string
  refusal: string | undefined
}

/** A submitted build: its reference, what happens next, and the optional slot reservation. */
export function SubmittedPage(props: Props) {
  const { id, buildCode, totalCents, itemCount, finish, isSuppressorOptimized, verdict, showing } = props
  return (
    <div className="wrap grid items-start gap-x-16 gap-y-10 py-section lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
      <div>
        <h1 className="h1">{submittedWords.title}</h1>
        <p className="lead mt-4">{submittedWords.lead}</p>
        {verdict === 'review' && <p className="my-3 text-hold">{submittedWords.review}</p>}
        <div className="mt-7">
          <DefinitionList
            items={[
              { term: 'Reference', value: id },
              {
                term: 'Build',
                value: (
                  <Link className="link" to={`/builds/${buildCode}`}>
                    {buildCode}
                  </Link>
                ),
              },
              { term: 'Parts', value: String(itemCount) },
              { term: finishWords.title, value: finishWords.fact(finish) },
              ...(isSuppressorOptimized
                ? [
                    {
                      term: configuratorWords.suppressor,
                      value: configuratorWords.suppressorBadges.join(', '),
                    },
                  ]
                : []),
              { term: 'Total', value: priceWords(totalCents) },
            ]}
          />
        </div>
        <Showing id={id} state={showing} />
      </div>
      <Slot {...props} />
    </div>
  )
}

/** What the sender agreed to about showing the finished build, and the way back. */
function Showing({ id, state }: { id: string; state: ShowingState }) {
  const path = `/build/submitted/${id}/showing`
  if (state === 'not_consented') return null
  return (
    <section className="mt-10 grid justify-items-start gap-3" id="showing" aria-labelledby="showing-title">
      <h2 className="h3" id="showing-title">
        {showingWords.title}
      </h2>
      <p className="max-w-lead text-muted" role="status">
        {showingWords.states[state]}
      </p>
      {state !== 'withdrawn' && (
        <Form method="post" action={path}>
          <Button size="sm" busyLabel={showingWords.withdrawing}>
            {showingWords.withdraw}
          </Button>
        </Form>
      )}
    </section>
  )
}

function Slot({ slot, slotCents, earnsPack, startKey, refusal }: Props) {
  if (slot === 'taken')
    return (
      <section className="panel p-panel grid gap-4" aria-labelledby="slot">
        <h2 className="h3" id="slot">
          {submitWords.slotTitle}
        </h2>
        <p className="text-ok">{submitWords.slotTaken}</p>
      </section>
    )
  const notice = refusal ?? (slot === 'held' ? submissionRefusalWords.slot_held : undefined)
  return (
    <section className="panel p-panel grid gap-4" aria-labelledby="slot">
      <h2 className="h3" id="slot">
        {submitWords.slotTitle}
      </h2>
      <p className="text-sm text-muted">{submitWords.slotText(priceWords(slotCents))}</p>
      {earnsPack && <p className="text-sm text-muted">{submitWords.freePack}</p>}
      {notice && (
        <p role="alert" className="text-hold">
          <LinkedText text={notice} />
        </p>
      )}
      {slot === 'open' && (
        <Form method="post" {...heldProof(slotProof)}>
          <input type="hidden" name="key" value={startKey} autoComplete="off" />
          <Button variant="primary" block busyLabel="Holding">
            {submitWords.slotGo(priceWords(slotCents))}
          </Button>
        </Form>
      )}
      <p className="text-sm text-faint">{submitWords.slotSkip}</p>
    </section>
  )
}
