import { use } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'
import { type FormTargets, formTargets } from './form-target.ts'

/** The scripts of the pages that the forms of this document lead to. Only here the router is asked for its version (decision 0065). */
export function useFormTargets(): FormTargets {
  return formTargets(use(FrameworkContext)?.manifest.version ?? '')
}
