import { KeyValues, Columns, Section } from '#app/features/console/components/section.tsx'
import { Ledger, type LedgerRow } from '#app/features/console/components/ledger.tsx'
import { Code, Status, StatusList, type StatusRow } from '#app/features/console/components/status.tsx'
import { Revisions } from '#app/features/console/components/revisions.tsx'
import { TrackingLine } from '#app/features/console/components/tracking.tsx'
import { formatSession } from '#app/features/courses/words.ts'
import { lacksOf, lackWords } from '#app/features/dealers/rules.ts'
import { addressLines, contactAsked } from '#app/features/orders/input.ts'
import { contentsOf, parcelState, showTracking } from '#app/features/orders/parcels.ts'
import { lineRefund, refundClockWords, unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { parcelStates } from '#app/features/shipping/rules.ts'
import { formatCalendarDate, formatStamp } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { moneyRows, sumOf } from '#app/ledger/postings.ts'
import type { ReactNode } from 'react'
import type { ShownSheet, TrackStep } from '../sheet.server.ts'

type Props = { sheet: ShownSheet }

const onStamp = ({ timeZone, now }: ShownSheet, moment: Date | null) =>
  moment ? formatStamp(moment, timeZone, now) : ''

export function OrderSheet({ sheet, actions }: Props & { actions: ReactNode }) {
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
          <LinesSection sheet={sheet} />
          <ClassSections sheet={sheet} />
          {sheet.isShipped && <ParcelsSection sheet={sheet} />}
          <Section item={8} title="Revisions" note={`${sheet.revisions.length}, each change once`}>
            <Revisions
              rows={sheet.revisions.map(({ id, at, ...more }) => ({
                ...more,
                key: String(id),
                date: onStamp(sheet, at),
              }))}
            />
          </Section>
        </div>
        <div>
          {sheet.mayReadMoney && <MoneySection sheet={sheet} />}
          <BuyerSection sheet={sheet} />
          {sheet.needsDealer && <DealerSection sheet={sheet} />}
          <MailsSection sheet={sheet} />
        </div>
        <div>
          <div className="print:hidden">
            <Section item={7} title="Actions">
              {actions}
            </Section>
          </div>
          <NotesSection sheet={sheet} />
        </div>
      </Columns>
    </>
  )
}

const decisions = { approved: 'Approved', declined: 'Declined', document_requested: 'Document requested' }

function VerdictSection({ sheet }: Props) {
  const { verdict, order, reviews } = sheet
  const rules = order.verdict?.rules ?? []
  return (
    <Section
      item={1}
      title="Verdict"
      note={
        verdict
          ? rules.map(({ id, version, asOf }) => `${id} version ${version}, ${asOf}`).join(', ')
          : undefined
      }
    >
      {verdict ? (
        <StatusList label="What was judged" rows={verdict} />
      ) : (
        <p className="text-muted">No state rule applies to this order.</p>
      )}
      {reviews.length > 0 && (
        <Revisions
          caption="Decisions"
          rows={reviews.map((review) => ({
            key: String(review.id),
            date: onStamp(sheet, review.at),
            change: [
              decisions[review.decision] + (review.dueOn ? `, by ${formatCalendarDate(review.dueOn)}` : ''),
              review.note,
              review.rules.map(({ id, version }) => `${id} version ${version}`).join(', '),
            ]
              .filter(Boolean)
              .join(' · '),
            by: review.decidedBy,
          }))}
        />
      )}
    </Section>
  )
}

const documentShapes = { waiting: 'todo', accepted: 'done', refused: 'no' } as const

function DocumentsSection({ sheet }: Props) {
  if (sheet.documents.length === 0) return null
  return (
    <Section
      title="Documents"
      note={sheet.mayReadDocuments ? 'each look is recorded' : 'your role does not open them'}
    >
      <StatusList
        rows={sheet.documents.map(({ id, key, state, words, sentAt, file, decision }) => ({
          key,
          kind: documentShapes[state],
          figure: onStamp(sheet, sentAt),
          words,
          detail: (
            <span className="grid">
              {file && (
                <a
                  className="con-link justify-self-start wrap-anywhere print:hidden"
                  href={`/staff/orders/${sheet.order.id}/documents/${id}`}
                >
                  {file}
                </a>
              )}
              {decision}
            </span>
          ),
        }))}
      />
    </Section>
  )
}

function LinesSection({ sheet }: Props) {
  return (
    <Section item={2} title="Lines">
      <ol className="grid gap-2">
        {sheet.order.lines.map((line) => {
          const firearm = sheet.firearms.find(({ position }) => position === line.position)
          return (
            <li key={line.position} className="grid gap-0.5">
              <span className="flex items-baseline justify-between gap-2">
                <span>
                  <b className={line.returnedAt ? 'mr-2 line-through' : 'mr-2'}>
                    {line.quantity > 1 && `${line.quantity} × `}
                    {line.title}
                  </b>
                  <span className="text-muted">{line.detail}</span>
                </span>
                <span className="con-number">{formatCentsExact(line.unitCents * line.quantity)}</span>
              </span>
              <span className="text-faint">
                {[firearm?.stage, refundClockOf(sheet, line)].filter(Boolean).join(' · ')}
              </span>
              <TrackingLine tracking={firearm?.tracking} />
              {firearm?.terms && <span>{firearm.terms}</span>}
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

/** In the words of the buyer's own page. */
function refundClockOf(sheet: ShownSheet, line: ShownSheet['order']['lines'][number]): string {
  if (!isPaid(sheet.order.state)) return ''
  const verdict = lineRefund(line, sheet.order, sheet.now)
  return `Buyer reads: “${refundClockWords(verdict, sheet.timeZone, unrefundedLineCents(line))}”`
}

function MailsSection({ sheet }: Props) {
  const { mails } = sheet
  return (
    <Section item={6} title="Emails" note={`${mails.filter(({ sentAt }) => sentAt).length} sent`}>
      {mails.length > 0 ? (
        <Revisions
          caption="Emails"
          rows={mails.map(({ key, subject, sentAt, attempts }) => ({
            key,
            date: onStamp(sheet, sentAt) || 'on its way',
            change: subject ?? '',
            by: attempts > 1 ? `${attempts} tries` : undefined,
          }))}
        />
      ) : (
        <p className="text-muted">Nothing was sent yet.</p>
      )}
    </Section>
  )
}

function NotesSection({ sheet }: Props) {
  return (
    <Section item={9} title="Notes">
      {sheet.notes.length > 0 ? (
        <ul className="grid gap-2">
          {sheet.notes.map(({ id, at, by, text }) => (
            <li key={id}>
              <span className="text-faint">{`${by}, ${onStamp(sheet, at)}`}</span>
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

function ClassSections({ sheet }: Props) {
  const { order, seats, now, timeZone, mayPlanClasses } = sheet
  return seats.map(({ session, seat, movedAt }) => {
    const when = formatSession(session, timeZone, now)
    const noSeat = session.canceledAt
      ? 'The class was canceled'
      : `No seat: ${isPaid(order.state) ? 'it was given up or refunded' : 'the order is not paid'}`
    return (
      <Section key={session.id} title="Class" note={session.course.name}>
        <KeyValues
          rows={[
            [
              'When',
              mayPlanClasses ? (
                <a key="when" className="con-link" href={`/staff/classes/${session.id}`}>
                  {when}
                </a>
              ) : (
                when
              ),
            ],
            ['Where', session.place],
            ['Seat', seat === null ? noSeat : `Seat ${seat}`],
            ['Moved', movedAt && 'We moved this class: the student may take another date'],
          ]}
        />
      </Section>
    )
  })
}

function ParcelsSection({ sheet: { order, parcels, left, mayShip } }: Props) {
  const isOpen = isPaid(order.state)
  const rows: StatusRow[] = parcels.map((parcel) => ({
    key: parcel.id,
    kind: parcel.sentAt ? 'done' : 'todo',
    words: `Parcel ${parcel.number}: ${parcelStates[parcelState(parcel)].words}`,
    detail: (
      <span className="grid">
        {contentsOf(parcel.lines)}
        <TrackingLine tracking={showTracking(parcel)} />
      </span>
    ),
  }))
  if (isOpen && left.length > 0)
    rows.push({ key: 'left', kind: 'todo', words: 'To pack', detail: contentsOf(left) })
  return (
    <Section
      title="Parcels"
      note={
        mayShip &&
        isOpen && (
          <a className="con-link" href={`/staff/shipping/${order.id}`}>
            Packing slip
          </a>
        )
      }
    >
      <StatusList rows={rows} />
      {rows.length === 0 && <p className="text-muted">Nothing is to be packed.</p>}
    </Section>
  )
}

function BuyerSection({ sheet }: Props) {
  const { order } = sheet
  return (
    <Section item={4} title="Buyer">
      <KeyValues
        rows={[
          ...contactAsked.map(({ label, desk, column }) => [desk?.label ?? label, order[column]] as const),
          ['State', [order.buyerState, order.buyerZip].filter(Boolean).join(' ')],
          ['Address', addressLines(order).join(', ')],
          ['Attested', onStamp(sheet, order.attestedAt)],
        ]}
      />
      {!order.buyerName && <p className="text-muted">Nobody has entered their details yet.</p>}
    </Section>
  )
}

function DealerSection({ sheet: { order, dealer, request, today } }: Props) {
  const { dealerName, dealerKey, dealerAnswer: answer } = order
  if (dealerName === null)
    return (
      <Section item={5} title="Dealer file">
        <p className="text-muted">No dealer is chosen.</p>
      </Section>
    )
  const itemClass = order.lines.find(({ stage }) => stage !== null)?.itemClass ?? null
  const missing = lacksOf(dealer?.file, itemClass, today)
  const expiresOn = dealer?.file.licenseExpiresOn
  return (
    <Section
      item={5}
      title="Dealer file"
      note={[order.dealerCity, order.dealerState].filter(Boolean).join(', ')}
    >
      <KeyValues
        rows={[
          ['Dealer', dealerKey ? <a href={`/staff/dealers/${dealerKey}`}>{dealerName}</a> : dealerName],
          [
            'License',
            dealerKey ? <Code key="license">{dealerKey}</Code> : 'Named by the buyer, not from the list',
          ],
          ['Expires', expiresOn && formatCalendarDate(expiresOn)],
          ['Answer', answer && `${answer.is}${answer.isConfirmed ? '' : ', not confirmed'}`],
          ['Fee', answer && answer.feeCents !== null && formatCentsExact(answer.feeCents)],
          ['Hours', request?.hours],
          [
            'Answered by',
            [request?.answeredBy, request?.confirmedBy && `confirmed by ${request.confirmedBy}`]
              .filter(Boolean)
              .join(', '),
          ],
          [
            'Said',
            [request?.reason, request?.saysNfa && 'Says that they take NFA items'].filter(Boolean).join('. '),
          ],
          ['Asked at', request?.email],
          ['Email', dealer?.dealer.email],
        ]}
      />
      {missing.length > 0 && (
        <div className="mt-2">
          <StatusList rows={missing.map((lack) => ({ key: lack, kind: 'gate', words: lackWords[lack] }))} />
        </div>
      )}
    </Section>
  )
}

const balanceLine = [{ position: 0, title: 'Balance', isDeposit: false }]

/** What the ledger moved for an order and its balances. */
export function movedRows({ order, transactions }: Pick<ShownSheet, 'order' | 'transactions'>) {
  const lines = order.lines.map(({ position, title, stage }) => ({
    position,
    title,
    isDeposit: stage !== null,
  }))
  return moneyRows(transactions, (orderId) => (orderId === order.id ? lines : balanceLine))
}

function MoneySection({ sheet }: Props) {
  const { firearms, order } = sheet
  const moved = movedRows(sheet)
  const waiting = order.refunds.filter(({ state }) => state !== 'done')
  return (
    <Section item={3} title="Money" note="USD, from the ledger">
      <Ledger
        rows={[
          ...moved.map(({ id, at, words, cents }) => ({
            key: id,
            date: onStamp(sheet, at),
            label: words,
            cents,
          })),
          { key: 'held', label: 'Held today', cents: sumOf(moved), kind: 'sum' },
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
        <div className="mt-2">
          <StatusList
            rows={waiting.map(({ id, state, amountCents, startedAt, refusal, waitingFor }) => ({
              key: id,
              kind: state === 'refused' ? 'no' : 'wait',
              figure: onStamp(sheet, startedAt),
              words: `Refund of ${formatCentsExact(amountCents)}, ${refundStates[state]}`,
              detail: refusal ?? waitingFor,
            }))}
          />
        </div>
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

/** Spaces are equal, not to scale. A phone shows it upright, with the last, the current and the next stage. */
function ChainTrack({ steps, label }: { steps: readonly TrackStep[]; label: string }) {
  const current = steps.findLastIndex(({ time }) => time !== 'ahead')
  const last = steps.length - 1
  const isFolded = (at: number) => at > current + 1 && at < last
  const folded = steps.filter((_, at) => isFolded(at)).length
  return (
    <ol className="con-track" aria-label={label} tabIndex={0}>
      {steps.map(({ key, name, time, date, days }, at) => (
        <li
          key={key}
          data-time={time}
          data-folded={isFolded(at) ? '' : undefined}
          aria-current={time === 'current' ? 'step' : undefined}
        >
          {days !== undefined && <i>{days}</i>}
          <b>
            {name}
            {at === current + 1 && folded > 0 && <span className="con-track-more">then {folded} more</span>}
          </b>
          <span>{date}</span>
        </li>
      ))}
    </ol>
  )
}
