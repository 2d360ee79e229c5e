import type { RouterContextProvider } from 'react-router'
import { receivePhoto } from '#app/features/photos/flows.server.ts'
import { maxBytes } from '#app/features/photos/rules.ts'
import { refusalWords } from '#app/features/photos/words.ts'
import { requireRight } from '#app/features/staff/access.server.ts'
import { actorOf } from '#app/features/staff/rules.ts'
import { receiveForm } from '#app/files/receive-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, type SubmittedFields } from '#app/http/form.ts'
import { uploadInput } from '../input.ts'

export type SentPhoto =
  | { ok: true; upload?: string; photo?: string; next: string | null }
  | { ok: false; errors: FieldErrors; given: SubmittedFields }

/** Takes a form with a picture. The right is checked before a byte of it is read. */
export async function receiveUpload(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<SentPhoto> {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'catalog.write')
  const limits = { dataDir: shop.dataDir, maxFileBytes: maxBytes.film, maxFiles: 2 }
  return receiveForm(request, limits, async ({ fields, files }) => {
    const parsed = parseForm(uploadInput, fields)
    const photo = files.find(({ field }) => field === 'photo')
    const film = files.find(({ field }) => field === 'film')
    const errors: FieldErrors = parsed.ok ? {} : { ...parsed.fieldErrors }
    if (!photo) errors['photo'] = ['Choose a picture.']
    else if (photo.isTooLarge) errors['photo'] = [refusalWords.too_large]
    if (film?.isTooLarge) errors['film'] = [refusalWords.film_too_large]
    const given = parsed.ok ? (Object.fromEntries(fields) as SubmittedFields) : parsed.given
    if (!parsed.ok || !photo || Object.keys(errors).length > 0) return { ok: false, errors, given }
    const sent = { photo: photo.path, film: film?.path }
    const received = await receivePhoto(shop, actorOf(member), sent, parsed.value)
    if (!received.ok) {
      const field = received.why.startsWith('film_') ? 'film' : 'photo'
      return { ok: false, errors: { [field]: [refusalWords[received.why]] }, given }
    }
    const next = fields.get('next')
    return { ...received, next: typeof next === 'string' ? next : null }
  })
}
