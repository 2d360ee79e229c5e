import { Form, Link } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { Button } from '#app/ui/button.tsx'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import type { Answers, PackFile } from '../rules.ts'
import { codeWords, notLegalAdvice, packWords } from '../words.ts'
import { EarnedCodes } from './earned-codes.tsx'
import { PackFiles } from './pack-files.tsx'
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
  /** A free pack comes once a reservation's form is filed. */
  isAwaited: boolean
  pack: OwnPack | undefined
  /** The template of the selected state; the name is empty without one. */
  template: { name: string; notes: readonly string[]; asOf: string }
  /** The answers have just been deleted. */
  isDeleted: boolean
  /** Why the worksheet was not saved. */
  answer: { fieldErrors: FieldErrors; given: SubmittedFields } | undefined
}

const part = 'grid justify-items-start gap-3 border-t border-hairline pt-4'

/** The private page of an order's trust pack: worksheet, documents and earned codes. */
export function PackPage({ orderId, codes, isAwaited, pack, ...rest }: Props) {
  return (
    <div className="wrap grid gap-12 pt-8 pb-24">
      <header className="grid max-w-[860px] gap-4">
        <p className="label">
          <Link className="link" to={`/orders/${orderId}`}>
            Order {orderId}
          </Link>
        </p>
        <h1 className="h1">{packWords.title}</h1>
        {pack && <p className="lead">{packWords.lead}</p>}
        <p className="max-w-[72ch] border-l-2 border-hold pl-3 leading-normal text-muted">{notLegalAdvice}</p>
      </header>
      {isAwaited && <p className="max-w-[72ch]">{codeWords.awaited}</p>}
      {codes.length > 0 && <EarnedCodes codes={codes} />}
      {pack && <Bought orderId={orderId} pack={pack} {...rest} />}
    </div>
  )
}

function Bought({
  orderId,
  pack,
  template,
  isDeleted,
  answer,
}: Omit<Props, 'codes' | 'isAwaited' | 'pack'> & { pack: OwnPack }) {
  const draft = `trust ${orderId}`
  return (
    <>
      {isDeleted && (
        <p role="status" data-draft-done={draft} className="rounded-plate border border-control px-4 py-3">
          {packWords.deleted}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-x-16 gap-y-12 max-xl:grid-cols-1">
        <div>
          <Worksheet draft={draft} {...pack} given={answer?.given ?? {}} errors={answer?.fieldErrors ?? {}} />
        </div>
        <aside className="grid gap-8">
          <PackFiles {...pack} orderId={orderId} state={pack.answers.state} />
          <StateVersion {...template} />
          <section className={part} aria-labelledby="keep">
            <h2 className="h3" id="keep">
              Your privacy
            </h2>
            <p className="text-sm text-muted">{packWords.privacy}</p>
            <Form
              method="post"
              action={`/orders/${orderId}/trust/answers`}
              className="grid justify-items-start gap-3"
            >
              <p className="text-sm text-faint">{packWords.deleteAsk}</p>
              <Button size="sm">{packWords.delete}</Button>
            </Form>
          </section>
        </aside>
      </div>
    </>
  )
}

function StateVersion({ name, notes, asOf }: Props['template']) {
  return (
    <section className={part} aria-labelledby="state-version">
      <h2 className="h3" id="state-version">
        {name ? `${name} version` : 'Your state’s version'}
      </h2>
      {name === '' && (
        <p className="text-sm text-muted">
          Choose your state in the worksheet. The signing pages follow its rules.
        </p>
      )}
      {name !== '' && notes.length === 0 && (
        <p className="text-sm text-muted">
          The standard version: signed, acknowledged before a notary, with lines for two witnesses.
        </p>
      )}
      {notes.map((note) => (
        <p className="text-sm text-muted" key={note}>
          {note}
        </p>
      ))}
      <p className="text-sm text-faint">
        As of <time dateTime={asOf}>{formatCalendarDate(asOf)}</time>. Not legal advice.
      </p>
    </section>
  )
}
