import { Form } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { findAuditPage, listAuditNames, findLastCheck } from '#app/access/audit.server.ts'
import { differenceOf, type DifferenceRow } from '#app/access/difference.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { Code, Status } from '#app/features/console/components/status.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { placeOf } from '#app/features/console/rules.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import { actorName, mayDo, type StaffHandle, type StaffRole } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatStamp } from '#app/kit/dates.ts'
import { allowed } from '#app/kit/refusal.ts'
import { namesContext } from '../access.server.ts'
import {
  auditFilterOf,
  auditPath,
  formatAuditQuery,
  formatCursor,
  idsIn,
  goneName,
  parseAuditQuery,
  parseCursor,
  readableRow,
  subjectPath,
  verbWords,
  type AuditQuery,
} from '../rules.ts'
import type { Route } from './+types/audit'
import { Redline } from '#app/features/console/components/revisions.tsx'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'

export const handle: StaffHandle = { right: 'audit.read', title: 'Audit log' }

const pageSize = 50

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now: clock, timeZone } = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const query = parseAuditQuery(params)
  const now = clock()
  const { role } = staffMember(context)
  const [{ entries, next }, names, check] = await Promise.all([
    findAuditPage(db, auditFilterOf(query, timeZone), {
      before: parseCursor(params.get('before')),
      max: pageSize,
    }),
    listAuditNames(db),
    findLastCheck(db),
  ])
  const written = entries.map((entry) => ({ ...entry, rows: differenceOf(entry.data) }))
  const ids = written.flatMap(({ subject, rows }) => [
    ...idsIn(subject),
    ...rows.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]),
  ])
  const things = await context.get(namesContext)([...new Set(ids)])
  const reading = { names: things, stamp: (at: Date) => formatStamp(at, timeZone, now) }
  return {
    query,
    ...names,
    isFirst: !params.has('before'),
    isChecking: params.has('checking'),
    next: next && formatAuditQuery(query, formatCursor(next)),
    check: check && { ...check, at: formatStamp(check.at, timeZone, now) },
    entries: written.map(({ id, at, actor, verb, subject, rows, hash }) => ({
      id,
      at: formatStamp(at, timeZone, now),
      who: actorName(actor),
      actor,
      verb: verbWords(verb),
      subject: things.get(subject)?.name ?? (idsIn(subject).length > 0 ? goneName(subject, rows) : subject),
      only: query.subject === subject ? undefined : formatAuditQuery({ subject }),
      to: openTo(
        role,
        things.get(subject)?.path ??
          (rows.some(({ field }) => field === 'removed') ? undefined : subjectPath(verb, subject)),
      ),
      hash: hash.slice(0, 8),
      rows: rows.map((row) => readableRow(row, reading)),
    })),
  }
}

/** Has the whole log verified in the background: on a long one it takes longer than a page may. */
export const action = staffAction({
  right: 'audit.read',
  input: z.object({}),
  run: ({ desk: { ctx, actor } }) =>
    actAs(ctx, actor, { verb: 'audit-check', subject: 'audit log' }, async ({ enqueue }) => {
      await enqueue('verify-audit-log', {}, { once: 'by-hand' })
      return allowed
    }),
  to: `${auditPath}?checking`,
  refusal: () => '',
})

function openTo(role: StaffRole, path: string | undefined): string | undefined {
  const place = path === undefined ? undefined : placeOf(path)
  return place && !mayDo(role, place.right) ? undefined : path
}

type Entry = Awaited<ReturnType<typeof loader>>['entries'][number]

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { query, actors, verbs, entries, next, isFirst, check, isChecking } = loaderData
  const address = formatAuditQuery(query)
  return (
    <Sheet
      head={
        <span className="flex flex-wrap gap-2">
          <VerbLink look="quiet" small to={`/staff/audit.csv${address}`}>
            Export these as CSV
          </VerbLink>
          <VerbLink look="quiet" small to="/staff/retention">
            Retention
          </VerbLink>
        </span>
      }
      state={<ChainState check={check} />}
      next={check && !check.isIntact ? `Row ${check.row} was changed after it was written` : undefined}
      cells={
        check?.hash
          ? [{ label: `Head, row ${check.row}`, value: <Code>{check.hash.slice(0, 12)}</Code> }]
          : []
      }
      action={
        <Form method="post" action={auditPath}>
          <Verb busyWords="Checking...">Check the chain</Verb>
        </Form>
      }
    >
      <AuditBar query={query} actors={actors} verbs={verbs} />
      {isChecking && (
        <p className="con-region" role="status">
          <Status kind="half">The whole log is being checked. Its result appears below in a moment.</Status>{' '}
          <a className="con-link" href={`${auditPath}${address}`}>
            Show it
          </a>
        </p>
      )}
      {entries.length === 0 ? (
        <EmptyList>
          {address || !isFirst
            ? 'No entry matches that.'
            : 'Nothing is logged yet. Every action behind the counter will be listed here, with who did it and what changed.'}
        </EmptyList>
      ) : (
        <DenseTable
          caption="Audit log, newest first"
          isStacked
          rows={entries}
          id={({ id }) => String(id)}
          columns={[
            { label: 'When', width: 150, kind: 'code', render: ({ at }) => at },
            { label: 'Who', width: 150, render: ({ actor, who }) => <span title={actor}>{who}</span> },
            { label: 'What', width: 180, phone: 'lead', render: ({ verb }) => verb },
            { label: 'On what', width: 196, render: (entry) => <Subject {...entry} /> },
            { label: 'Before and after', render: ({ rows }) => <Difference rows={rows} /> },
            { label: 'Row', width: 130, kind: 'code', render: ({ id, hash }) => `${id} ${hash}` },
          ]}
        />
      )}
      {(next || !isFirst) && (
        <nav className="con-region flex gap-3" aria-label="Pages">
          {!isFirst && <VerbLink to={`${auditPath}${address}`}>Newest</VerbLink>}
          {next && <VerbLink to={`${auditPath}${next}`}>Older</VerbLink>}
        </nav>
      )}
    </Sheet>
  )
}

function ChainState({ check }: { check: Awaited<ReturnType<typeof loader>>['check'] }) {
  if (!check) return <Status kind="wait">Chain not checked yet</Status>
  return (
    <Status kind={check.isIntact ? 'done' : 'no'} figure={check.at}>
      {check.isIntact ? 'Chain intact' : 'Chain broken'}
    </Status>
  )
}

function Subject({ subject, to, only }: Pick<Entry, 'subject' | 'to' | 'only'>) {
  return (
    <span className="grid justify-items-start whitespace-normal break-words">
      {to ? (
        <a className="con-link inline-flex min-h-6 items-center max-md:min-h-11" href={to} data-open="">
          {subject}
        </a>
      ) : (
        <span>{subject}</span>
      )}
      {only && (
        <a
          className="inline-flex min-h-6 items-center text-xs text-faint hover:underline focus-visible:underline max-md:min-h-11"
          href={`${auditPath}${only}`}
        >
          Everything on this<span className="sr-only">: {subject}</span>
        </a>
      )}
    </span>
  )
}

function Difference({ rows }: { rows: readonly DifferenceRow[] }) {
  // A fact without a value says nothing here; the export has it.
  const shown = rows.filter(({ before, after }) => before !== undefined || after !== '–')
  if (shown.length === 0) return <span className="text-faint">–</span>
  return (
    <dl className="grid gap-0.5 whitespace-normal md:py-1.5 break-words">
      {shown.map(({ field, before, after }, at) => (
        <div key={at} className="flex flex-wrap gap-x-2">
          <dt className="text-faint">{fieldWords(field)}</dt>
          <dd className="min-w-0 break-words">
            {before === undefined ? after : <Redline before={before} after={after ?? '–'} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function fieldWords(field: string): string {
  return field
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

type Props = { query: AuditQuery; actors: readonly string[]; verbs: readonly string[] }

function AuditBar({ query, actors, verbs }: Props) {
  return (
    <Form
      role="search"
      aria-label="Filter the log"
      action={auditPath}
      key={JSON.stringify(query)}
      className="con-region grid grid-cols-2 items-end gap-3 md:grid-cols-3 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)_150px_150px_auto]"
    >
      <SelectField
        label="Person"
        name="actor"
        defaultValue={query.actor ?? ''}
        options={[
          ['', 'Everybody'],
          ...known(actors, query.actor).map((one) => [one, actorName(one)] as const),
        ]}
      />
      <SelectField
        label="Action"
        name="verb"
        defaultValue={query.verb ?? ''}
        options={[
          ['', 'Every action'],
          ...known(verbs, query.verb).map((one) => [one, verbWords(one)] as const),
        ]}
      />
      <TextField label="On what" name="subject" defaultValue={query.subject ?? ''} autoComplete="off" />
      <TextField label="From" name="from" type="date" defaultValue={query.from ?? ''} />
      <TextField label="To" name="to" type="date" defaultValue={query.to ?? ''} />
      <span className="flex items-center gap-3">
        <Verb>Filter</Verb>
        {Object.keys(query).length > 0 && (
          <a className="con-link" href={auditPath}>
            Clear
          </a>
        )}
      </span>
    </Form>
  )
}

/** The values of a field; one from the address that the log does not have stays to be seen. */
function known(values: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || values.includes(chosen) ? values : [chosen, ...values]
}
