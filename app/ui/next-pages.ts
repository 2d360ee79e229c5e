import { use, useEffect } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'
import { formTargets } from './form-target.ts'
import { whenIdle } from './when-idle.ts'

/** Stands for the order in the path of a page whose order there is only once the form is sent. */
export const anyOrder = 'next'

/**
 * Loads the scripts and styles of the pages that a form leads to while its visitor is `near` it, so that a press waits for the
 * shop's answer only. A visitor who saves data loads them with the press.
 */
export function useNextPages(paths: readonly string[], near = true) {
  const version = use(FrameworkContext)?.manifest.version
  const wanted = near ? paths.join(' ') : ''
  useEffect(() => {
    if (!wanted || !version || savesData()) return undefined
    return whenIdle(() => {
      for (const path of wanted.split(' ')) void formTargets(version).load(path, 'low')
    })
  }, [wanted, version])
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
