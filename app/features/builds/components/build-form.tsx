import { addressFields } from '../input.ts'
import type { Selection } from '../rules.ts'

/** The form that every control of the configurator belongs to. */
export const buildFormId = 'build'

/**
 * The build as the fields of a form. Without script each press of a control sends the whole build and what the press
 * adds, and the server answers with the page of that build: nothing is out of reach.
 */
export function BuildForm({ selection }: { selection: Selection }) {
  return (
    <form id={buildFormId} method="get" action="/build#configurator">
      <BuildFields selection={selection} />
    </form>
  )
}

/** A build as hidden fields: ids only, because the server prices by its own catalog. */
export function BuildFields({ selection }: { selection: Selection }) {
  return addressFields(selection).map(([name, value], index) => (
    <input key={`${index}${name}`} type="hidden" name={name} value={value} />
  ))
}
