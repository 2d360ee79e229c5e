import { data, Form, Link, redirect } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { listAllClaims } from '#app/features/claims/store.server.ts'
import { deskFieldsOf, TextArea } from '#app/features/console/components/fields.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { countAccepted, findAcceptedVersions } from '#app/features/orders/store/buyer.server.ts'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorName, actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { faultsOf, isTextKey, type TextKey, tokensOf } from '#app/features/texts/rules.ts'
import { findInForce, programText, programVersions } from '#app/features/texts/shown.server.ts'
import { listPublished, publishText } from '#app/features/texts/store.server.ts'
import type { AppContext } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatIsoDay, formatStamp } from '#app/kit/date-format.ts'
import { textTitles, wordsPath } from './words.ts'
import type { Route } from './+types/text'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = ({ params: { key } }: Route.MetaArgs) => [
  { title: consoleTitle(isTextKey(key) ? textTitles[key] : 'Words') },
]

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
    markdown: older ?? (isProgram ? programText(key) : inForce.markdown),
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

export async function action({ context, params: { key }, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const actor = actorOf(requireRight(context, 'rules.write'))
  if (!isTextKey(key)) throw data(null, { status: 404 })
  const shop = context.get(shopContext)
  const parsed = parseForm(input, await readForm(request))
  const { given } = parsed
  const answer = (status: number, errors: FieldErrors, changed?: { version: string; markdown: string }) =>
    data({ given, errors, changed: changed ?? null }, status)
  if (!parsed.ok) return answer(422, parsed.fieldErrors)
  const { markdown, seen } = parsed.value
  const faults = await findFaults(shop.db, key, markdown)
  if (faults.length > 0) return answer(422, { markdown: faults })
  const act = { verb: 'text-publish', subject: key, data: { before: seen } as Record<string, string> }
  const done = await actAs(shop, actor, act, async (work) => {
    const published = await publishText(work, key, {
      markdown,
      by: actor,
      seen,
      today: formatIsoDay(work.now, shop.timeZone),
      programVersions: programVersions(key).map(({ version }) => version),
    })
    if (published.ok) act.data.after = published.version
    return published
  })
  if (!done.ok) return answer(409, {}, await findInForce(shop.db, key))
  findAcceptedVersions.forget(shop.db)
  return redirect(`${wordsPath}/${key}`, 303)
}

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
  const changed = actionData?.changed
  const field = deskFieldsOf(actionData?.given ?? { markdown: text.markdown }, actionData?.errors ?? {})
  return (
    <Sheet
      title={textTitles[text.key]}
      heading={textTitles[text.key]}
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
      {changed && (
        <SheetNotice kind="no">
          {`Somebody else published version ${changed.version} while you wrote. Their words are below yours; publish again to put yours in their place.`}
        </SheetNotice>
      )}
      {text.from && !actionData && (
        <SheetNotice kind="wait">
          {`These are the words of version ${text.from}. Publish them to restore it.`}
        </SheetNotice>
      )}
      <Columns columns="minmax(0,3fr) minmax(0,2fr)">
        <Section item={1} title="Text" note={`version ${text.from ?? text.version}`}>
          <Form method="post" className="grid gap-3" aria-label="Text" noValidate>
            <input type="hidden" name="seen" value={changed?.version ?? text.version} />
            <TextArea
              label="Markdown"
              {...field('markdown')}
              rows={32}
              spellCheck
              hint="# Title and a lead, then ## Part {#anchor}. Below a heading: paragraphs, - points, **bold**, | tables |, [label](/page). A line of nothing but links becomes buttons."
            />
            <details>
              <summary className="con-link w-fit">Tokens that this page fills in</summary>
              <p className="con-hint mt-2">{tokenWords(text.tokens)}</p>
            </details>
            <p className="con-hint">
              {text.countsOrders
                ? 'Orders that are made from now on accept the new version. Earlier orders keep the one that they accepted.'
                : 'Visitors read it at once.'}
            </p>
            <span className="flex flex-wrap gap-3">
              <Verb look="primary" shortcut="⌘S" busyWords="Publishing...">
                Publish
              </Verb>
              <Verb formAction={`${path}/preview`} formTarget="preview">
                Preview
              </Verb>
            </span>
          </Form>
          {changed && (
            <details className="mt-4" open>
              <summary>What the other person published</summary>
              <pre className="mt-2 text-xs whitespace-pre-wrap">{changed.markdown}</pre>
            </details>
          )}
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
                  <Link className="con-link w-fit" to={`${path}?from=${version}`}>
                    Write from {version}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </Section>
      </Columns>
    </Sheet>
  )
}
