import { addressFields } from '../rules/build-address.ts'
import type { Selection } from '../rules.ts'

/** The form that every control of the configurator belongs to. */
export const buildFormId = 'build'

/**
 * The build as form fields. Without script each click submits the whole build with the change, and the server responds
 * with the page of the new build.
 */
export function BuildForm(props: { selection: Selection; compared: readonly string[] }) {
  return (
    <form id={buildFormId} method="get" action="/build#configurator">
      <BuildFields {...props} />
    </form>
  )
}

/** The path of the page that submits a build. */
export const submitPath = '/build/submit'

/** A build as hidden fields: ids only, because the server prices from its own catalog. */
export function BuildFields(props: { selection: Selection; compared?: readonly string[] }) {
  return addressFields(props.selection, props.compared).map(([name, value], index) => (
    <input key={`${index}${name}`} type="hidden" name={name} value={value} />
  ))
}
