import { staffAction } from '#app/features/staff/action.server.ts'
import { Form } from 'react-router'
import { z } from 'zod'
import { Problem } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { Photo } from '#app/features/photos/components/photo.tsx'
import { findPhoto, listUses } from '#app/features/photos/store/library.server.ts'
import { toShown } from '#app/features/photos/store.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'

import { consoleTitle } from '#app/kit/brand.ts'
import { removePhoto } from '../flows.server.ts'
import { formatSubject, photosPath } from '../rules.ts'
import { listSubjects } from '../store.server.ts'
import { countWords, kindWords, refusalWords } from '../words.ts'
import type { Route } from './+types/deletion'

export const handle: StaffHandle = { right: 'catalog.write' }
export const meta = () => [{ title: consoleTitle('Delete a photograph') }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const photo = await findPhoto(shop.db, params.hash)
  if (!photo)
    throw notFound('No Such Photograph', {
      text: refusalWords.gone,
      link: { to: photosPath, label: 'Photographs' },
    })
  const [uses, subjects] = await Promise.all([
    listUses(shop.db, photo.hash),
    listSubjects(shop.db, shop.now()),
  ])
  return {
    photo: toShown(photo, shop.files),
    uses: uses.map((use) => ({
      id: formatSubject(use),
      words: `${kindWords[use.kind]}: ${subjects.find(({ kind, key }) => kind === use.kind && key === use.key)?.name ?? use.key}`,
    })),
  }
}

export const action = staffAction({
  right: 'catalog.write',
  input: z.object({}),
  run: ({ desk, params }) => removePhoto(desk, params.hash ?? ''),
  to: photosPath,
  refusal: ({ why }) => refusalWords[why],
})

export default function Deletion({ loaderData: { photo, uses }, actionData }: Route.ComponentProps) {
  return (
    <Sheet
      title="Delete a photograph"
      heading="Delete this photograph?"
      next={
        uses.length > 0
          ? `${countWords(uses.length, 'place')} will show the drawing again`
          : 'It is used nowhere'
      }
      action={
        <>
          <VerbLink to={`${photosPath}/${photo.hash}`}>Keep it</VerbLink>
          <Form method="post">
            <Verb look="stop">Delete</Verb>
          </Form>
        </>
      }
    >
      <Section title={photo.alt}>
        <div className="grid max-w-[560px] gap-4">
          <Photo photo={photo} sizes="(width >= 600px) 560px, 100vw" isDecorative />
          {uses.length > 0 ? (
            <div className="grid gap-1">
              <p>It leaves:</p>
              <ul className="list-disc pl-5">
                {uses.map(({ id, words }) => (
                  <li key={id}>{words}</li>
                ))}
              </ul>
            </div>
          ) : (
            <p className="text-muted">No page shows it.</p>
          )}
          <Problem>{actionData?.fieldErrors.form}</Problem>
        </div>
      </Section>
    </Sheet>
  )
}
