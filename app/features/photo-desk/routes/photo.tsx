import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { changedWords, staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import { Form } from 'react-router'
import { SelectField } from '#app/features/console/components/fields.tsx'
import { KeyValues, EmptyList, Columns, Section } from '#app/features/console/components/section.tsx'
import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { useStamp, Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { maxAlt } from '#app/features/photos/rules.ts'
import { changePhoto, deletePhoto, findPhoto, listUses } from '#app/features/photos/store/library.server.ts'
import { toShown } from '#app/features/photos/store.server.ts'
import { actorName, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { notFound } from '#app/http/errors.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { Island } from '#app/islands/island.tsx'
import type { FocusEditorProps } from '../components/focus-editor.tsx'
import { UseButton } from '../components/photo-panel.tsx'
import {
  altInput,
  countWords,
  formatSubject,
  kindWords,
  photosPath,
  refusalWords,
  subjectOptions,
} from '../rules.ts'
import { listSubjects } from '../store.server.ts'
import type { Route } from './+types/photo'

export const handle: StaffHandle = { right: 'catalog.write', title: 'Photograph' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const photo = await findPhoto(shop.db, params.hash)
  if (!photo)
    throw notFound('No Such Photograph', {
      text: 'It was deleted, or another one took its place.',
      link: { to: photosPath, label: 'Photographs' },
    })
  const [uses, subjects] = await Promise.all([
    listUses(shop.db, photo.hash),
    listSubjects(shop.db, shop.now()),
  ])
  const named = uses.map((use) => {
    const known = subjects.find(({ kind, key }) => kind === use.kind && key === use.key)
    return { ...use, name: known?.name ?? use.key, path: known?.path }
  })
  return {
    photo: toShown(photo, shop.files),
    revision: photo.revision,
    addedAt: photo.addedAt,
    addedBy: actorName(photo.addedBy),
    uses: named,
    subjects,
  }
}

const percent = z.coerce
  .number('Enter a whole number from 0 to 100.')
  .int('Enter a whole number from 0 to 100.')
  .min(0, 'At least 0.')
  .max(100, 'At most 100.')

export const forms = {
  save: staffAction({
    right: 'catalog.write',
    input: z.object({ alt: altInput, x: percent, y: percent, revision: z.coerce.number().int().min(0) }),
    run({ desk: { ctx, actor }, params: { hash = '' }, input: { alt, x, y, revision } }) {
      type Before = { alt: string; focusX: number; focusY: number }
      const words = (is: Before) => `${is.focusX} across, ${is.focusY} down: ${is.alt}`
      const data = ({ before }: { before: Before }) => ({
        before: words(before),
        after: words({ alt, focusX: x, focusY: y }),
      })
      return actAs(ctx, actor, { verb: 'photo-change', subject: hash, data }, (work) =>
        changePhoto(work, hash, revision, { alt, focus: { x, y } }),
      )
    },
    to: ({ params }) => `${photosPath}/${params.hash}`,
    refusal: ({ why }) => (why === 'changed' ? changedWords : refusalWords[why]),
  }),
  delete: staffAction({
    right: 'catalog.write',
    input: z.object({}),
    run({ desk: { ctx, actor }, params: { hash = '' } }) {
      type Done = Extract<Awaited<ReturnType<typeof deletePhoto>>, { ok: true }>
      const data = ({ photo, uses }: Done) => ({
        alt: photo.alt,
        uses: uses.map((use) => `${formatSubject(use)} ${use.role}`).join(', '),
      })
      return actAs(ctx, actor, { verb: 'photo-delete', subject: hash, data }, (work) =>
        deletePhoto(work, hash),
      )
    },
    to: photosPath,
    refusal: ({ why }) => refusalWords[why],
  }),
}

export const action = staffVerbs(forms)

export default function PhotoSheet({ loaderData, actionData }: Route.ComponentProps) {
  const { photo, revision, addedAt, addedBy, uses, subjects } = loaderData
  const stamp = useStamp()
  const here = `${photosPath}/${photo.hash}`
  const errors: FieldErrors = actionData?.fieldErrors ?? {}
  const saving = actionData?.given.verb === 'save' ? actionData : undefined
  return (
    <Sheet
      heading={photo.alt}
      state={
        <Status kind={uses.length > 0 ? 'live' : 'todo'}>
          {uses.length > 0 ? countWords(uses.length, 'place') : 'Not used'}
        </Status>
      }
      cells={[
        { label: 'Revision', value: revision },
        { label: 'Added', value: `${stamp(addedAt)}, ${addedBy}` },
      ]}
      action={<VerbLink to={`${photosPath}/new?replaces=${photo.hash}`}>Replace</VerbLink>}
    >
      {errors.form && !saving && <SheetNotice kind="no">{errors.form.join(' ')}</SheetNotice>}
      <Columns columns="minmax(0,1fr) 372px">
        <Section item={1} title="What it shows" note="the focal point stays in sight wherever it is cropped">
          <RecordForm
            fields={[
              {
                name: 'alt',
                label: 'Alternative text',
                rows: 2,
                hint: `For those who do not see it. At most ${maxAlt} characters.`,
              },
            ]}
            values={{ alt: photo.alt }}
            refused={saving}
            hidden={{ revision }}
            sends={{ name: 'verb', value: 'save' }}
            submit="Save"
            shortcut="⌘S"
            isWide
          >
            <Island
              name="photo-focus"
              props={
                {
                  photo: saving ? { ...photo, focus: typedFocus(saving) } : photo,
                  errors,
                } satisfies FocusEditorProps
              }
            />
          </RecordForm>
        </Section>
        <div>
          <Section item={2} title="Where it is used">
            {uses.length === 0 ? (
              <EmptyList>Nowhere yet.</EmptyList>
            ) : (
              <PhotoUses uses={uses} photo={photo.hash} here={here} />
            )}
          </Section>
          <Section item={3} title="Attach">
            <Form method="post" action={`${photosPath}/uses`} className="grid gap-3">
              <input type="hidden" name="photo" value={photo.hash} />
              <input type="hidden" name="next" value={here} />
              <SelectField label="Attach to" name="subject" options={subjectOptions(subjects)} />
              <div>
                <Verb name="verb" value="attach">
                  Attach
                </Verb>
              </div>
            </Form>
          </Section>
          <Section title="File">
            <KeyValues
              rows={[
                ['Size', `${photo.width} × ${photo.height}`],
                ['Widths', photo.widths.join(', ')],
              ]}
            />
          </Section>
          <Section title="Delete">
            <Form method="post" className="grid justify-items-start gap-3">
              <p>
                {uses.length > 0
                  ? `It leaves ${countWords(uses.length, 'place')} for good: the drawing is shown there again.`
                  : 'No page shows it.'}
              </p>
              <Verb name="verb" value="delete" look="stop">
                Delete
              </Verb>
            </Form>
          </Section>
        </div>
      </Columns>
    </Sheet>
  )
}

const typedFocus = ({ given }: Refused) => ({
  x: Number(typedIn(given, 'x')) || 0,
  y: Number(typedIn(given, 'y')) || 0,
})

type Uses = Pick<Route.ComponentProps['loaderData'], 'uses'> & { photo: string; here: string }

function PhotoUses({ uses, photo, here }: Uses) {
  return (
    <ul className="grid gap-3">
      {uses.map((use) => (
        <li key={formatSubject(use)} className="grid gap-2">
          <span className="flex flex-wrap items-center gap-2">
            <Status kind={use.role === 'cover' ? 'done' : 'todo'}>
              {use.role === 'cover' ? 'Cover' : 'Gallery'}
            </Status>
            {use.path ? (
              <a className="con-link" href={use.path}>
                {use.name}
              </a>
            ) : (
              use.name
            )}
            <span className="text-faint">{kindWords[use.kind]}</span>
          </span>
          <span className="flex flex-wrap gap-2">
            <UseButton
              subject={use}
              photo={photo}
              here={here}
              verb={use.role === 'cover' ? 'gallery' : 'cover'}
              label={use.role === 'cover' ? 'To the gallery' : 'Make cover'}
            />
            <UseButton subject={use} photo={photo} here={here} verb="detach" label="Take off" />
          </span>
        </li>
      ))}
    </ul>
  )
}
