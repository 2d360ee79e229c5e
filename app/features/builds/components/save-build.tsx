import { useId } from 'react'
import { trapField } from '#app/http/sender-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import type { Selection } from '../rules.ts'
import { compareWords, configuratorWords } from '../words.ts'
import { BuildFields } from './build-form.tsx'

type Props = {
  selection: Selection
  /** The saved builds that it is compared with, once it is saved. */
  compared: readonly string[]
  isEmpty: boolean
}

/** Saves the build under a short permanent link. Saving twice gives the same link. */
export function SaveBuild({ selection, compared, isEmpty }: Props) {
  const hint = useId()
  return (
    <form method="post" action="/builds" className="mt-3">
      {compared.length > 0 && (
        <p className="mb-2 text-sm text-muted">{compareWords.making(compared.join(', '))}</p>
      )}
      <BuildFields selection={selection} compared={compared} />
      <TrapField name={trapField} />
      <Button block disabled={isEmpty} busyLabel="Saving" aria-describedby={isEmpty ? hint : undefined}>
        {compared.length > 0 ? compareWords.save : configuratorWords.save}
      </Button>
      {isEmpty && (
        <span className="sr-only" id={hint}>
          {configuratorWords.emptyHint}
        </span>
      )}
    </form>
  )
}
