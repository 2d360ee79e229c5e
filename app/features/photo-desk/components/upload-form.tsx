import { FileField, TextArea } from '#app/features/console/components/fields.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { maxAlt, type Subject } from '#app/features/photos/rules.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { formatSubject, photosPath } from '../rules.ts'

export type UploadFormProps = {
  subject?: Subject | undefined
  replaces?: { hash: string; alt: string } | undefined
  next?: string | undefined
  /** The part of the page that alone changes. */
  inside?: string | undefined
  errors?: FieldErrors | undefined
  given?: SubmittedFields | undefined
}

export function UploadForm(props: UploadFormProps) {
  const { subject, replaces, next, inside, errors = {}, given = {} } = props
  // A refused form comes back for the same thing.
  const aim = new URLSearchParams({
    ...(subject && { for: formatSubject(subject) }),
    ...(replaces && { replaces: replaces.hash }),
    ...(next !== undefined && { next }),
  })
  return (
    <form
      className="grid gap-3"
      method="post"
      action={`${photosPath}/new?${aim}`}
      encType="multipart/form-data"
      data-inside={inside}
      noValidate
    >
      {subject && <input type="hidden" name="subject" value={formatSubject(subject)} />}
      {replaces && <input type="hidden" name="replaces" value={replaces.hash} />}
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      <FileField
        label="Picture"
        name="photo"
        accept="image/jpeg,image/png,image/webp,image/avif"
        hint="JPEG, PNG, WebP or AVIF, up to 25 MB and 60 megapixels. Camera data and place are taken out."
        errors={errors['photo']}
      />
      <TextArea
        label="What it shows"
        name="alt"
        hint={`For those who do not see it. Required, at most ${maxAlt} characters.`}
        defaultValue={typedIn(given, 'alt') || replaces?.alt}
        errors={errors['alt']}
        required
      />
      <div>
        <Verb look="primary" busyWords="Uploading, and making its sizes">
          {replaces ? 'Replace' : 'Upload'}
        </Verb>
      </div>
      {errors['form'] && <Status kind="no">{errors['form'].join(' ')}</Status>}
    </form>
  )
}
