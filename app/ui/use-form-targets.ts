import { use } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router'
import { type FormTargets, formTargets } from './form-target.ts'

/** The scripts of the pages that the forms of this document lead to. The only place that reads the router’s version (decision 0065). */
export function useFormTargets(): FormTargets {
  return formTargets(use(FrameworkContext)?.manifest.version ?? '')
}
