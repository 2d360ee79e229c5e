import { DatedClaim } from '#app/features/claims/components/dated-claim.tsx'
import type { ClaimView } from '#app/features/claims/rules.ts'
import { type Ending, isEnding, type Stage } from '#app/features/orders/rules.ts'
import { nextStage, pathOf } from '#app/features/orders/rules/path.ts'
import { endingWords, stageWordsOf } from '#app/features/orders/words/stages.ts'
import type { ShownTracking } from '#app/features/orders/words/parcels.ts'
import { Steps } from '#app/ui/steps.tsx'
import { progressWords } from '../words/progress.ts'

/** The stages in the four parts that a buyer tells apart. */
const groups: readonly { label: string; of: readonly Stage[] }[] = [
  { label: 'Agreement', of: ['reserved', 'agreed', 'balance_paid'] },
  { label: 'Build', of: ['in_build', 'built'] },
  { label: 'To your dealer', of: ['form3_filed', 'form3_approved', 'shipped', 'at_dealer'] },
  { label: 'To you', of: ['form4_filed', 'form4_approved', 'picked_up'] },
]

/** How far one firearm of an order has come. */
export type ShownProgress = {
  position: number
  /** What it is. */
  of: string
  stage: Stage | Ending
  itemClass: string | null
  /** The days on which it came to its stages, as pages show them. */
  days: Partial<Record<Stage, string>>
  /** How it travels to its dealer, while it does. */
  tracking: ShownTracking | null
  /** How long a review usually takes, by our own claims, while one runs. */
  wait: ClaimView | null
  /** How long it took for others of us, in a sentence. */
  ownWait: string | undefined
  /** Why it ended, and what is refunded, if staff ended it. */
  ended: readonly string[]
}

/** The stages of a reservation with their days, and what happens now and next. */
export function Progress({ stage, itemClass, days, tracking, wait, ownWait, ended }: ShownProgress) {
  if (isEnding(stage))
    return (
      <>
        <p className="lead">{endingWords[stage]}: this reservation has ended.</p>
        {ended.map((paragraph) => (
          <p className="max-w-text" key={paragraph}>
            {paragraph}
          </p>
        ))}
      </>
    )
  const path = pathOf(itemClass)
  const next = nextStage(itemClass, stage)
  const reached = path.indexOf(stage)
  return (
    <>
      <Steps
        label={progressWords.stages}
        current={stage === 'picked_up' ? groups.length : groups.findIndex(({ of }) => of.includes(stage))}
        steps={groups.map(({ label, of }) => {
          const at = path.findLast((each, index) => index <= reached && of.includes(each))
          const note = at && [stageWordsOf(at, itemClass).label, days[at]].filter(Boolean).join(', ')
          return { label, ...(note && { note }) }
        })}
      />
      <p className="max-w-text">{stageWordsOf(stage, itemClass).text}</p>
      {tracking && (
        <p>
          Tracking:{' '}
          {tracking.url ? (
            <a className="link" href={tracking.url}>
              {tracking.text}
            </a>
          ) : (
            tracking.text
          )}
        </p>
      )}
      {wait && <DatedClaim claim={wait} />}
      {ownWait && <p className="max-w-text">{ownWait}</p>}
      {next && (
        <p className="text-sm text-muted">{progressWords.next(stageWordsOf(next, itemClass).label)}</p>
      )}
      <details className="text-sm text-muted">
        <summary className="link inline-flex min-h-11 items-center">{progressWords.all}</summary>
        <ol className="grid max-w-text gap-1">
          {path.map((each, index) => (
            <li className={index <= reached ? undefined : 'text-faint'} key={each}>
              {stageWordsOf(each, itemClass).label}
              {index <= reached && days[each] && `, ${days[each]}`}
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}
