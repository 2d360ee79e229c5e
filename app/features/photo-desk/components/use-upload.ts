import { useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#app/http/form.ts'
import { sendWithProgress } from '#app/http/send-with-progress.ts'
import { photosPath, uploadPaths, type UploadState } from '../rules.ts'

/** The state of an upload in this browser. */
export type Progress =
  | { step: 'idle' }
  | { step: 'sending'; share: number }
  | { step: 'checking' }
  | { step: 'making'; done: number; total: number }
  | { step: 'done'; photo: string }
  | { step: 'failed' }
  | { step: 'refused'; errors: FieldErrors }
  | { step: 'lost' }

type Answer = { ok: true; upload?: string; photo?: string } | { ok: false; errors: FieldErrors }

/** How often the making of the files is looked at. */
const lookEveryMs = 700

/** Sends a form with a picture, and watches it until it is in the library. `onDone` hears its hash. */
export function useUpload(onDone: (photo: string) => void) {
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
