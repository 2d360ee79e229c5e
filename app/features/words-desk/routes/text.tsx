import { data, Form, redirect } from 'react-router'
import { countAccepted } from '#app/features/orders/store/accepted-versions.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorName, actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { diffLines, formatBody, formatText } from '#app/features/texts/rules.ts'
import { findDraft, listPublished } from '#app/features/texts/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { deskFieldsOf, TextArea, TextField } from '../../console/components/fields.tsx'
import { Columns, Section } from '../../console/components/section.tsx'
import { Sheet } from '../../console/components/sheet.tsx'
import { Status } from '../../console/components/status.tsx'
import { Verb, VerbLink } from '../../console/components/verb.tsx'
import { ChangedLines } from '../components/changed-lines.tsx'
import { TextVersions } from '../components/text-versions.tsx'
import { findInForce, listTokens, writeDraft } from '../flows.server.ts'
import { textInput } from '../input.ts'
import { gatesOf, isTextKey, programVersions, publicPathOf, wordsPath } from '../rules.ts'
import { knownTokenWords, refusalWords, syntaxWords, textTitles } from '../words.ts'
import type { Route } from './+types/text'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = ({ params: { key } }: Route.MetaArgs) => [
  { title: consoleTitle(isTextKey(key) ? textTitles[key] : 'Words') },
]

export async function loader({ context, params: { key } }: Route.LoaderArgs) {
  requireRight(context, 'rules.write')
  if (!isTextKey(key)) throw data(null, { status: 404 })
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const [inForce, draft, published, tokens, accepted] = await Promise.all([
    findInForce(db, key),
    findDraft(db, key),
    listPublished(db, key),
    listTokens(db, key),
    key === 'terms' || key === 'refunds' ? countAccepted(db, key) : new Map<string, number>(),
  ])
  const content = draft?.content ?? inForce.content
  const changed = draft ? diffLines(formatText(inForce.content), formatText(draft.content)) : []
  return {
    key,
    version: inForce.version,
    revision: draft?.revision ?? 0,
    draft: draft && {
      by: actorName(draft.savedBy),
      at: formatStamp(draft.savedAt, timeZone, now),
    },
    values: {
      title: content.title,
      lead: content.lead,
      description: content.description,
      body: formatBody(content),
    } as Record<string, string>,
    changes: changed.flatMap((line, at) => (line.kind === 'same' ? [] : [{ ...line, key: String(at) }])),
    lacks: draft ? gatesOf(key, draft.content, tokens) : [],
    knownTokens: knownTokenWords(tokens),
    versions: [
      ...published.map(({ version, since, publishedBy, publishedAt }) => ({
        version,
        since,
        by: `${actorName(publishedBy)}, ${formatStamp(publishedAt, timeZone, now)}`,
        canRestore: true,
      })),
      ...programVersions(key).map(({ version, since }, at) => ({
        version,
        since,
        by: 'Came with the program',
        canRestore: at === 0,
      })),
    ].map((each) => ({
      ...each,
      since: formatCalendarDate(each.since),
      accepted: accepted.get(each.version) ?? 0,
    })),
    countsOrders: key === 'terms' || key === 'refunds',
  }
}

/** Saves the draft. Nothing changes for visitors. */
export async function action({ context, params: { key }, request }: Route.ActionArgs) {
  const actor = actorOf(requireRight(context, 'rules.write'))
  if (!isTextKey(key)) throw data(null, { status: 404 })
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const parsed = parseForm(textInput(await listTokens(shop.db, key)), form)
  const { given } = parsed
  if (!parsed.ok)
    return data({ refusal: null, errors: parsed.fieldErrors, given, theirs: null, revision: null }, 422)
  const { document, revision } = parsed.value
  const saved = await writeDraft({ ctx: shop, actor, timeZone: shop.timeZone }, key, document, revision)
  if (saved.ok) return redirect(`${wordsPath}/${key}`, 303)
  const { now } = saved
  const none: FieldErrors = {}
  return data(
    {
      refusal: now ? refusalWords.changed : refusalWords.gone,
      errors: none,
      given,
      theirs: now ? formatBody(now.content) : null,
      revision: now?.revision ?? 0,
    },
    409,
  )
}

export default function Text({ loaderData: text, actionData }: Route.ComponentProps) {
  const path = `${wordsPath}/${text.key}`
  const field = deskFieldsOf(actionData?.given ?? text.values, actionData?.errors ?? {})
  return (
    <Sheet
      title={textTitles[text.key]}
      heading={textTitles[text.key]}
      state={
        <Status kind={text.draft ? 'half' : 'done'}>
          {text.draft ? 'Draft' : `Version ${text.version}`}
        </Status>
      }
      next={
        text.draft
          ? `Saved by ${text.draft.by}, ${text.draft.at}; visitors read version ${text.version}`
          : 'Visitors read this version'
      }
      action={
        <>
          <VerbLink to={wordsPath} look="quiet">
            All texts
          </VerbLink>
          {text.draft && <VerbLink to={`${path}/preview`}>Preview</VerbLink>}
        </>
      }
    >
      <Columns columns="minmax(0,1fr) minmax(0,1fr)">
        <Section
          item={1}
          title={text.draft ? 'Draft' : 'Text'}
          note={text.draft ? `${text.draft.by}, ${text.draft.at}` : `version ${text.version}`}
        >
          {actionData?.refusal && (
            <p className="con-error mb-3" role="alert">
              {actionData.refusal}
            </p>
          )}
          <Form method="post" className="grid gap-3" aria-label="Text" noValidate>
            <input type="hidden" name="revision" value={actionData?.revision ?? text.revision} />
            <TextField label="Title" {...field('title')} />
            <TextArea label="Lead" {...field('lead')} rows={3} />
            <TextArea label="For search engines" {...field('description')} rows={2} />
            <TextArea label="Parts" {...field('body')} rows={24} hint={syntaxWords} spellCheck />
            <details>
              <summary className="con-link w-fit">Tokens that this page fills in</summary>
              <p className="con-hint mt-2">{text.knownTokens}</p>
            </details>
            <span>
              <Verb look="primary" shortcut="⌘S" busyWords="Saving...">
                Save draft
              </Verb>
            </span>
          </Form>
          {actionData?.theirs && (
            <details className="mt-4" open>
              <summary>What the other person wrote</summary>
              <pre className="mt-2 text-xs whitespace-pre-wrap">{actionData.theirs}</pre>
            </details>
          )}
        </Section>
        <div>
          <Section item={2} title="What changes for visitors">
            {text.changes.length > 0 ? (
              <ChangedLines changes={text.changes} />
            ) : (
              <p className="text-muted">
                {text.draft ? 'The draft says what the version in force says.' : 'There is no draft.'}
              </p>
            )}
          </Section>
          {text.draft && <Publication text={text} />}
          <Section
            item={4}
            title="Versions"
            note={
              <a className="con-link" href={publicPathOf(text.key)}>
                the page
              </a>
            }
          >
            <TextVersions
              path={path}
              inForce={text.version}
              revision={text.revision}
              versions={text.versions}
              countsOrders={text.countsOrders}
            />
          </Section>
        </div>
      </Columns>
    </Sheet>
  )
}

/** Puts the draft in force, or throws it away. */
function Publication({ text }: { text: Route.ComponentProps['loaderData'] }) {
  const path = `${wordsPath}/${text.key}`
  return (
    <Section item={3} title="Publish">
      <Form method="post" action={`${path}/publication`} className="mb-3 grid gap-2" aria-label="Publish">
        <input type="hidden" name="revision" value={text.revision} />
        <p className="con-hint">
          {text.countsOrders
            ? 'Orders that are made from now on accept the new version. Earlier orders keep the one that they accepted.'
            : 'Visitors read it at once.'}
        </p>
        <Verb look="primary" gate={text.lacks.length > 0 ? text.lacks : undefined}>
          Publish
        </Verb>
      </Form>
      <Form method="post" action={`${path}/draft-removal`} aria-label="Throw the draft away">
        <input type="hidden" name="revision" value={text.revision} />
        <Verb look="stop" small>
          Throw the draft away
        </Verb>
      </Form>
    </Section>
  )
}
