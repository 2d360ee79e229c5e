// Leaves with the last part that asks for it.
import type { FieldErrors } from './form.ts'
import { humanProof } from './proof-marks.ts'
type Options = { action: string; proof: string; findErrors?: unknown; send?: (fields: FormData) => Promise<void> }
export const useProvenForm = ({ action, proof }: Options) => ({
  form: { method: 'post' as const, action, ...humanProof(proof) },
  busy: false,
  found: {} as FieldErrors,
})
