import { Link } from 'react-router'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { Subject } from '#app/features/photos/rules.ts'
import { formatSubject, photosPath, type SubjectPhoto, type UseVerb } from '../rules.ts'
import { UploadForm, type UploadFormProps } from './upload-form.tsx'

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
    <Link className="con-link" to={`${photosPath}?for=${encodeURIComponent(formatSubject(subject))}`}>
      From the library
    </Link>
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
      <Link to={`${photosPath}/${photo.hash}`}>
        <Photo photo={photo} sizes="112px" className="aspect-[4/3] border border-control" />
      </Link>
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
