import { FileField, Problem, TextArea } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { Photo } from '#app/features/photos/components/photo.tsx'
import { maxAlt, type Subject } from '#app/features/photos/rules.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { formatSubject, photosPath, type SubjectPhoto, type UseVerb } from '../rules.ts'

type Props = {
  subject: Subject
  photos: readonly SubjectPhoto[]
  here: string
  item?: number
  /** Whether the rest of the page stays as it is when something is changed here: somebody may be typing in it. */
  stays?: boolean
}

export function PhotoPanel({ item, ...panel }: Props) {
  return (
    <Section
      title="Photographs"
      {...(item !== undefined && { item })}
      note={<FromLibrary subject={panel.subject} />}
    >
      <SubjectPhotos {...panel} />
    </Section>
  )
}

export function FromLibrary({ subject }: Pick<Props, 'subject'>) {
  return (
    <a className="con-link" href={`${photosPath}?for=${encodeURIComponent(formatSubject(subject))}`}>
      From the library
    </a>
  )
}

type SubjectProps = Omit<Props, 'item'> & Pick<UploadFormProps, 'errors' | 'given'>

export function SubjectPhotos({ subject, photos, here, stays = true, errors, given }: SubjectProps) {
  const part = `photos-${formatSubject(subject)}`
  const inside = stays ? part : undefined
  return (
    <div className="grid gap-4" data-part={part}>
      {photos.length === 0 ? (
        <p className="text-muted">No photograph yet: the drawing is shown.</p>
      ) : (
        <ol className="grid gap-3">
          {photos.map((each, at) => (
            <PanelRow
              key={each.photo.hash}
              each={each}
              subject={subject}
              here={here}
              inside={inside}
              isFirst={at === 0}
              isLast={at === photos.length - 1}
            />
          ))}
        </ol>
      )}
      <UploadForm subject={subject} next={here} inside={inside} errors={errors} given={given} />
    </div>
  )
}

type RowProps = Pick<UseProps, 'subject' | 'here' | 'inside'> & {
  each: SubjectPhoto
  isFirst: boolean
  isLast: boolean
}

function PanelRow({ each: { photo, role }, subject, here, inside, isFirst, isLast }: RowProps) {
  const verb = { subject, photo: photo.hash, here, inside }
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] gap-3">
      <a href={`${photosPath}/${photo.hash}`}>
        <Photo photo={photo} sizes="112px" className="aspect-[4/3] border border-control" />
      </a>
      <div className="grid content-start gap-2">
        <p className="line-clamp-2">{photo.alt}</p>
        <div className="flex flex-wrap items-center gap-2">
          <Status kind={role === 'cover' ? 'done' : 'todo'}>{role === 'cover' ? 'Cover' : 'Gallery'}</Status>
          {role === 'cover' ? (
            <UseButton {...verb} verb="gallery" label="To the gallery" />
          ) : (
            <UseButton {...verb} verb="cover" label="Make cover" />
          )}
          {!isFirst && <UseButton {...verb} verb="earlier" label="Earlier" />}
          {!isLast && <UseButton {...verb} verb="later" label="Later" />}
          <UseButton {...verb} verb="detach" label="Take off" />
        </div>
      </div>
    </li>
  )
}

type UseProps = {
  subject: Subject
  photo: string
  here: string
  /** The part of the page that alone changes. */
  inside?: string | undefined
  verb: UseVerb
  label: string
}

export function UseButton({ subject, photo, here, inside, verb, label }: UseProps) {
  const name = formatSubject(subject)
  return (
    <form method="post" action={`${photosPath}/uses`} data-inside={inside}>
      <input type="hidden" name="subject" value={name} />
      <input type="hidden" name="photo" value={photo} />
      <input type="hidden" name="next" value={here} />
      {/* By its id the keyboard stays on it; the two that follow one another are one. */}
      <Verb
        id={`${verb === 'gallery' ? 'cover' : verb}-${photo}-${name}`}
        small
        name="verb"
        value={verb}
        busyWords="Saving"
      >
        {label}
      </Verb>
    </form>
  )
}

type UploadFormProps = {
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
      <Problem>{errors['form']}</Problem>
    </form>
  )
}
