import { type DragEvent, type SubmitEvent, type ReactNode, useRef, useState, useEffect } from 'react'
import { Status } from '#app/features/console/components/status.tsx'
import { SelectField, TextArea, FileField } from '#app/features/console/components/fields.tsx'
import { maxAlt, maxBytes, type Subject } from '#app/features/photos/rules.ts'
import { refusalWords } from '#app/features/photos/words.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { Progress as Bar } from '#app/ui/progress.tsx'
import {
  formatSubject,
  groupSubjects,
  type NamedSubject,
  photosPath,
  uploadPaths,
  type UploadState,
} from '../rules.ts'
import { failedWords, kindWords } from '../words.ts'
import { sendWithProgress } from '#app/http/send-with-progress.ts'

export type UploadFormProps = {
  subject?: Subject | undefined
  subjects?: readonly NamedSubject[]
  replaces?: { hash: string; alt: string }
  next?: string
  errors?: FieldErrors | undefined
  given?: SubmittedFields | undefined
  stays?: boolean
}

export function UploadForm({ subject, subjects, replaces, next, errors, given, stays }: UploadFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { progress, send, refuse } = useUpload((hash) => {
    form.current?.reset()
    photo.current?.dispatchEvent(new Event('change', { bubbles: true }))
    const part = form.current?.closest<HTMLElement>('[data-part]')
    if (stays && part)
      void import('#app/site/parts.ts').then(({ refreshPart }) =>
        refreshPart(part.dataset.part ?? '', location.href),
      )
    else location.assign(next ?? `${photosPath}/${hash}`)
  })
  const wrong = progress.step === 'refused' ? progress.errors : progress.step === 'idle' ? errors : undefined
  // A refused form comes back for the same thing.
  const aim = new URLSearchParams({
    ...(subject && { for: formatSubject(subject) }),
    ...(replaces && { replaces: replaces.hash }),
    ...(next !== undefined && { next }),
  })
  const isBusy = ['sending', 'checking', 'making'].includes(progress.step)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const sent = new FormData(event.currentTarget)
    const found = findErrors(sent)
    if (found) refuse(found)
    else void send(sent)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (!photo.current || !file) return
    photo.current.files = event.dataTransfer.files
    photo.current.dispatchEvent(new Event('change', { bubbles: true }))
  }

  return (
    <form
      ref={form}
      className="grid gap-3 data-over:outline-2 data-over:outline-offset-4 data-over:outline-accent"
      data-over={isOver || undefined}
      method="post"
      action={`${uploadPaths.plain}?${aim}`}
      encType="multipart/form-data"
      onSubmit={submit}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      noValidate
    >
      {subject && <input type="hidden" name="subject" value={formatSubject(subject)} />}
      {replaces && <input type="hidden" name="replaces" value={replaces.hash} />}
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      <FileField
        ref={photo}
        label="Picture"
        name="photo"
        accept="image/jpeg,image/png,image/webp,image/avif"
        hint="JPEG, PNG, WebP or AVIF, up to 25 MB and 60 megapixels. Camera data and place are taken out."
        errors={wrong?.['photo']}
      />
      <TextArea
        label="What it shows"
        name="alt"
        hint={`For those who do not see it. Required, at most ${maxAlt} characters.`}
        defaultValue={typeof given?.['alt'] === 'string' ? given['alt'] : replaces?.alt}
        errors={wrong?.['alt']}
        required
      />
      {subjects && (
        <SelectField
          label="Attach to"
          name="subject"
          options={subjectOptions(subjects)}
          defaultValue={typeof given?.['subject'] === 'string' ? given['subject'] : ''}
          errors={wrong?.['subject']}
        />
      )}
      <details className="con-field" open={wrong?.['film'] !== undefined || undefined}>
        <summary className="con-link w-fit">Film</summary>
        <FileField
          label="Film"
          name="film"
          accept="video/mp4,video/webm"
          hint="MP4 or WebM, up to 60 MB, played without sound. The picture is shown until somebody plays it."
          errors={wrong?.['film']}
        />
      </details>
      <div className="flex flex-wrap items-center gap-3">
        {/* A `<Verb>` would bring the router's links into the island. */}
        <button type="submit" className="con-verb" data-look="primary">
          {replaces ? 'Replace' : 'Upload'}
        </button>
        <Stand progress={progress} />
      </div>
      {errors?.['form'] && <Status kind="no">{errors['form'].join(' ')}</Status>}
    </form>
  )
}

function Stand({ progress }: { progress: Progress }) {
  const share = shareDone(progress)
  return (
    <div className="grid min-w-32 flex-1 gap-1" aria-live="polite">
      <StandWords progress={progress} />
      {share !== undefined && <Bar value={share * 100} max={100} label="Upload" />}
    </div>
  )
}

function StandWords({ progress }: { progress: Progress }): ReactNode {
  switch (progress.step) {
    case 'idle':
      return null
    case 'sending':
      return <Status kind="half">{`Sending, ${Math.floor(progress.share * 10) * 10} %`}</Status>
    case 'checking':
      return <Status kind="half">Reading the picture</Status>
    case 'making':
      return <Status kind="half">Making its sizes</Status>
    case 'done':
      return <Status kind="done">In the library</Status>
    case 'failed':
      return <Status kind="no">{failedWords}</Status>
    case 'refused':
      return <Status kind="no">Not taken. See above.</Status>
    case 'lost':
      return <Status kind="no">The line broke. What you typed is still here: send it again.</Status>
    default:
      return progress satisfies never
  }
}

function shareDone(progress: Progress): number | undefined {
  if (progress.step === 'sending') return progress.share / 2
  if (progress.step === 'checking') return 0.5
  return progress.step === 'making' ? 0.5 + progress.done / progress.total / 2 : undefined
}

/** What can be seen before anything is sent. The server looks at the rest. */
function findErrors(form: FormData): FieldErrors | undefined {
  const [photo, film, alt] = [form.get('photo'), form.get('film'), form.get('alt')]
  const errors: FieldErrors = {}
  if (!(photo instanceof File) || photo.size === 0) errors['photo'] = ['Choose a picture.']
  else if (photo.size > maxBytes.photo) errors['photo'] = [refusalWords.too_large]
  if (film instanceof File && film.size > maxBytes.film) errors['film'] = [refusalWords.film_too_large]
  if (typeof alt !== 'string' || !alt.trim())
    errors['alt'] = ['Say what the photograph shows, for those who do not see it.']
  return Object.keys(errors).length > 0 ? errors : undefined
}

export function subjectOptions(subjects: readonly NamedSubject[]): [string, string][] {
  return [
    ['', 'Nothing yet'],
    ...groupSubjects(subjects).flatMap(([kind, ofKind]) =>
      ofKind.map((each): [string, string] => [formatSubject(each), `${kindWords[kind]}: ${each.name}`]),
    ),
  ]
}

type Progress =
  | { step: 'idle' }
  | { step: 'sending'; share: number }
  | { step: 'checking' }
  | { step: 'making'; done: number; total: number }
  | { step: 'done'; photo: string }
  | { step: 'failed' }
  | { step: 'refused'; errors: FieldErrors }
  | { step: 'lost' }

type Answer = { ok: true; upload?: string; photo?: string } | { ok: false; errors: FieldErrors }

const lookEveryMs = 700

function useUpload(onDone: (photo: string) => void) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' })
  const request = useRef<AbortController>(null)
  const looking = useRef<number>(0)
  useEffect(
    () => () => {
      request.current?.abort()
      window.clearTimeout(looking.current)
    },
    [],
  )

  function finish(photo: string) {
    setProgress({ step: 'done', photo })
    onDone(photo)
  }

  async function look(upload: string): Promise<void> {
    const answer = await fetch(`${photosPath}/uploads/${upload}/progress`).catch(() => undefined)
    const state = answer?.ok ? ((await answer.json()) as UploadState) : undefined
    if (state?.state === 'done') return finish(state.photo)
    if (state?.state === 'failed') return setProgress({ step: 'failed' })
    if (state) setProgress({ step: 'making', done: state.done, total: state.total })
    looking.current = window.setTimeout(() => void look(upload), lookEveryMs)
  }

  async function send(form: FormData): Promise<void> {
    const sending = new AbortController()
    request.current = sending
    setProgress({ step: 'sending', share: 0 })
    const answer = await sendWithProgress<Answer>(uploadPaths.script, form, {
      onProgress: (share) => setProgress(share < 1 ? { step: 'sending', share } : { step: 'checking' }),
      signal: sending.signal,
    })
    if (!answer) setProgress({ step: 'lost' })
    else if (!answer.ok) setProgress({ step: 'refused', errors: answer.errors })
    else if (answer.photo) finish(answer.photo)
    else if (answer.upload) await look(answer.upload)
  }

  return { progress, send, refuse: (errors: FieldErrors) => setProgress({ step: 'refused', errors }) }
}
