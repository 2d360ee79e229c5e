import { data, redirect } from 'react-router'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { findPhoto } from '#app/features/photos/store/library.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { Island } from '#app/islands/island.tsx'
import type { UploadFormProps } from '../components/upload-form.tsx'
import { parseSubject, photosPath } from '../rules.ts'
import { listSubjects } from '../store.server.ts'
import { receiveUpload } from './received-upload.server.ts'
import type { Route } from './+types/new'

export const handle: StaffHandle = { right: 'catalog.write' }
export const meta = () => [{ title: consoleTitle('New photograph') }]

export async function loader({ context, request }: Route.LoaderArgs) {
  requireRight(context, 'catalog.write')
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const replaced = await findPhoto(shop.db, query.get('replaces') ?? '')
  return {
    subjects: await listSubjects(shop.db, shop.now()),
    subject: parseSubject(query.get('for')),
    next: query.has('next') ? safeLocalPath(query.get('next'), photosPath) : undefined,
    replaces: replaced && { hash: replaced.hash, alt: replaced.alt },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const sent = await receiveUpload(context, request)
  if (!sent.ok) return data({ errors: sent.errors, given: sent.given }, 422)
  if (sent.photo) return redirect(`${photosPath}/${sent.photo}`, 303)
  const query = sent.next === null ? '' : `?${new URLSearchParams({ next: sent.next })}`
  return redirect(`${photosPath}/uploads/${sent.upload}${query}`, 303)
}

export default function NewPhoto({ loaderData, actionData }: Route.ComponentProps) {
  const { subjects, subject, replaces, next } = loaderData
  return (
    <Sheet
      title={replaces ? 'Replace a photograph' : 'New photograph'}
      heading={replaces ? 'Replace a photograph' : 'New photograph'}
      next={
        replaces
          ? 'The new one takes every place of the old one, which is deleted'
          : 'Choose a picture and say what it shows'
      }
      action={<VerbLink to={replaces ? `${photosPath}/${replaces.hash}` : photosPath}>Back</VerbLink>}
    >
      <div className="con-region max-w-[560px]">
        <Island
          name="photo-upload"
          props={
            {
              ...(subject ? { subject } : !replaces && { subjects }),
              ...(replaces && { replaces }),
              ...(next !== undefined && { next }),
              errors: actionData?.errors,
              given: actionData?.given,
            } satisfies UploadFormProps
          }
        />
      </div>
    </Sheet>
  )
}
