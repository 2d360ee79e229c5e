import { useRef } from 'react'
import { Form, Link } from 'react-router'
import type { FieldErrors } from '#app/http/form.ts'
import { Button } from '#app/ui/button.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { VideoPlate } from '../../pages/components/video-plate.tsx'
import type { Answers, PackFile } from '../rules.ts'
import { notLegalAdvice, packWords } from '../words.ts'
import { EarnedCodes } from './earned-codes.tsx'
import { PackFiles } from './pack-files.tsx'
import { useAutosave } from './use-autosave.ts'
import { Worksheet } from './worksheet.tsx'

type OwnPack = {
  answers: Answers
  version: number
  savedAt: string | null
  downloaded: readonly PackFile[]
  isRefundable: boolean
}

type Props = {
  orderId: string
  codes: Parameters<typeof EarnedCodes>[0]['codes']
  pack: OwnPack | undefined
  /** The edition of the chosen state; without one the name is empty. */
  template: { name: string; notes: readonly string[]; asOf: string }
  /** Names the deletion that led here; the worksheet begins anew after each. */
  deleted: string | null
  /** What the action said to a form that was sent without script. */
  answer: { fieldErrors: FieldErrors; given: Readonly<Record<string, string>> } | undefined
}

/** The private page of an order's trust pack: worksheet, documents, and codes that were earned. */
export function PackPage({ orderId, codes, pack, ...rest }: Props) {
  return (
    <div className="wrap pack">
      <header>
        <p className="label">
          <Link className="lnk" to={`/orders/${orderId}`}>
            Order {orderId}
          </Link>
        </p>
        <h1 className="h1">{packWords.title}</h1>
        {pack && <p className="lead">{packWords.lead}</p>}
        <p className="pack-no">{notLegalAdvice}</p>
      </header>
      {codes.length > 0 && <EarnedCodes codes={codes} />}
      {pack && <Bought key={rest.deleted} orderId={orderId} pack={pack} {...rest} />}
    </div>
  )
}

function Bought({
  orderId,
  pack,
  template,
  deleted,
  answer,
}: Omit<Props, 'codes' | 'pack'> & { pack: OwnPack }) {
  const form = useRef<HTMLFormElement>(null)
  const autosave = useAutosave(form, `/orders/${orderId}/trust/draft`, pack)
  const errors = { ...answer?.fieldErrors, ...autosave.errors }
  return (
    <>
      {deleted !== null && (
        <p role="status" className="pack-done">
          {packWords.deleted}
        </p>
      )}
      <div className="pack-parts">
        <div>
          <Worksheet answers={pack.answers} given={answer?.given ?? {}} {...{ errors, form, autosave }} />
        </div>
        <aside>
          <PackFiles {...pack} orderId={orderId} state={pack.answers.state} whenSaved={autosave.whenSaved} />
          <StateVersion {...template} />
          <section className="pack-keep" aria-labelledby="keep">
            <h2 className="h3" id="keep">
              What we keep
            </h2>
            <p className="small">{packWords.privacy}</p>
            <Form method="post" action={`/orders/${orderId}/trust/answers`}>
              <p className="cap">{packWords.deleteAsk}</p>
              <Button size="sm">{packWords.delete}</Button>
            </Form>
          </section>
        </aside>
      </div>
      <section className="pack-video" aria-labelledby="video">
        <VideoPlate />
        <div>
          <h2 className="h2" id="video">
            {packWords.video}
          </h2>
          <p className="lead">{packWords.videoLead}</p>
        </div>
      </section>
    </>
  )
}

function StateVersion({ name, notes, asOf }: Props['template']) {
  return (
    <section className="pack-edition" aria-labelledby="edition">
      <h2 className="h3" id="edition">
        {name ? `Edition for ${name}` : 'Your state’s edition'}
      </h2>
      {name === '' && (
        <p className="small">Choose the state in the worksheet: the signing pages follow it.</p>
      )}
      {name !== '' && notes.length === 0 && (
        <p className="small">
          The usual edition: signed, acknowledged before a notary, with lines for two witnesses.
        </p>
      )}
      {notes.map((note) => (
        <p className="small" key={note}>
          {note}
        </p>
      ))}
      <p className="cap">
        As of <time dateTime={asOf}>{formatCalendarDate(asOf)}</time>. Not legal advice.
      </p>
    </section>
  )
}
