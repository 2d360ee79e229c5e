import type { ChangeEvent } from 'react'
import { stateOfZip } from '../../delivery/rules/places.ts'

/**
 * Chooses the state of a ZIP code that somebody types, unless they chose one themselves. The server does the same for a form
 * without script.
 */
export function fillState({ currentTarget: zip }: ChangeEvent<HTMLInputElement>, name: string): void {
  const select = zip.form?.elements.namedItem(name)
  const state = stateOfZip(zip.value)
  if (!(select instanceof HTMLSelectElement) || !state || select.value === state) return
  if (select.value !== '' && select.dataset['byZip'] !== select.value) return
  select.value = state
  select.dataset['byZip'] = state
  // State notices and the county field listen to this.
  select.dispatchEvent(new Event('change', { bubbles: true }))
}
