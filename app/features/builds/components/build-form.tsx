import { addressFields } from '../input.ts'
import type { Selection } from '../rules.ts'

/** The form that every control of the configurator belongs to. */
export const buildFormId = 'build'

/**
 * The build as form fields. Without script each click submits the whole build with the change, and the server responds
 * with the page of the new build.
 */
export function BuildForm({ selection }: { selection: Selection }) {
  return (
    <form id={buildFormId} method="get" action="/build#configurator">
      <BuildFields selection={selection} />
    </form>
  )
}

/** A build as hidden fields: ids only, because the server prices from its own catalog. */
export function BuildFields({ selection }: { selection: Selection }) {
  return addressFields(selection).map(([name, value], index) => (
    <input key={`${index}${name}`} type="hidden" name={name} value={value} />
  ))
}
