import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { classesPath, refusalWords } from '#app/features/courses/roster.ts'
import { listPlaces } from '#app/features/courses/store/roster.server.ts'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { KeptRecords } from '../components/kept-records.tsx'
import { keepPlace } from '../flows.server.ts'
import { placeFields, placeInput } from '../records.ts'
import type { Route } from './+types/places'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = () => [{ title: consoleTitle('Places') }]

export async function loader({ context }: Route.LoaderArgs) {
  const places = await listPlaces(context.get(shopContext).db)
  return {
    formKey: secretToken(),
    places: places.map(({ retiredAt, ...place }) => ({ ...place, isRetired: retiredAt !== null })),
  }
}

export const action = staffAction({
  right: 'catalog.write',
  input: placeInput,
  run: ({ desk, input: { key: formKey, id, revision, ...place } }) =>
    keepPlace({ ...desk, formKey }, { ...place, id, revision }),
  to: `${classesPath}/places`,
  refusal: ({ why }) => refusalWords(why),
})

export default function Places({ loaderData: { places, formKey }, actionData }: Route.ComponentProps) {
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
      <KeptRecords
        records={places}
        fields={placeFields}
        valuesOf={(place) => ({ name: place?.name, address: place?.address })}
        formKey={formKey}
        refused={actionData}
        one="place"
        retired="Not used any more"
        note={({ isRetired, address }) => (isRetired ? 'not used any more' : address)}
      />
    </Sheet>
  )
}
