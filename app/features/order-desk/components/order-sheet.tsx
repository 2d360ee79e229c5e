import { Revisions } from '#app/features/console/components/revisions.tsx'
import { ChainTrack } from '#app/features/console/components/chain-track.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { TrackingLine } from '#app/features/console/components/tracking.tsx'
import { formatCentsExact } from '#app/kit/money.ts'
import type { ReactNode } from 'react'
import type { ShownSheet } from '../routes/shown-sheet.server.ts'
import { Link } from 'react-router'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Code } from '#app/features/console/components/marks.tsx'
import { Ledger, type LedgerRow } from '#app/features/console/components/ledger.tsx'

export function OrderSheet({ sheet, actions }: { sheet: ShownSheet; actions: ReactNode }) {
  return (
    <>
      {sheet.firearms.map(({ position, title, track, stage, isOpen }) => (
        <section key={position} aria-label={`Stages of ${title}`} className="border-b border-hairline">
          {isOpen || stage === 'Picked up' ? (
            <ChainTrack steps={track} label={`Stages of ${title}`} />
          ) : (
            <p className="con-region text-muted">{`${title}: ${stage}`}</p>
          )}
        </section>
      ))}
      <Columns columns="minmax(0,1.22fr) minmax(0,1fr) 352px">
        <div>
          <VerdictSection sheet={sheet} />
          <DocumentsSection sheet={sheet} />
          <LinesSection lines={sheet.lines} firearms={sheet.firearms} />
          {sheet.seats.map((seat) => (
            <ClassSection key={seat.id} seat={seat} />
          ))}
          {sheet.shipping && <ParcelsSection shipping={sheet.shipping} />}
          <Section item={8} title="Revisions" note={`${sheet.revisions.length}, each change once`}>
            <Revisions rows={sheet.revisions} />
          </Section>
        </div>
        <div>
          {sheet.mayReadMoney && (
            <MoneySection money={sheet.money} refunds={sheet.refunds} firearms={sheet.firearms} />
          )}
          <BuyerSection buyer={sheet.buyer} />
          {sheet.needsDealer && <DealerSection dealer={sheet.dealer} />}
          <MailsSection mails={sheet.mails} />
        </div>
        <div>
          <div className="print:hidden">
            <Section item={7} title="Actions">
              {actions}
            </Section>
          </div>
          <NotesSection notes={sheet.notes} />
        </div>
      </Columns>
    </>
  )
}

function VerdictSection({ sheet: { verdict, reviews } }: { sheet: ShownSheet }) {
  return (
    <Section item={1} title="Verdict" note={verdict ? verdict.rules.join(', ') : undefined}>
      {verdict ? (
        <ul className="grid gap-2" aria-label="What was judged">
          {verdict.rows.map(({ key, kind, words, detail }) => (
            <li key={key} className="grid gap-0.5">
              <Status kind={kind}>{words}</Status>
              {detail && <span className="con-remark">{detail}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">No state rule applies to this order.</p>
      )}
      {reviews.length > 0 && (
        <Revisions
          caption="Decisions"
          rows={reviews.map(({ key, on, words, note, by, rules }) => ({
            key,
            date: on,
            change: [words, note, rules].filter(Boolean).join(' · '),
            by,
          }))}
        />
      )}
    </Section>
  )
}

function DocumentsSection({ sheet: { orderId, documents, mayReadDocuments } }: { sheet: ShownSheet }) {
  if (documents.length === 0) return null
  return (
    <Section
      title="Documents"
      note={mayReadDocuments ? 'each look is recorded' : 'your role does not open them'}
    >
      <ul className="grid gap-2">
        {documents.map(({ id, key, shape, words, on, file, decision }) => (
          <li key={key} className="grid gap-0.5">
            <Status kind={shape} figure={on}>
              {words}
            </Status>
            <span className="grid pl-6 text-faint">
              {file && (
                <a
                  className="con-link justify-self-start wrap-anywhere print:hidden"
                  href={`/staff/orders/${orderId}/documents/${id}`}
                >
                  {file}
                </a>
              )}
              {decision}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function LinesSection({ lines, firearms }: Pick<ShownSheet, 'lines' | 'firearms'>) {
  const firearmOf = (at: number) => firearms.find(({ position }) => position === at)
  return (
    <Section item={2} title="Lines">
      <ol className="grid gap-2">
        {lines.map((line) => (
          <li key={line.position} className="grid gap-0.5">
            <span className="flex items-baseline justify-between gap-2">
              <span>
                <b className={line.isReturned ? 'mr-2 line-through' : 'mr-2'}>
                  {line.quantity > 1 && `${line.quantity} × `}
                  {line.title}
                </b>
                <span className="text-muted">{line.detail}</span>
              </span>
              <span className="con-number">{formatCentsExact(line.cents)}</span>
            </span>
            <span className="text-faint">
              {[firearmOf(line.position)?.stage, line.clock].filter(Boolean).join(' · ')}
            </span>
            <TrackingLine tracking={firearmOf(line.position)?.tracking} />
            <Terms firearm={firearmOf(line.position)} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Terms({ firearm }: { firearm: ShownSheet['firearms'][number] | undefined }) {
  if (!firearm?.priceCents) return null
  const { variant, includes, priceCents, accepted } = firearm
  return (
    <span>{`${variant}, ${formatCentsExact(priceCents)}. Includes ${includes}. Accepted: ${accepted}`}</span>
  )
}

function MailsSection({ mails }: { mails: ShownSheet['mails'] }) {
  return (
    <Section item={6} title="Emails" note={`${mails.filter(({ on }) => on).length} sent`}>
      {mails.length > 0 ? (
        <Revisions
          caption="Emails"
          rows={mails.map(({ key, subject, on, attempts }) => ({
            key,
            date: on || 'on its way',
            change: subject,
            by: attempts > 1 ? `${attempts} tries` : undefined,
          }))}
        />
      ) : (
        <p className="text-muted">Nothing was sent yet.</p>
      )}
    </Section>
  )
}

function NotesSection({ notes }: { notes: ShownSheet['notes'] }) {
  return (
    <Section item={9} title="Notes">
      {notes.length > 0 ? (
        <ul className="grid gap-2">
          {notes.map(({ id, on, by, text }) => (
            <li key={id}>
              <span className="text-faint">{`${by}, ${on}`}</span>
              <p className="whitespace-pre-wrap">{text}</p>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">No notes. What you write here only staff read.</p>
      )}
    </Section>
  )
}

function ClassSection({ seat }: { seat: ShownSheet['seats'][number] }) {
  return (
    <Section title="Class" note={seat.course}>
      <KeyValues
        rows={[
          [
            'When',
            seat.roster ? (
              <Link key="when" className="con-link" to={seat.roster}>
                {seat.when}
              </Link>
            ) : (
              seat.when
            ),
          ],
          ['Where', seat.place],
          ['Seat', seat.seat],
          ['Moved', seat.move],
        ]}
      />
    </Section>
  )
}

function ParcelsSection({ shipping }: { shipping: NonNullable<ShownSheet['shipping']> }) {
  const { slip, left, parcels } = shipping
  return (
    <Section
      title="Parcels"
      note={
        slip && (
          <Link className="con-link" to={slip}>
            Packing slip
          </Link>
        )
      }
    >
      <ul className="grid gap-2">
        {parcels.map(({ id, name, isOpen, state, contents, tracking }) => (
          <li key={id} className="grid gap-0.5">
            <Status kind={isOpen ? 'todo' : 'done'}>{`${name}: ${state}`}</Status>
            <span className="text-muted">{contents}</span>
            <TrackingLine tracking={tracking} />
          </li>
        ))}
        {left && (
          <li className="grid gap-0.5">
            <Status kind="todo">To pack</Status>
            <span className="text-muted">{left}</span>
          </li>
        )}
      </ul>
      {parcels.length === 0 && !left && <p className="text-muted">Nothing is to be packed.</p>}
    </Section>
  )
}

function BuyerSection({ buyer }: { buyer: ShownSheet['buyer'] }) {
  return (
    <Section item={4} title="Buyer">
      <KeyValues
        rows={[
          ['Name', buyer.name],
          ['Email', buyer.email],
          ['Phone', buyer.phone],
          ['State', buyer.state],
          ['Address', buyer.address],
          ['Attested', buyer.attestedOn],
        ]}
      />
      {!buyer.name && <p className="text-muted">Nobody has entered their details yet.</p>}
    </Section>
  )
}

function DealerSection({ dealer }: { dealer: ShownSheet['dealer'] }) {
  if (!dealer)
    return (
      <Section item={5} title="Dealer file">
        <p className="text-muted">No dealer is chosen.</p>
      </Section>
    )
  const name = dealer.key ? <Link to={`/staff/dealers/${dealer.key}`}>{dealer.name}</Link> : dealer.name
  return (
    <Section item={5} title="Dealer file" note={dealer.place}>
      <KeyValues
        rows={[
          ['Dealer', name],
          [
            'License',
            dealer.key ? <Code key="license">{dealer.key}</Code> : 'Named by the buyer, not from the list',
          ],
          ['Expires', dealer.expiresOn],
          ['Answer', dealer.answer && `${dealer.answer}${dealer.isConfirmed ? '' : ', not confirmed'}`],
          ['Fee', dealer.feeCents !== null && formatCentsExact(dealer.feeCents)],
          ['Hours', dealer.hours],
          ['Answered by', dealer.answeredBy],
          ['Said', dealer.said],
          ['Asked at', dealer.requestEmail],
          ['Email', dealer.email],
        ]}
      />
      {dealer.missing.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {dealer.missing.map((lack) => (
            <li key={lack}>
              <Status kind="gate">{lack}</Status>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function MoneySection({ money, refunds, firearms }: Pick<ShownSheet, 'money' | 'refunds' | 'firearms'>) {
  const waiting = refunds.filter(({ state }) => state !== 'done')
  return (
    <Section item={3} title="Money" note="USD, from the ledger">
      <Ledger
        rows={[
          ...money.rows,
          { key: 'held', label: 'Held today', cents: money.heldCents, kind: 'sum' },
          ...firearms.flatMap(dueRow),
        ]}
      />
      {firearms
        .flatMap(({ taxDoubts }) => taxDoubts)
        .map((doubt) => (
          <p key={doubt} className="mt-2">
            <Status kind="review">{doubt}</Status>
          </p>
        ))}
      {waiting.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {waiting.map(({ id, state, amount, on, refusal }) => (
            <li key={id}>
              <Status kind={state === 'refused' ? 'no' : 'wait'} figure={on}>
                {`Refund of ${amount}, ${refundStates[state]}`}
              </Status>
              {refusal && <span className="text-faint"> {refusal}</span>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function dueRow({ position, balanceDueCents, balanceWhen }: ShownSheet['firearms'][number]): LedgerRow[] {
  if (balanceDueCents === 0) return []
  const row = { key: `balance ${position}`, label: 'Balance, with its tax', cents: balanceDueCents }
  return [{ ...row, date: balanceWhen, kind: 'phantom' }]
}

const refundStates: Record<string, string> = {
  started: 'in progress',
  by_check: 'to be paid by check',
  refused: 'refused',
}
