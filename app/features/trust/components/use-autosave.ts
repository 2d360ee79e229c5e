import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { FieldErrors } from '#app/http/form.ts'
import { packWords } from '../words.ts'

/** What the worksheet's action answers. */
type Answer =
  | { version: number; savedAt: string }
  | { why: 'elsewhere' | 'wrong' | 'too_many' | 'offline'; fieldErrors: FieldErrors }

/** How long after the last key the worksheet is saved, and when it is tried again without a connection. */
const [pauseMs, retryMs] = [900, 5_000]

/**
 * Saves a form as somebody types: a moment after the last key, at once when a field is left or the page is. One save at
 * a time; what is typed meanwhile goes with the next. A version that another window has saved over is overwritten only
 * when `save` is called.
 */
export function useAutosave(
  form: RefObject<HTMLFormElement | null>,
  first: { version: number; savedAt: string | null },
) {
  const fetcher = useFetcher<Answer>()
  const [status, setStatus] = useState<Status>(first.savedAt === null ? 'empty' : 'saved')
  const [savedAt, setSavedAt] = useState(first.savedAt ?? '')
  const version = useRef(first.version)
  const isDirty = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onceSaved = useRef<() => void>(undefined)

  function fields(isForced: boolean): FormData | undefined {
    if (!form.current) return undefined
    const typed = new FormData(form.current)
    typed.set('auto', 'yes')
    if (!isForced) typed.set('version', String(version.current))
    return typed
  }

  function send(isForced = false) {
    clearTimeout(timer.current)
    if (fetcher.state !== 'idle') return // the answer sends what is left
    const typed = fields(isForced)
    if (!typed) return
    isDirty.current = false
    setStatus('saving')
    void fetcher.submit(typed, { method: 'post' })
  }

  function later(ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), ms)
  }
  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })

  const { state, data: answer } = fetcher
  useEffect(() => {
    if (state !== 'idle' || !answer) return
    if ('version' in answer) {
      version.current = answer.version
      setSavedAt(answer.savedAt)
      setStatus(isDirty.current ? 'unsaved' : 'saved')
      if (isDirty.current) return later(0)
      onceSaved.current?.()
      onceSaved.current = undefined
      return
    }
    isDirty.current = true
    setStatus(answer.why)
    if (answer.why === 'offline') later(retryMs)
    // oxlint-disable-next-line react/exhaustive-deps -- an answer is worked off once, when it comes
  }, [state, answer])

  // A page that is left takes what was typed last with it.
  useEffect(() => {
    const leave = () => {
      const typed = isDirty.current && fields(false)
      if (typed) navigator.sendBeacon(location.pathname, typed)
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      clearTimeout(timer.current)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- everything it reads is a ref
  }, [])

  return {
    errors: answer && 'why' in answer && status !== 'saving' ? answer.fieldErrors : {},
    status,
    said: wordsFor(status, savedAt),
    /** Something was typed. */
    touch() {
      isDirty.current = true
      if (status !== 'elsewhere') setStatus('unsaved')
      if (status !== 'elsewhere') later(pauseMs)
    },
    /** A field was left. */
    leave() {
      if (isDirty.current && status !== 'elsewhere') send()
    },
    /** Saves whatever another window has saved meanwhile. */
    save: () => send(true),
    /** Calls once all that was typed is saved: at once where nothing is open. Returns whether it has to wait. */
    whenSaved(call: () => void): boolean {
      if (!isDirty.current && fetcher.state === 'idle') return false
      onceSaved.current = call
      send()
      return true
    },
  }
}

/** Where saving stands. */
export type Status = 'empty' | 'unsaved' | 'saving' | 'saved' | 'elsewhere' | 'wrong' | 'too_many' | 'offline'

function wordsFor(status: Status, savedAt: string): string {
  const words: Record<Status, string> = {
    empty: '',
    unsaved: packWords.unsaved,
    saving: packWords.saving,
    saved: packWords.saved(savedAt),
    elsewhere: packWords.elsewhere,
    wrong: packWords.wrong,
    too_many: packWords.tooMany,
    offline: packWords.offline,
  }
  return words[status]
}
