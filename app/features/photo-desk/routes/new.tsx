import { redirect } from 'react-router'
import { z } from 'zod'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { type PhotoRefusal, receivePhoto } from '#app/features/photos/files.server.ts'
import { maxBytes, maxPixels, minSide } from '#app/features/photos/rules.ts'
import { findPhoto } from '#app/features/photos/store/library.server.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { formError } from '#app/http/errors.ts'
import { SubjectPhotos, UploadForm } from '../components/photo-panel.tsx'
import { altInput, hashInput, parseSubject, photosPath, subjectInput } from '../rules.ts'
import { listPanelPhotos } from '../store.server.ts'
import type { Route } from './+types/new'

export const handle: StaffHandle = { right: 'catalog.write' }

export async function loader({ context, request }: Route.LoaderArgs) {
  requireRight(context, 'catalog.write')
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const replaced = await findPhoto(shop.db, query.get('replaces') ?? '')
  const subject = parseSubject(query.get('for'))
  return {
    subject,
    photos: subject && (await listPanelPhotos(shop, subject)),
    next: query.has('next') ? safeLocalPath(query.get('next'), photosPath) : undefined,
    replaces: replaced && { hash: replaced.hash, alt: replaced.alt },
  }
}

const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional()

/** The right is checked before a byte of it is read. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const actor = actorOf(requireRight(context, 'catalog.write'))
  const limits = { dataDir: shop.dataDir, maxFileBytes: maxBytes }
  return receiveForm(request, limits, async ({ fields, files: [photo] }) => {
    const parsed = parseForm(
      z.object({
        alt: altInput,
        subject: orNothing(subjectInput),
        replaces: orNothing(hashInput),
      }),
      fields,
    )
    const errors: FieldErrors = parsed.ok ? {} : { ...parsed.fieldErrors }
    if (!photo) errors['photo'] = ['Choose a picture.']
    else if (photo.isTooLarge) errors['photo'] = [fileWords.too_large]
    const given = Object.fromEntries(fields) as SubmittedFields
    if (!parsed.ok || !photo || errors['photo']) return formError(422, errors, given)
    const received = await receivePhoto(shop, actor, photo.path, parsed.value)
    if (!received.ok) return formError(422, { photo: [fileWords[received.why]] }, given)
    const next = fields.get('next')
    return redirect(
      safeLocalPath(typeof next === 'string' ? next : null, `${photosPath}/${received.hash}`),
      303,
    )
  })
}

const fileWords = {
  empty: 'The file is empty. Choose another one.',
  too_large: `The file is larger than ${maxBytes / 1024 / 1024} MB. Export it smaller; ${maxPixels / 1_000_000} megapixels are plenty.`,
  too_many_pixels: `The picture has more than ${maxPixels / 1_000_000} megapixels. Export it smaller.`,
  too_small: `The picture is too small to be shown: each side needs at least ${minSide} pixels.`,
  unreadable: 'The picture cannot be read to its end. It may be cut off: copy or export it again.',
  unknown_type: 'This is not a picture that we can use. Choose a JPEG, PNG, WebP or AVIF.',
  is_film: 'This is a film. Choose a picture.',
  heic: 'This is a HEIC picture. Export it as JPEG, or set the phone to "Most Compatible".',
  svg: 'This is an SVG drawing, which could run script. Export it as PNG.',
  gif: 'This is a GIF. Save it as PNG.',
  pdf: 'This is a PDF. Export the page as JPEG or PNG.',
} satisfies Record<PhotoRefusal, string>

export default function NewPhoto({ loaderData, actionData }: Route.ComponentProps) {
  const { subject, photos, replaces, next } = loaderData
  const answer = { errors: actionData?.fieldErrors, given: actionData?.given }
  return (
    <Sheet
      title={replaces ? 'Replace a photograph' : 'New photograph'}
      next={
        replaces
          ? 'The new one takes every place of the old one, which is deleted'
          : 'Choose a picture and say what it shows'
      }
      action={<VerbLink to={replaces ? `${photosPath}/${replaces.hash}` : photosPath}>Back</VerbLink>}
    >
      <div className="con-region max-w-[560px]">
        {subject && photos ? (
          <SubjectPhotos subject={subject} photos={photos} here={next ?? photosPath} {...answer} />
        ) : (
          <UploadForm replaces={replaces} next={next} {...answer} />
        )}
      </div>
    </Sheet>
  )
}
