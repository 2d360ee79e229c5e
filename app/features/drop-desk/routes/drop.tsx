import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { dropPath } from '#app/features/drops/rules.ts'
import { readPlan } from '#app/features/drops/plan-fields.ts'
import { FromLibrary, PhotoPanel, SubjectPhotos } from '#app/features/photo-desk/components/photo-panel.tsx'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { SubmittedFields } from '#app/http/form.ts'
import { changePlan } from '../flows.server.ts'
import { photoCountWords, PlanForm } from '../plan-form.tsx'
import { revisionInput, statusWords, verbFacts } from '../rules.ts'
import { findShownPlan, noSuchDrop, planErrors, type ShownPlan } from '../shown-plan.server.ts'
import type { Route } from './+types/drop'

export const handle: StaffHandle = { right: 'drops.write' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shown = await findShownPlan(context.get(shopContext), params.slug)
  if (!shown) throw noSuchDrop(params.slug)
  return {
    shown,
    isSaved: new URL(request.url).searchParams.has('saved'),
    blank: randomUUID(),
  }
}

const planInput = z.looseObject({ revision: revisionInput }).transform(({ revision, ...typed }, ctx) => {
  const read = readPlan(typed as SubmittedFields)
  if (read.ok) return { seen: revision, plan: read.plan }
  for (const [field, messages = []] of Object.entries(read.errors))
    for (const message of messages) ctx.addIssue({ code: 'custom', path: [field], message })
  return z.NEVER
})

export const action = staffAction({
  right: 'drops.write',
  input: planInput,
  async run({ desk, params: { slug = '' }, input, context, request }) {
    // What buyers rely on is changed by somebody who is there.
    if ((await findShownPlan(desk.ctx, slug))?.isReliedOn) await requireRecentSignIn(context, request)
    return changePlan(desk, slug, input)
  },
  to: (_, { slug, revision }) => `/staff/drops/${slug}?saved=${revision}`,
  refusal: (refused, { plan }) => planErrors(refused, plan),
})

export default function Drop({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, isSaved, blank } = loaderData
  const { kind, word } = statusWords[shown.status]
  const { open } = shown
  const [next] = shown.verbs
  return (
    <Sheet
      title={shown.number ? `Drop ${shown.number}` : 'Drop'}
      heading={shown.name}
      tab={shown.name}
      state={<Status kind={kind}>{word}</Status>}
      next={
        open.length > 0
          ? `${open.length === 1 ? '1 open point' : `${open.length} open points`}: ${open[0]}`
          : shown.status === 'draft'
            ? 'Ready to be published'
            : undefined
      }
      cells={[
        { label: 'Rev', value: shown.revision },
        { label: 'By', value: shown.changedBy },
      ]}
      action={
        <>
          <Verb form="drop-plan" shortcut="⌘S" busyWords="Saving...">
            Save
          </Verb>
          {next && (
            <VerbLink
              look={verbFacts(next).isStop ? 'stop' : 'primary'}
              to={`/staff/drops/${shown.slug}/${next}`}
            >
              {verbFacts(next).label}
            </VerbLink>
          )}
        </>
      }
    >
      <Columns columns="minmax(0,620px) minmax(0,1fr)">
        <div>
          {isSaved && !actionData && (
            <p className="con-region" role="status">
              <Status kind="done">Saved as revision {shown.revision}.</Status>
            </p>
          )}
          <PlanForm shown={shown} blank={blank} refused={actionData} />
        </div>
        <Pane shown={shown} />
      </Columns>
    </Sheet>
  )
}

function Pane({ shown }: { shown: ShownPlan }) {
  const { slug, open, verbs } = shown
  return (
    <div className="sticky top-0 min-w-0 self-start max-xl:static">
      {open.length > 0 && (
        <Section title={shown.isPublished ? 'What the page needs' : 'Before it may be published'}>
          <ul className="grid gap-1">
            {open.map((words) => (
              <li key={words}>
                <Status kind="todo">{words}</Status>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <PhotoPanel subject={{ kind: 'drop', key: slug }} photos={shown.photos} here={`/staff/drops/${slug}`} />
      <VariantPhotos {...shown} />
      <Section title="Do">
        <div className="flex flex-wrap gap-2">
          {verbs.map((verb) => (
            <VerbLink
              key={verb}
              small
              to={`/staff/drops/${slug}/${verb}`}
              {...(verbFacts(verb).isStop && { look: 'stop' as const })}
            >
              {verbFacts(verb).label}
            </VerbLink>
          ))}
          <VerbLink small to={`/staff/drops/${slug}/preview?day=opening`} target="_blank">
            Preview
          </VerbLink>
          <VerbLink small to={`/staff/drops/new?from=${slug}`}>
            Copy
          </VerbLink>
          {shown.isPublished && (
            <>
              <VerbLink small to="/staff/catalog/patches">
                Patches
              </VerbLink>
              <VerbLink small to={`/staff/drops/${slug}/live`}>
                Live board
              </VerbLink>
              <VerbLink small to={dropPath(shown)}>
                Its page
              </VerbLink>
            </>
          )}
        </div>
      </Section>
    </div>
  )
}

type VariantPhotosProps = Pick<ShownPlan, 'slug' | 'variants' | 'variantPhotos' | 'values'>

/** The photographs of each saved variant, folded. They are outside the form: each change of them is saved at once. */
function VariantPhotos({ slug, variants, variantPhotos, values }: VariantPhotosProps) {
  if (variants.length === 0) return null
  return (
    <Section title="Photographs of the variants">
      <div className="grid gap-3">
        {variants.map((id) => {
          const subject = { kind: 'variant' as const, key: id }
          const photos = variantPhotos[id] ?? []
          return (
            <details key={id}>
              <summary className="con-link w-fit">
                {values[`variants.${id}.name`] || 'A variant without a name'},{' '}
                {photoCountWords(photos.length)}
              </summary>
              <div className="grid gap-3 py-3" id={`photos-${id}`}>
                <p>
                  <FromLibrary subject={subject} />
                </p>
                <SubjectPhotos subject={subject} photos={photos} here={`/staff/drops/${slug}`} />
              </div>
            </details>
          )
        })}
      </div>
    </Section>
  )
}
