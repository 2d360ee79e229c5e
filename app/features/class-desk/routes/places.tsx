import { staffAction } from '#app/features/staff/action.server.ts'
import { useLocation } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { listPlaces } from '#app/features/courses/store/roster.server.ts'
import { RevisedForm, type Refused } from '../components/forms.tsx'
import { keepPlace, placeInput } from '../flows.server.ts'
import { classesPath, refusalWords } from '../../courses/roster.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import type { Route } from './+types/places'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Places') }]

const path = `${classesPath}/places`

export async function loader({ context }: Route.LoaderArgs) {
  requireRight(context, 'catalog.write')
  const places = await listPlaces(context.get(shopContext).db)
  return {
    formKey: secretToken(),
    places: places.map(({ retiredAt, ...place }) => ({ ...place, isRetired: retiredAt !== null })),
  }
}

export const action = staffAction({
  right: 'catalog.write',
  input: placeInput,
  run: ({ desk, input: { key: formKey, id, revision, ...fields } }) =>
    keepPlace({ ...desk, formKey }, { ...fields, id, revision }),
  to: path,
  refusal: ({ why }) => refusalWords(why),
})

type Place = Route.ComponentProps['loaderData']['places'][number]

export default function Places({ loaderData: { places, formKey }, actionData }: Route.ComponentProps) {
  // The form is empty again after its own answer, and not when somebody else adds one.
  const visit = useLocation().key
  const refusedFor = (id: string) =>
    actionData && (actionData.given.id ?? '') === id ? actionData : undefined
  return (
    <Sheet
      title="Places"
      heading="Places"
      state={`${places.filter(({ isRetired }) => !isRetired).length} in use`}
      next="A class is moved on its own sheet: changing a place here mails nobody"
      action={
        <VerbLink to={classesPath} data-back="">
          All classes
        </VerbLink>
      }
    >
      {places.map((each) => (
        <Section key={each.id} title={each.name} note={each.isRetired ? 'not used any more' : each.address}>
          <details open={refusedFor(each.id) !== undefined}>
            <summary className="con-verb" data-small="" aria-label={`Change ${each.name}`}>
              Change
            </summary>
            <div className="mt-3">
              <PlaceForm place={each} formKey={formKey} refused={refusedFor(each.id)} />
            </div>
          </details>
        </Section>
      ))}
      <Section item={1} title="Add a place">
        <PlaceForm formKey={formKey} refused={refusedFor('')} key={visit} />
      </Section>
    </Sheet>
  )
}

type PlaceFormProps = { place?: Place; formKey: string; refused: Refused | undefined }

function PlaceForm({ place, formKey, refused }: PlaceFormProps) {
  const stored = { name: place?.name ?? '', address: place?.address ?? '' }
  return (
    <RevisedForm
      item={place}
      formKey={formKey}
      stored={stored}
      refused={refused}
      retired="Not used any more"
      add="Add place"
    >
      {(field) => (
        <>
          <TextField label="Name" autoComplete="off" {...field('name')} />
          <TextField
            label="Address"
            autoComplete="off"
            placeholder="1 Range Road, Miami, FL 33142"
            {...field('address')}
          />
        </>
      )}
    </RevisedForm>
  )
}
