import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#app/http/form.ts'
import type { SaveResult } from '../routes/save-draft.server.ts'
import { packWords } from '../words.ts'

/** The pause after the last key before a save, and the wait before a retry. */
const [pauseMs, retryMs] = [900, 5_000]

/** `conflict`: another window saved since. */
export type AutosaveStatus =
  | ('empty' | 'unsaved' | 'saving' | 'saved')
  | ('conflict' | 'invalid' | 'too_many' | 'offline')

type View = { status: AutosaveStatus; savedAt: string; errors: FieldErrors }

/** State between renderings that is not shown. */
type SaveState = {
  version: number
  isDirty: boolean
  isSending: boolean
  timer?: ReturnType<typeof setTimeout>
  onceSaved?: (() => void) | undefined
}

/**
 * Saves a form to `path` while somebody types: shortly after the last key, and at once on blur and when the page is left.
 * One save runs at a time. Only `save` overwrites what another window saved since.
 */
export function useAutosave(
  form: RefObject<HTMLFormElement | null>,
  path: string,
  first: { version: number; savedAt: string | null },
) {
  const saveState = useRef<SaveState>({ version: first.version, isDirty: false, isSending: false })
  const [shown, setShown] = useState<View>({
    status: first.savedAt === null ? 'empty' : 'saved',
    savedAt: first.savedAt ?? '',
    errors: {},
  })
  const show = (change: Partial<View>) => setShown((before) => ({ ...before, ...change }))
  const mayType = shown.status !== 'conflict'

  function later(ms: number) {
    clearTimeout(saveState.current.timer)
    saveState.current.timer = setTimeout(() => void send(), ms)
  }

  async function send(isForced = false): Promise<void> {
    clearTimeout(saveState.current.timer)
    if (saveState.current.isSending || !form.current) return // the running save sends the rest when it ends
    const typed = typedIn(form.current, isForced ? undefined : saveState.current.version)
    Object.assign(saveState.current, { isDirty: false, isSending: true })
    show({ status: 'saving' })
    const saved = await post(path, typed)
    saveState.current.isSending = false
    if (saved?.ok) return settle(saved)
    saveState.current.isDirty = true
    show({ status: saved?.why ?? 'offline', errors: saved?.fieldErrors ?? {} })
    if (!saved) later(retryMs)
  }

  function settle({ version, savedAt }: Extract<SaveResult, { ok: true }>) {
    saveState.current.version = version
    show({ status: saveState.current.isDirty ? 'unsaved' : 'saved', savedAt, errors: {} })
    if (saveState.current.isDirty) return later(0)
    saveState.current.onceSaved?.()
    saveState.current.onceSaved = undefined
  }

  // The last change is sent when the page is left.
  useEffect(() => {
    const saved = saveState.current
    const leave = () => {
      if (saved.isDirty && form.current) navigator.sendBeacon(path, typedIn(form.current, saved.version))
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      clearTimeout(saved.timer)
    }
  }, [form, path])

  return {
    status: shown.status,
    errors: shown.errors,
    text: wordsFor(shown),
    touch: () => {
      saveState.current.isDirty = true
      if (!mayType) return
      show({ status: 'unsaved' })
      later(pauseMs)
    },
    leave: () => {
      if (saveState.current.isDirty && mayType) void send()
    },
    save: () => void send(true),
    whenSaved: (call: () => void): boolean => {
      if (!saveState.current.isDirty && !saveState.current.isSending) return false
      saveState.current.onceSaved = call
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

/** The server's answer, or undefined without a readable one. */
async function post(path: string, body: FormData): Promise<SaveResult | undefined> {
  try {
    const response = await fetch(path, { method: 'POST', body })
    return (await response.json()) as SaveResult
  } catch {
    return undefined
  }
}

function wordsFor({ status, savedAt }: View): string {
  const words: Record<AutosaveStatus, string> = {
    empty: '',
    unsaved: packWords.unsaved,
    saving: packWords.saving,
    saved: packWords.saved(savedAt),
    conflict: packWords.conflict,
    invalid: packWords.invalid,
    too_many: packWords.tooMany,
    offline: packWords.offline,
  }
  return words[status]
}
