import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import { Form, redirect } from 'react-router'
import { transact } from '#app/db/db.server.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { lineRefund, unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, readForm } from '#app/http/form.ts'
import { formError, tooManyWords } from '#app/http/errors.ts'
import { fieldsOf } from '#app/http/submitted-fields.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { dateFormat, formatCalendarDate } from '#app/kit/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup, SelectField, TextField } from '#app/ui/field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { stateTemplates, templatesAsOf } from '../data/state-templates.ts'
import { notLegalAdvice } from '../data/trust.ts'
import {
  earning,
  earnsFreePack,
  openPack,
  packIdOf,
  deleteAnswers,
  packNotFound,
  saveAnswers,
} from '../packs.server.ts'
import { type PackFile, packFiles } from '../rules.ts'
import {
  type Answers,
  type Part,
  type Question,
  rowsOf,
  sharesInPercent,
  worksheet,
  worksheetInput,
} from '../worksheet.ts'
import type { Route } from './+types/pack'

export const meta = () => [{ title: siteTitle('Your trust pack') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const pack = await openPack(shop, order)
  const isAwaited = !pack && earning(order) === 'awaited' && (await earnsFreePack(shop.db, order.id))
  if (!pack && !isAwaited) throw await packNotFound(shop.db, order.id)
  const line = order.lines.find(({ ref }) => packIdOf(ref) === pack?.id)
  const template = stateTemplates.find(({ code }) => code === pack?.answers.state)
  return {
    orderId: order.id,
    isAwaited,
    pack: pack && {
      answers: pack.answers,
      isFree: pack.isFree,
      downloaded: pack.downloaded,
      savedAt: pack.savedAt && formatSavedAt(pack.savedAt, shop.timeZone),
      isRefundable:
        line !== undefined && unrefundedLineCents(line) > 0 && lineRefund(line, order, shop.now()).ok,
    },
    template: { name: template?.name ?? '', notes: template?.notes ?? [] },
    isDeleted: new URL(args.request.url).searchParams.has('deleted'),
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const form = await readForm(args.request)
  const parsed = parseForm(worksheetInput, form)
  const isDeletion = form.get('do') === 'delete'
  const limit = await shop.limits.take(isDeletion ? 'orderChange' : 'worksheet', order.id)
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, parsed.given)
  const pack = await openPack(shop, order)
  if (!pack) throw await packNotFound(shop.db, order.id)
  const path = `/orders/${order.id}/trust`
  if (isDeletion) {
    await transact(shop, (work) => deleteAnswers(work, pack.id))
    return redirect(`${path}?deleted=yes`, 303)
  }
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  await transact(shop, (work) => saveAnswers(work, pack.id, parsed.value))
  return redirect(path, 303)
}

function formatSavedAt(at: Date, timeZone: string): string {
  return dateFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
}

const part = 'grid justify-items-start gap-3 border-t border-hairline pt-4'

export default function Pack({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, isAwaited, pack, template, isDeleted } = loaderData
  return (
    <div className="wrap grid gap-12 pt-8 pb-24">
      <header className="grid max-w-[860px] gap-4">
        <p className="label">
          <a className="link" href={`/orders/${orderId}`}>
            Order {orderId}
          </a>
        </p>
        <h1 className="h1">Your trust pack</h1>
        {pack && (
          <p className="lead">
            Answer what you can. Your saved answers fill in the documents. Our staff do not fill it in for you
            or draft trusts.
          </p>
        )}
        <p className="max-w-[72ch] border-l-2 border-hold pl-3 leading-normal text-muted">{notLegalAdvice}</p>
      </header>
      {isAwaited && (
        <p className="max-w-[72ch]">
          Your trust pack comes with your reservation once we file your transfer form, Form 3, which is when
          the deposit can no longer be refunded on your order’s page. We email you then, and it opens here.
        </p>
      )}
      {isDeleted && (
        <p role="status" className="rounded-plate border border-control px-4 py-3">
          Your answers are deleted.
        </p>
      )}
      {pack && (
        <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-x-16 gap-y-12 max-xl:grid-cols-1">
          <Worksheet
            answers={pack.answers}
            savedAt={pack.savedAt}
            given={actionData?.given ?? {}}
            errors={actionData?.fieldErrors ?? {}}
          />
          <aside className="grid gap-8">
            <PackFiles {...pack} orderId={orderId} />
            <StateVersion {...template} />
            <section className={part} aria-labelledby="keep">
              <h2 className="h3" id="keep">
                Your privacy
              </h2>
              <p className="text-sm text-muted">
                Your answers are private. We keep them with this order so you can come back to them, and
                delete them a year after your last change, with a refund, or whenever you ask.
              </p>
              <Form method="post" className="grid justify-items-start gap-3">
                <input type="hidden" name="do" value="delete" />
                <p className="text-sm text-faint">
                  This clears the worksheet. Files you have downloaded are not affected.
                </p>
                <Button size="sm">Delete my answers</Button>
              </Form>
            </section>
          </aside>
        </div>
      )}
    </div>
  )
}

type WorksheetProps = {
  answers: Answers
  savedAt: string | null
  given: Parameters<typeof fieldsOf>[0]['given']
  errors: FieldErrors
}

function Worksheet({ answers, savedAt, given, errors }: WorksheetProps) {
  const field = fieldsOf({ given: { ...(answers as Record<string, string>), ...given }, errors })
  const percent = sharesInPercent(answers)
  const isRefused = Object.keys(errors).length > 0
  return (
    <Form method="post" className="grid gap-8" aria-label="Worksheet" noValidate>
      <h2 className="h2">Worksheet</h2>
      <ErrorSummary errors={errors} title="Not saved" />
      {worksheet.map((part) => (
        <section
          key={part.title}
          className="grid gap-4 border-t border-hairline pt-6"
          aria-label={part.title}
        >
          <h3 className="h3">{part.title}</h3>
          <p className="max-w-[68ch] text-sm text-muted">{part.text}</p>
          <Rows part={part} answers={answers} field={field} />
          {part.many === 'beneficiaries' && percent !== null && percent !== 100 && (
            <p className="text-sm text-faint">The shares add up to {percent}%, not to 100%.</p>
          )}
        </section>
      ))}
      <div
        data-foot-bar
        className="sticky bottom-0 z-2 -mx-3 flex items-center gap-4 border-t border-control bg-page p-3 short:static"
      >
        <Button variant="primary" busyLabel="Saving…">
          Save
        </Button>
        <p className={`min-w-0 text-sm ${isRefused ? 'text-stop' : 'text-ok'}`} role="status">
          {isRefused ? 'Not saved. Please check the marked answers.' : savedAt !== null && `Saved ${savedAt}`}
        </p>
      </div>
      <p className="text-sm text-faint">Anything you leave empty becomes a marked blank in the documents.</p>
    </Form>
  )
}

type RowsProps = { part: Part; answers: Answers; field: ReturnType<typeof fieldsOf> }

function Rows({ part, answers, field }: RowsProps) {
  const rows = rowsOf(part)
  const people = rows.filter(([first]) => first?.of)
  const named = people.filter((row) => row.some(({ name }) => answers[name])).length
  const [shown, more] = [people.slice(0, named + 1), people.slice(named + 1)]
  const show = (row: Question[]) => <Row key={row[0]?.name} row={row} field={field} />
  return (
    <>
      {people.length > 0 && (
        <div className="grid gap-3">
          {shown.map(show)}
          {more.length > 0 && (
            <details>
              <summary className="w-fit min-h-11 cursor-pointer py-3 text-sm leading-normal underline underline-offset-4">
                More: up to {people.length} {part.many}
              </summary>
              <div className="grid gap-3 pt-3">{more.map(show)}</div>
            </details>
          )}
        </div>
      )}
      {rows.filter(([first]) => !first?.of).map(show)}
    </>
  )
}

function Row({ row, field }: { row: Question[]; field: RowsProps['field'] }) {
  const of = row[0]?.of
  const fields = row.map((question) => <Answer key={question.name} {...question} field={field} />)
  if (row.length === 1) return fields
  if (!of) return <div className={pair}>{fields}</div>
  return (
    <fieldset className={pair}>
      <legend className="sr-only">{of}</legend>
      {fields}
    </fieldset>
  )
}

const pair = 'grid grid-cols-2 gap-3 max-sm:grid-cols-1'

function Answer({ field, ...question }: Question & { field: RowsProps['field'] }) {
  const { name, label, of, max, kind, choices, placeholder, autoComplete = 'off' } = question
  if (choices) return <RadioGroup {...field(name)} label={label} options={choices} />
  if (kind === 'state')
    return <SelectField {...field(name)} label={label} placeholder="Choose a state" options={stateOptions} />
  if (kind === 'date') return <TextField {...field(name)} label={label} type="date" />
  return (
    <TextField
      {...field(name)}
      label={
        <>
          {of && <span className="sr-only">{of}: </span>}
          {label}
        </>
      }
      maxLength={max}
      autoComplete={autoComplete}
      {...(placeholder && { placeholder })}
    />
  )
}

const stateOptions = states.map(({ code, name }) => ({ value: code, label: name }))

const fileWords = {
  'trust.docx': { title: 'Your trust, Word', text: 'With your saved answers. Blanks are marked.' },
  'trust.pdf': { title: 'Your trust, fillable PDF', text: 'With your saved answers in editable fields.' },
  'engraving-guide.pdf': {
    title: 'Engraving guide',
    text: 'Who marks what, how large and how deep, and how to write it.',
  },
  'form-4-walkthrough.pdf': {
    title: 'Form 4 walkthrough',
    text: 'The form section by section, and who answers what.',
  },
  'compliance-checklist.pdf': {
    title: 'Compliance checklist',
    text: 'What to do before purchase and after approval.',
  },
} as const satisfies Record<PackFile, { title: string; text: string }>

type PackFilesProps = {
  orderId: string
  isFree: boolean
  downloaded: readonly PackFile[]
  isRefundable: boolean
}

function PackFiles({ orderId, isFree, downloaded, isRefundable }: PackFilesProps) {
  return (
    <section className="grid gap-4 rounded-plate border border-hairline bg-sheet p-6" aria-labelledby="files">
      <h2 className="h2" id="files">
        Documents
      </h2>
      <p className={isRefundable ? 'border-l-2 border-accent pl-3 text-sm text-muted' : 'text-sm text-muted'}>
        {isRefundable
          ? 'Fully refundable until the first download. Filling in the worksheet doesn’t count.'
          : isFree
            ? 'Free with your reservation. If that is refunded before anything was downloaded, the pack closes.'
            : downloaded.length > 0 &&
              'Downloaded, so the pack is no longer refundable. It stays here as long as your order does.'}
      </p>
      <ul className="divide-y divide-hairline">
        {packFiles.map((file) => (
          <li key={file}>
            <a
              className="group grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 py-3"
              href={`/orders/${orderId}/trust/${file}`}
              download
            >
              <Download aria-hidden className="size-[18px] text-accent" />
              <span>
                <strong className="block font-bold underline-offset-4 group-hover:underline">
                  {fileWords[file].title}
                </strong>
                <small className="mt-0.5 block text-sm leading-snug text-muted">{fileWords[file].text}</small>
              </span>
              <span className="label flex items-center gap-1.5 text-faint">
                {downloaded.includes(file) && (
                  <>
                    <Check aria-hidden className="size-[18px] text-ok" />
                    <span className="sr-only">Already downloaded. </span>
                  </>
                )}
                {file.endsWith('.docx') ? 'DOCX' : 'PDF'}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function StateVersion({ name: state, notes }: { name: string; notes: readonly string[] }) {
  return (
    <section className={part} aria-labelledby="state-version">
      <h2 className="h3" id="state-version">
        {state ? `${state} version` : 'Your state’s version'}
      </h2>
      {state === '' && (
        <p className="text-sm text-muted">
          Choose your state in the worksheet. The signing pages follow its rules.
        </p>
      )}
      {state !== '' && notes.length === 0 && (
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
        As of <time dateTime={templatesAsOf}>{formatCalendarDate(templatesAsOf)}</time>. Not legal advice.
      </p>
    </section>
  )
}
