import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Form, Link } from 'react-router'
import { artFrames } from '#app/art/art-frames.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { proofOf, type Release, reservePath } from '../rules.ts'
import { type RefusalText, reserveWords } from '../words.ts'

type Props = {
  release: Pick<
    Release,
    | 'slug'
    | 'name'
    | 'summary'
    | 'details'
    | 'caliber'
    | 'barrel'
    | 'totalUnits'
    | 'priceCents'
    | 'depositCents'
  > & { art: string }
  number: number | undefined
  /** The slots that can be held now. */
  open: readonly number[]
  /** Why this slot cannot be held now. */
  unavailable: RefusalText | undefined
  /** The idempotency key of this rendering. */
  startKey: string
  refused: RefusalText | undefined
  /** The buyer has as many as one buyer can have: no other slot is offered. */
  isLimit: boolean
}

/** One slot and the form that holds it. Complete without script. */
export function ReservePage({ release, number, open, unavailable, startKey, refused, isLimit }: Props) {
  const { slug, name, totalUnits, depositCents, priceCents } = release
  const notice = refused ?? unavailable
  const others = isLimit ? [] : open.filter((each) => each !== number)
  return (
    <section className="section border-t-0" aria-labelledby="reserve" data-theme={slug}>
      <div className="wrap grid items-start gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className="grid justify-items-start gap-6">
          <p>
            <Link className="link inline-flex min-h-11 items-center gap-2" to={`/small-batch/${slug}`}>
              <ArrowLeft aria-hidden /> {name}, all slots
            </Link>
          </p>
          <h1 className="h1" id="reserve">
            {number !== undefined && number <= totalUnits ? reserveWords.title(number) : name}
          </h1>
          {!unavailable && <p className="lead max-w-[52ch]">{reserveWords.lead}</p>}
          {notice && (
            <div role="alert">
              <RefusalNotice {...notice} />
              {isLimit && (
                <Link className="link inline-flex min-h-11 items-center" to="/cart#held">
                  {reserveWords.held}
                </Link>
              )}
            </div>
          )}
          {number !== undefined && !unavailable && !isLimit && (
            <HoldForm slug={slug} number={number} startKey={startKey} />
          )}
          {others.length > 0 && (
            <nav className="grid gap-3" aria-label={reserveWords.others}>
              <p className="label text-faint">{reserveWords.others}</p>
              <div className="flex flex-wrap gap-2">
                {others.map((other) => (
                  <ButtonLink key={other} to={reservePath(slug, other)} size="sm">
                    {reserveWords.title(other)}
                  </ButtonLink>
                ))}
              </div>
            </nav>
          )}
          {open.length > 0 && (
            <p className="max-w-[60ch] text-sm text-muted">
              {reserveWords.deposit(depositCents, priceCents)}
            </p>
          )}
        </div>
        <Spec release={release} />
      </div>
    </section>
  )
}

/** What a slot of the release builds: its drawing, and the facts that its price is for. */
function Spec({ release }: Pick<Props, 'release'>) {
  const { name, summary, details, caliber, barrel, priceCents, depositCents, art } = release
  return (
    <section className="panel overflow-hidden" aria-label={reserveWords.spec}>
      <img
        className="h-auto w-full border-b border-hairline"
        src={art}
        alt=""
        width={artFrames.heroWide.width}
        height={artFrames.heroWide.height}
        fetchPriority="high"
      />
      <div className="p-panel grid gap-4">
        <h2 className="h3">{name}</h2>
        <p className="text-muted">{summary}</p>
        <DefinitionList
          items={[
            { term: 'Price', value: formatCents(priceCents) },
            { term: 'Refundable deposit', value: formatCents(depositCents) },
            ...(caliber ? [{ term: 'Caliber', value: caliber }] : []),
            ...(barrel ? [{ term: 'Barrel', value: barrel }] : []),
          ]}
        />
        <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

type FormProps = { slug: Release['slug']; number: number; startKey: string }

/** One key per rendering: submitting again starts the same order. */
function HoldForm({ slug, number, startKey }: FormProps) {
  return (
    <Form
      className="w-[min(100%,420px)]"
      method="post"
      action={reservePath(slug, number)}
      {...heldProof(proofOf(slug))}
    >
      <input type="hidden" name="slot" value={number} />
      <input type="hidden" name="key" value={startKey} />
      <Button variant="primary" block busyLabel={reserveWords.busy}>
        {reserveWords.hold(number)}
      </Button>
    </Form>
  )
}
