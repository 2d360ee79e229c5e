import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#app/http/form.ts'
import type { Kept } from '../routes/keep-answers.server.ts'
import { packWords } from '../words.ts'

/** How long after the last key the worksheet is saved, and when it is tried again without a connection. */
const [pauseMs, retryMs] = [900, 5_000]

/** Where saving stands. */
type Status = 'empty' | 'unsaved' | 'saving' | 'saved' | 'elsewhere' | 'wrong' | 'too_many' | 'offline'

type Shown = { status: Status; savedAt: string; errors: FieldErrors }

/** What the saving keeps between two renderings. Nothing of it is shown. */
type Desk = {
  version: number
  isDirty: boolean
  isSending: boolean
  timer?: ReturnType<typeof setTimeout>
  onceSaved?: (() => void) | undefined
}

/**
 * Saves a form to `path` as somebody types: a moment after the last key, and at once when a field or the page is left.
 * One save at a time; what is typed meanwhile goes with the next. What another window has saved since is overwritten only
 * by `save`.
 */
export function useAutosave(
  form: RefObject<HTMLFormElement | null>,
  path: string,
  first: { version: number; savedAt: string | null },
) {
  const desk = useRef<Desk>({ version: first.version, isDirty: false, isSending: false })
  const [shown, setShown] = useState<Shown>({
    status: first.savedAt === null ? 'empty' : 'saved',
    savedAt: first.savedAt ?? '',
    errors: {},
  })
  const show = (change: Partial<Shown>) => setShown((before) => ({ ...before, ...change }))
  const mayType = shown.status !== 'elsewhere'

  function later(ms: number) {
    clearTimeout(desk.current.timer)
    desk.current.timer = setTimeout(() => void send(), ms)
  }

  async function send(isForced = false): Promise<void> {
    clearTimeout(desk.current.timer)
    if (desk.current.isSending || !form.current) return // the answer sends what is left
    const typed = typedIn(form.current, isForced ? undefined : desk.current.version)
    Object.assign(desk.current, { isDirty: false, isSending: true })
    show({ status: 'saving' })
    const kept = await post(path, typed)
    desk.current.isSending = false
    if (kept?.ok) return settle(kept)
    desk.current.isDirty = true
    show({ status: kept?.why ?? 'offline', errors: kept?.fieldErrors ?? {} })
    if (!kept) later(retryMs)
  }

  function settle({ version, savedAt }: Extract<Kept, { ok: true }>) {
    desk.current.version = version
    show({ status: desk.current.isDirty ? 'unsaved' : 'saved', savedAt, errors: {} })
    if (desk.current.isDirty) return later(0)
    desk.current.onceSaved?.()
    desk.current.onceSaved = undefined
  }

  // A page that is left takes what was typed last with it.
  useEffect(() => {
    const kept = desk.current
    const leave = () => {
      if (kept.isDirty && form.current) navigator.sendBeacon(path, typedIn(form.current, kept.version))
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      clearTimeout(kept.timer)
    }
  }, [form, path])

  return {
    status: shown.status,
    errors: shown.errors,
    said: wordsFor(shown),
    touch: () => {
      desk.current.isDirty = true
      if (!mayType) return
      show({ status: 'unsaved' })
      later(pauseMs)
    },
    leave: () => {
      if (desk.current.isDirty && mayType) void send()
    },
    save: () => void send(true),
    whenSaved: (call: () => void): boolean => {
      if (!desk.current.isDirty && !desk.current.isSending) return false
      desk.current.onceSaved = call
      void send()
      return true
    },
  }
}

function typedIn(form: HTMLFormElement, version: number | undefined): FormData {
  const typed = new FormData(form)
  if (version !== undefined) typed.set('version', String(version))
  return typed
}

/** What the shop said, or undefined when nothing came back that can be read. */
async function post(path: string, body: FormData): Promise<Kept | undefined> {
  try {
    const response = await fetch(path, { method: 'POST', body })
    return (await response.json()) as Kept
  } catch {
    return undefined
  }
}

function wordsFor({ status, savedAt }: Shown): string {
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
