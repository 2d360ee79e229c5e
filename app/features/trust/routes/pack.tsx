import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import { data, Form, Link, redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { lineRefund, unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { fieldsOf, submittedFields } from '#app/http/submitted-fields.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { stateTemplates, templatesAsOf } from '../data/state-templates.ts'
import { notLegalAdvice } from '../data/trust.ts'
import {
  earnsFreePack,
  grantEarned,
  listEarning,
  packIdOf,
  deleteAnswers,
  findPack,
  packNotFound,
  saveAnswers,
} from '../packs.server.ts'
import {
  type Answers,
  maxLengths,
  maxPeople,
  type PackFile,
  packFiles,
  parseAnswers,
  sharesInPercent,
} from '../rules.ts'
import type { Route } from './+types/pack'

export const meta = () => [{ title: siteTitle('Your trust pack') }, { name: 'robots', content: 'noindex' }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const [pack, codes] = await Promise.all([
    findPack(shop.db, order.id),
    grantEarned(shop, shop.certify, order),
  ])
  const isAwaited = listEarning(order).awaited.length > 0 && (await earnsFreePack(shop.db, order.id))
  if (!pack && codes.length === 0 && !isAwaited) throw await packNotFound(shop.db, order.id)
  const line = order.lines.find(({ ref }) => packIdOf(ref) === pack?.id)
  const template = stateTemplates.find(({ code }) => code === pack?.answers.state)
  return {
    orderId: order.id,
    codes,
    isAwaited,
    pack: pack && {
      answers: pack.answers,
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
  const isDeletion = form.get('do') === 'delete'
  const limit = await shop.limits.take(isDeletion ? 'orderChange' : 'worksheet', order.id)
  if (!limit.ok) return refuse(429, { form: [tooManyWords(limit.retryAfterSeconds)] })
  const pack = await findPack(shop.db, order.id)
  if (!pack) throw await packNotFound(shop.db, order.id)
  if (isDeletion) {
    await transact(shop, (work) => deleteAnswers(work, pack.id))
    return back('?deleted=yes')
  }
  const parsed = parseAnswers(form)
  if (!parsed.ok) return refuse(422, parsed.fieldErrors)
  await transact(shop, (work) => saveAnswers(work, pack.id, parsed.answers))
  return back('')

  function back(query: string) {
    return redirect(`/orders/${order.id}/trust${query}`, 303)
  }

  function refuse(status: 422 | 429, fieldErrors: FieldErrors) {
    return data({ fieldErrors, given: submittedFields(form) }, { status })
  }
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
  const { orderId, codes, isAwaited, pack, template, isDeleted } = loaderData
  return (
    <div className="wrap grid gap-12 pt-8 pb-24">
      <header className="grid max-w-[860px] gap-4">
        <p className="label">
          <Link className="link" to={`/orders/${orderId}`}>
            Order {orderId}
          </Link>
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
          the deposit can no longer be refunded on your order’s page. We email you the code then, and it
          appears here.
        </p>
      )}
      {codes.length > 0 && <EarnedCodes codes={codes} />}
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
  const field = fieldsOf({ given: { ...answersByField(answers), ...given }, errors })
  const percent = sharesInPercent(answers)
  const isRefused = Object.keys(errors).length > 0
  return (
    <Form method="post" className="grid gap-8" aria-label="Worksheet" noValidate>
      <h2 className="h2">Worksheet</h2>
      <ErrorSummary errors={errors} title="Not saved" />
      <Part
        title="Name of the trust"
        text="It goes on every form and, if the trust makes a firearm, on its metal, so shorter is better. Many people use a street or family name and the word Trust."
      >
        <TextField
          {...field('trustName')}
          label="Name"
          maxLength={maxLengths.trustName}
          placeholder="Elm Street Trust"
          autoComplete="off"
        />
      </Part>
      <Part
        title="Settlor"
        text="The person who creates the trust and may change it. Forms also call this person the grantor."
      >
        <div className={pair}>
          <TextField {...field('settlor-name')} {...name} autoComplete="name" />
          <TextField {...field('settlor-place')} {...place} />
        </div>
      </Part>
      <Part
        title="Trustees"
        text="The people who may possess the trust’s firearms and sign for it. The settlor is usually the first. Each trustee is a responsible person: fingerprints, photo and questionnaire. Nobody may serve who is prohibited from possessing firearms."
      >
        <People
          list="trustees"
          one="Trustee"
          answers={answers}
          second={{ ...place, key: 'place' }}
          field={field}
        />
        <RadioGroup
          {...field('acting')}
          label="Trustees act"
          options={[
            { value: 'alone', label: 'Each alone', hint: 'Any one of them may sign and decide.' },
            { value: 'together', label: 'Only together', hint: 'All of them sign, every time.' },
          ]}
        />
      </Part>
      <Part
        title="Successor trustees"
        text="The people who take over, in this order, when no trustee is left. They are not responsible persons until then."
      >
        <People
          list="successors"
          one="Successor"
          answers={answers}
          second={{ ...place, key: 'place' }}
          field={field}
        />
      </Part>
      <Part
        title="Beneficiaries"
        text="The people who receive the property after the settlor’s death, and their share: 50%, or “in equal parts”. Nobody receives a firearm before the law permits it."
      >
        <People
          list="beneficiaries"
          one="Beneficiary"
          answers={answers}
          second={{ key: 'share', label: 'Share', maxLength: maxLengths.share, placeholder: '50%' }}
          field={field}
        />
        {percent !== null && percent !== 100 && (
          <p className="text-sm text-faint">The shares add up to {percent}%, not to 100%.</p>
        )}
      </Part>
      <Part
        title="State and signing"
        text="The state whose law governs decides which version you get. You can leave county and date for the notary."
      >
        <div className={pair}>
          <SelectField
            {...field('state')}
            label="State whose law governs"
            placeholder="Choose a state"
            options={states.map(({ code, name: label }) => ({ value: code, label }))}
          />
          <TextField
            {...field('county')}
            label="County of signing"
            maxLength={maxLengths.county}
            autoComplete="off"
          />
          <TextField {...field('signedOn')} label="Date of signing" type="date" />
        </div>
      </Part>
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

const pair = 'grid grid-cols-2 gap-3 max-sm:grid-cols-1'
const name = { label: 'Full name', maxLength: maxLengths.name }
const place = {
  label: 'City and state',
  maxLength: maxLengths.place,
  placeholder: 'Austin, Texas',
  autoComplete: 'off',
}

function Part({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-hairline pt-6" aria-label={title}>
      <h3 className="h3">{title}</h3>
      <p className="max-w-[68ch] text-sm text-muted">{text}</p>
      {children}
    </section>
  )
}

type PeopleProps = {
  list: keyof typeof maxPeople
  one: string
  answers: Answers
  second: { key: string; label: string; maxLength: number; placeholder: string }
  field: ReturnType<typeof fieldsOf>
}

function People({ list, one, answers, second, field }: PeopleProps) {
  const max = maxPeople[list]
  const shown = Math.min(max, answers[list].length + 1)
  const { key, label, ...rest } = second
  const row = (at: number) => {
    const who = (
      <span className="sr-only">
        {one} {at + 1}:{' '}
      </span>
    )
    return (
      <fieldset key={at} className={pair}>
        <legend className="sr-only">
          {one} {at + 1}
        </legend>
        <TextField
          {...field(`${list}-${at}-name`)}
          label={
            <>
              {who}
              {name.label}
            </>
          }
          maxLength={name.maxLength}
          autoComplete="off"
        />
        <TextField
          {...field(`${list}-${at}-${key}`)}
          label={
            <>
              {who}
              {label}
            </>
          }
          {...rest}
          autoComplete="off"
        />
      </fieldset>
    )
  }
  const rows = Array.from({ length: max }, (_, at) => row(at))
  return (
    <div className="grid gap-3">
      {rows.slice(0, shown)}
      {shown < max && (
        <details>
          <summary className="w-fit min-h-11 cursor-pointer py-3 text-sm leading-normal underline underline-offset-4">
            More: up to {max} {list}
          </summary>
          <div className="grid gap-3 pt-3">{rows.slice(shown)}</div>
        </details>
      )}
    </div>
  )
}

function answersByField(answers: Answers): Record<string, string> {
  const { trustName, settlor, acting, state, county, signedOn } = answers
  const listed = (['trustees', 'successors', 'beneficiaries'] as const).flatMap((list) =>
    answers[list].flatMap((entry, at) =>
      Object.entries(entry).map(([field, value]) => [`${list}-${at}-${field}`, value]),
    ),
  )
  return {
    trustName,
    acting,
    state,
    county,
    signedOn,
    'settlor-name': settlor.name,
    'settlor-place': settlor.place,
    ...(Object.fromEntries(listed) as Record<string, string>),
  }
}

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

type PackFilesProps = { orderId: string; downloaded: readonly PackFile[]; isRefundable: boolean }

function PackFiles({ orderId, downloaded, isRefundable }: PackFilesProps) {
  return (
    <section className="grid gap-4 rounded-plate border border-hairline bg-sheet p-6" aria-labelledby="files">
      <h2 className="h2" id="files">
        Documents
      </h2>
      <p className={isRefundable ? 'border-l-2 border-accent pl-3 text-sm text-muted' : 'text-sm text-muted'}>
        {isRefundable
          ? 'Fully refundable until the first download. Filling in the worksheet doesn’t count.'
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

const codeStates = { open: 'Ready to use', held: 'In an open order', taken: 'Used' } as const

function EarnedCodes({ codes }: { codes: readonly { code: string; state: keyof typeof codeStates }[] }) {
  return (
    <section className="grid gap-4" aria-labelledby="codes">
      <h2 className="h2" id="codes">
        Your free trust pack
      </h2>
      <p>
        Every NFA firearm reserved here comes with one free trust pack. Each code works once. If the
        reservation is refunded, the code expires, and so does a pack that was never downloaded. A downloaded
        pack stays.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,380px),1fr))] gap-6">
        {codes.map(({ code, state }) => (
          <li key={code} className="panel p-panel grid justify-items-start gap-3">
            <p className="flex flex-wrap items-center gap-3 font-display text-2xl font-light tracking-wider">
              <span className="numeral">{code}</span>
              <CopyButton text={code} />
            </p>
            <p className="text-sm text-muted">{codeStates[state]}</p>
            {state === 'open' && (
              <Form method="post" action="/trust/buy">
                <input type="hidden" name="code" value={code} autoComplete="off" />
                <Button variant="primary" busyLabel="One moment">
                  Redeem Now
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
