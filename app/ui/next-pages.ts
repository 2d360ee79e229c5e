import { useEffect } from 'react'
import { useFormTargets } from './use-form-targets.ts'
import { whenIdle } from './when-idle.ts'

/** Stands for the order in the path of a page whose order there is only once the form is sent. */
export const anyOrder = 'next'

/**
 * Loads the scripts and styles of the pages that a form leads to while its visitor is `near` it, so that a press waits for the
 * shop's answer only. A visitor who saves data loads them with the press.
 */
export function useNextPages(paths: readonly string[], near = true) {
  const targets = useFormTargets()
  const wanted = near ? paths.join(' ') : ''
  useEffect(() => {
    if (!wanted || savesData()) return undefined
    return whenIdle(() => {
      for (const path of wanted.split(' ')) void targets.load(path, 'low')
    })
  }, [wanted, targets])
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
