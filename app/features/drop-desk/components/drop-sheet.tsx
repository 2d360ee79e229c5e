import { Form } from 'react-router'
import { GateBox } from '#app/features/console/components/marks.tsx'
import { Columns } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import { CheckField } from '#app/features/console/components/fields.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import type { ShownChange, ShownPlan } from '../routes/shown-plan.server.ts'
import { statusWords, verbWords } from '../words.ts'
import { LifeFrame } from './life-frame.tsx'
import { PlanFormProvider } from './plan-form.tsx'
import { LaunchSection, LookSection, NameSection, StorySection, UnitsSection } from './plan-sections.tsx'
import { PatchRows, VariantRows } from './plan-rows.tsx'
import { PreviewPane } from './preview-pane.tsx'

type Props = {
  shown: ShownPlan
  saved: string | null
  together: string
  version: number
  notified: number
  blank: { variants: string; patches: string }
  refused:
    | {
        errors: FieldErrors
        conflicts: ShownChange[]
        versioned: ShownChange[]
        revision: number | undefined
        typed: SubmittedFields
      }
    | undefined
}

/** The sheet of a drop: everything about it at the left, and how it looks and what is missing at the right. */
export function DropSheet({ shown, blank, refused, ...news }: Props) {
  const { kind, word } = statusWords[shown.status]
  const open = shown.checks.filter(({ isDone }) => !isDone)
  const [next] = shown.verbs
  const typed = refused?.typed
  const values = typed ?? shown.values
  // The revision that the fields were read from: a later one would hide what somebody else changed since.
  const revision = refused?.revision ?? (Number(typedIn(typed ?? {}, 'revision')) || shown.revision)
  return (
    <Sheet
      title={shown.number ? `Drop ${shown.number}` : 'Drop'}
      heading={shown.name}
      head={<LifeFrame status={shown.status} />}
      state={<Status kind={kind}>{word}</Status>}
      next={
        open.length > 0
          ? `${open.length === 1 ? '1 open point' : `${open.length} open points`}: ${open[0]?.words}`
          : shown.status === 'draft'
            ? 'Ready to be published'
            : undefined
      }
      cells={[
        { label: 'Rev', value: shown.revision },
        ...(shown.isReliedOn ? [{ label: 'Version', value: shown.version }] : []),
      ]}
      action={
        <>
          <Verb form="drop-plan" shortcut="⌘S" busyWords="Saving...">
            Save
          </Verb>
          {next && (
            <VerbLink
              look={verbWords[next].isStop ? 'stop' : 'primary'}
              to={`/staff/drops/${shown.slug}/${next}`}
            >
              {verbWords[next].label}
            </VerbLink>
          )}
        </>
      }
    >
      <Columns columns="minmax(0,620px) minmax(0,1fr)">
        <div>
          {!refused && <News {...news} shown={shown} />}
          <PlanFormProvider
            value={{ values, errors: refused?.errors ?? {}, conflicts: refused?.conflicts ?? [] }}
          >
            <Form method="post" id="drop-plan" noValidate aria-label="Plan of the drop">
              <input type="hidden" name="revision" value={revision} />
              {refused && <Refused {...refused} version={shown.version + 1} />}
              <NameSection shown={shown} />
              <UnitsSection shown={shown} />
              <VariantRows
                ids={rowsOf('variants', shown.variants, typed)}
                blank={blank.variants}
                photos={shown.variantPhotos}
              />
              <LaunchSection shown={shown} />
              <LookSection shown={shown} />
              <StorySection />
              <PatchRows ids={rowsOf('patches', shown.patches, typed)} blank={blank.patches} />
            </Form>
          </PlanFormProvider>
        </div>
        <PreviewPane shown={shown} />
      </Columns>
    </Sheet>
  )
}

/** The rows of a list, with those that were typed and not saved. */
function rowsOf(list: 'variants' | 'patches', known: readonly string[], typed?: SubmittedFields): string[] {
  if (!typed) return [...known]
  const ids = Object.entries(typed).flatMap(([name, value]) => {
    const [of, id = '', field] = name.split('.')
    return of === list && field !== 'remove' && value !== '' ? [id] : []
  })
  return [...new Set([...known.filter((id) => `${list}.${id}.name` in typed), ...ids])]
}

function News({ saved, together, version, notified, shown }: Omit<Props, 'blank' | 'refused'>) {
  if (saved === null) return null
  return (
    <div className="con-region grid gap-1" role="status">
      <Status kind="done">Saved as revision {shown.revision}.</Status>
      {together && (
        <p>
          Somebody else had changed {together.split(',').join(', ')} in the meantime. Both changes are saved.
        </p>
      )}
      {version > 0 && (
        <p>
          Version {version} is offered from now on. {notified} {notified === 1 ? 'order was' : 'orders were'}{' '}
          notified, and keep what they were made under.
        </p>
      )}
    </div>
  )
}

type RefusedProps = Pick<NonNullable<Props['refused']>, 'errors' | 'conflicts' | 'versioned'> & {
  version: number
}

function Refused({ errors, conflicts, versioned, version }: RefusedProps) {
  const words =
    errors.form ?? (Object.keys(errors).length > 0 ? ['Nothing was saved: see the marked fields.'] : [])
  return (
    <div className="con-region grid gap-2" role="alert">
      {words.map((sentence) => (
        <Status key={sentence} kind={conflicts.length > 0 || versioned.length > 0 ? 'review' : 'no'}>
          {sentence}
        </Status>
      ))}
      {conflicts.length > 0 && (
        <ul className="grid gap-1" aria-label="What the other person changed">
          {conflicts.map(({ field, label, before, after, by }) => (
            <li key={field}>
              {label}: <Redline before={before} after={after} /> <span className="text-faint">by {by}</span>
            </li>
          ))}
        </ul>
      )}
      {versioned.length > 0 && (
        <GateBox>
          <ul className="grid gap-1" aria-label="What the new version changes">
            {versioned.map(({ field, label, before, after }) => (
              <li key={field}>
                {label}: <Redline before={before} after={after} />
              </li>
            ))}
          </ul>
          <p className="text-muted">
            Numbers that are held or sold keep what they were bought under. Their order pages say what
            changed.
          </p>
          <CheckField name="newVersion" label={`Make it version ${version}`} />
        </GateBox>
      )}
    </div>
  )
}
