import { data } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { RecordForm } from '#app/features/console/components/record-form.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { countAccepted, findAcceptedVersions } from '#app/features/orders/store/buyer.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { changedWords, staffAction } from '#app/features/staff/action.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { faultsOf, isTextKey, type TextKey, tokensOf } from '#app/features/texts/rules.ts'
import { findInForce, programText, programVersions } from '#app/features/texts/shown.server.ts'
import { listPublished, publishText } from '#app/features/texts/store.server.ts'
import type { AppContext } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { formatCalendarDate, formatIsoDay, formatStamp } from '#app/kit/dates.ts'
import { refuse } from '#app/kit/refusal.ts'
import { textTitles, wordsPath } from './texts.tsx'
import type { Route } from './+types/text'

export const handle: StaffHandle = { right: 'rules.write' }

/** A form that waits for its sender to sign in again is kept up to 64 kB. */
const maxCharacters = 60_000

const input = z.object({
  seen: z.string(),
  markdown: z
    .string('Write the text')
    .transform((text) => text.replaceAll('\r\n', '\n'))
    .pipe(z.string().max(maxCharacters, 'Keep it under 60,000 characters.')),
})

export async function loader({ context, params: { key }, request }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  if (!isTextKey(key)) throw data(null, { status: 404 })
  const { db, now: clock, timeZone } = context.get(shopContext)
  const countsOrders = key === 'terms' || key === 'refunds'
  const [inForce, published, tokens, accepted] = await Promise.all([
    findInForce(db, key),
    listPublished(db, key),
    listTokens(db, key),
    countsOrders ? countAccepted(db, key) : new Map<string, number>(),
  ])
  const from = new URL(request.url).searchParams.get('from')
  const older = published.find(({ version }) => version === from)?.markdown
  const isProgram = from === programVersions(key)[0]?.version
  return {
    key,
    countsOrders,
    version: inForce.version,
    from: older !== undefined || isProgram ? from : null,
    written: older ?? (isProgram ? programText(key) : inForce.markdown),
    inForce: inForce.markdown,
    tokens,
    versions: [
      ...published.map(({ version, since, publishedBy, publishedAt }) => ({
        version,
        since,
        by: `${actorName(publishedBy)}, ${formatStamp(publishedAt, timeZone, clock())}`,
        hasText: true,
      })),
      // Of the program's versions only the last is still there word by word.
      ...programVersions(key).map(({ version, since }, at) => ({
        version,
        since,
        by: 'Came with the program',
        hasText: at === 0,
      })),
    ].map((each) => ({
      ...each,
      since: formatCalendarDate(each.since),
      accepted: accepted.get(each.version) ?? 0,
    })),
  }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input,
  async run({ desk: { ctx: shop, actor, timeZone }, params: { key = '' }, input: { markdown, seen } }) {
    if (!isTextKey(key)) throw data(null, { status: 404 })
    const faults = await findFaults(shop.db, key, markdown)
    if (faults.length > 0) return { ...refuse('invalid'), faults }
    const audited = ({ version: after }: { version: string }) => ({ before: seen, after })
    const done = await actAs(shop, actor, { verb: 'text-publish', subject: key, data: audited }, (work) =>
      publishText(work, key, {
        markdown,
        by: actor,
        seen,
        today: formatIsoDay(work.now, timeZone),
        programVersions: programVersions(key).map(({ version }) => version),
      }),
    )
    if (done.ok) findAcceptedVersions.forget(shop.db)
    return done
  },
  to: ({ params }) => `${wordsPath}/${params.key}`,
  refusal: (refused) => (refused.why === 'invalid' ? { markdown: refused.faults } : changedWords),
})

async function listTokens(db: AppContext['db'], key: TextKey): Promise<string[]> {
  return tokensOf(key, [...new Set((await listAllClaims(db)).map((claim) => claim.key))])
}

async function findFaults(db: AppContext['db'], key: TextKey, markdown: string): Promise<string[]> {
  const tokens = await listTokens(db, key)
  const faults = faultsOf(key, markdown, tokens)
  const isUnknown = faults.some((fault) => fault.endsWith('is not known here.'))
  return [...faults.slice(0, 5), ...(isUnknown ? [tokenWords(tokens)] : [])]
}

function tokenWords(tokens: readonly string[]): string {
  if (tokens.length === 0) return 'This page fills in no tokens.'
  const plain = tokens.filter((token) => !token.includes(':'))
  const forms =
    ' Each is the figure; with :time before the last brace it is the figure through time, with :text the whole sentence.'
  return `Known: ${plain.join(', ')}.${plain.length < tokens.length ? forms : ''}`
}

export default function TextSheet({ loaderData: text, actionData }: Route.ComponentProps) {
  const path = `${wordsPath}/${text.key}`
  return (
    <Sheet
      title={textTitles[text.key]}
      state={<Status kind="done">Version {text.version}</Status>}
      next="Visitors read this version"
      action={
        <>
          <VerbLink to={wordsPath} look="quiet">
            All texts
          </VerbLink>
          <a className="con-link" href={`/${text.key}`}>
            The page
          </a>
        </>
      }
    >
      {text.from && !actionData && (
        <SheetNotice kind="wait">
          {`These are the words of version ${text.from}. Publish them to restore it.`}
        </SheetNotice>
      )}
      <Columns columns="minmax(0,3fr) minmax(0,2fr)">
        <Section item={1} title="Text" note={`version ${text.from ?? text.version}`}>
          <RecordForm
            label="Text"
            isWide
            fields={[
              {
                name: 'markdown',
                label: 'Markdown',
                rows: 32,
                hint: '# Title and a lead, then ## Part {#anchor}. Below a heading: paragraphs, - points, **bold**, | tables |, [label](/page). A line of nothing but links becomes buttons.',
              },
            ]}
            values={{ markdown: actionData ? text.inForce : text.written }}
            refused={actionData}
            hidden={{ seen: text.version }}
            submit="Publish"
            shortcut="⌘S"
            also={
              <Verb formAction={`${path}/preview`} formTarget="preview">
                Preview
              </Verb>
            }
          >
            <details>
              <summary className="con-link w-fit">Tokens that this page fills in</summary>
              <p className="con-hint mt-2">{tokenWords(text.tokens)}</p>
            </details>
            <p className="con-hint">
              {text.countsOrders
                ? 'Orders that are made from now on accept the new version. Earlier orders keep the one that they accepted.'
                : 'Visitors read it at once.'}
            </p>
          </RecordForm>
        </Section>
        <Section item={2} title="Versions">
          <ul className="grid gap-3">
            {text.versions.map(({ version, since, by, accepted, hasText }) => (
              <li key={version} className="grid gap-1">
                <span className="flex flex-wrap items-baseline gap-3">
                  <span className="con-code">{version}</span> <span>since {since}</span>
                  {text.countsOrders && (
                    <span className="text-muted">
                      {accepted === 1 ? '1 order accepted it' : `${accepted} orders accepted it`}
                    </span>
                  )}
                </span>
                <span className="text-faint">{by}</span>
                {hasText && version !== text.version && (
                  <a className="con-link w-fit" href={`${path}?from=${version}`}>
                    Write from {version}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </Section>
      </Columns>
    </Sheet>
  )
}
